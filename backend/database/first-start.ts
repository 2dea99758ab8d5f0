import { randomBytes } from "node:crypto";
import type { Config } from "../config/config";
import { hostTenant } from "../core/tenant-prefix";
import { hashPassword } from "../queues/password";
import { administratorRoleId } from "./schema";
import { sql } from "./sql";
import { type Connection, type Database, enterTenant } from "./transaction";

export interface Administrator {
  userName: string;
  /** Undefined when a setting supplied the password. */
  generatedPassword?: string;
}

/**
 * Creates the host tenant, the only one while multi-tenancy is off, and its administrator, if missing. Safe
 * when several processes start concurrently.
 * @returns the new administrator; undefined when there was nothing to do
 */
export async function makeAdministrator(
  connection: Connection,
  config: Config,
): Promise<Administrator | undefined> {
  // Signing in with a provider needs no password.
  const password =
    config.authMode === "basic" ? (config.adminPassword ?? randomBytes(12).toString("base64url")) : undefined;
  const isNeeded = await connection.transaction("owner", async (db) => {
    return !(await hasUsers(db, await lockHost(db)));
  });
  if (!isNeeded) return undefined;
  // Between two transactions, so that other work on the database continues.
  const passwordHash = password ? await hashPassword(password) : null;
  const isCreated = await connection.transaction("owner", async (db) => {
    const tenantId = await lockHost(db);
    // A separate statement, so that it sees another process's changes made while this one waited for the row.
    if (await hasUsers(db, tenantId)) return false;
    await addAdministrator(db, tenantId, config, passwordHash);
    return true;
  });
  if (!isCreated) return undefined;
  return { userName: config.adminUser, generatedPassword: config.adminPassword ? undefined : password };
}

async function lockHost(db: Database): Promise<string> {
  const find = () =>
    db.execute<{ tenantId: string }>(sql`
      select tenant_id as "tenantId" from tenants where identifier = ${hostTenant} for update`);
  const found = (await find()).rows[0];
  if (found) return found.tenantId;
  // Waits for another process that is creating it.
  await db.execute(sql`
    insert into tenants (identifier, name) values (${hostTenant}, 'Main')
    on conflict (identifier) where archived_on is null do nothing`);
  const made = (await find()).rows[0];
  if (!made) throw new Error("The host tenant could not be created.");
  return made.tenantId;
}

async function hasUsers(db: Database, tenantId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select from users where tenant_id = ${tenantId} limit 1`);
  return rows.length > 0;
}

async function addAdministrator(
  db: Database,
  tenantId: string,
  { adminUser: userName, adminEmail: email = "" }: Config,
  passwordHash: string | null,
) {
  await enterTenant(db, tenantId);
  const { rows } = await db.execute<{ userId: string }>(sql`
    select create_account(${userName}, ${passwordHash}) as "userId"`);
  const userId = rows[0]?.userId;
  await db.execute(sql`
    insert into users (user_id, user_name, first_name, last_name, email)
    values (${userId}, ${userName}, '', 'Administrator', ${email})`);
  await db.execute(sql`insert into user_roles (user_id, role_id) values (${userId}, ${administratorRoleId})`);
}
