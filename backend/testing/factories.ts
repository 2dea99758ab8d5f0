import { allPermissions } from "../../lib/contract";
import type { PermissionName } from "../../lib/contract/permissions";
import { credentialsOf, secretHash } from "../credentials/credentials";
import { administratorRoleId } from "../database/schema";
import { sql } from "../database/sql";
import { inTenant } from "../database/transaction";
import { ensureTenant } from "../seed/tenant";
import type { TestApi } from "./api";

let running = 0;
/** A unique text of letters and digits. */
export const unique = (start = "x") => `${start}${(++running).toString(36)}n${process.pid.toString(36)}`;

/** An id that no record has. */
export const unknownId = "00000000-0000-4000-8000-00000000dead";

interface NewRole {
  tenant?: string;
  roleName?: string;
  isDefault?: boolean;
  permissions?: readonly PermissionName[];
}

/** A role of a tenant, by default `main`, which is created if missing; returns its id. */
export async function makeRole(
  { connection }: TestApi,
  { tenant = "main", roleName = unique("Role "), isDefault = false, permissions = [] }: NewRole = {},
): Promise<string> {
  const tenantId = await ensureTenant(connection, tenant);
  return inTenant(connection, tenantId, undefined, async (db) => {
    const { rows } = await db.execute<{ roleId: string }>(sql`
      insert into roles (role_name, is_default, permissions)
      values (${roleName}, ${isDefault}, string_to_array(${permissions.join(",")}, ',')) returning role_id as "roleId"`);
    return (rows[0] as { roleId: string }).roleId;
  });
}

interface NewUser {
  tenant?: string;
  userName?: string;
  firstName?: string;
  lastName?: string;
  email?: string;
  /** None: the user has no password. */
  passwordHash?: string;
  roleIds?: readonly string[];
}

/** Returns a user's id and name. */
export async function makeUser(
  api: TestApi,
  given: NewUser = {},
): Promise<{ userId: string; userName: string }> {
  const { tenant = "main", userName = unique("user"), firstName = "", lastName = "", email = "" } = given;
  const tenantId = await ensureTenant(api.connection, tenant);
  return inTenant(api.connection, tenantId, undefined, async (db) => {
    const { rows } = await db.execute<{ userId: string }>(
      sql`select create_account(${userName}, ${given.passwordHash ?? null}) as "userId"`,
    );
    const { userId } = rows[0] as { userId: string };
    await db.execute(sql`insert into users (user_id, user_name, first_name, last_name, email)
      values (${userId}, ${userName}, ${firstName}, ${lastName}, ${email})`);
    for (const roleId of given.roleIds ?? [])
      await db.execute(sql`insert into user_roles (user_id, role_id) values (${userId}, ${roleId})`);
    return { userId, userName };
  });
}

export interface Person {
  userId: string;
  userName: string;
  /** The Authorization header of a session. */
  as: string;
}

/** A signed-in user with exactly these permissions, through a new role. */
export async function personWith(
  api: TestApi,
  permissions: readonly PermissionName[],
  given: NewUser = {},
): Promise<Person> {
  const roleId = await makeRole(api, { tenant: given.tenant, permissions });
  const user = await makeUser(api, { ...given, roleIds: [...(given.roleIds ?? []), roleId] });
  return { ...user, as: await api.signedIn(user.userName, given.tenant) };
}

/** A signed-in user with every permission except the given ones. */
export function personWithout(api: TestApi, ...lacking: PermissionName[]): Promise<Person> {
  return personWith(
    api,
    allPermissions.filter((name) => !lacking.includes(name)),
  );
}

/** A signed-in administrator of a tenant. */
export async function makeAdministratorOf(api: TestApi, tenant: string): Promise<Person> {
  const user = await makeUser(api, { tenant, passwordHash: "unknown", roleIds: [administratorRoleId] });
  return { ...user, as: await api.signedIn(user.userName, tenant) };
}

/** Gives an account a second factor of each kind, and a recovery code; none of them can be used. */
export function giveSecondFactors({ connection }: Pick<TestApi, "connection">, userId: string) {
  return connection.transaction("owner", async (db) => {
    await db.execute(
      sql`insert into totp_factors (user_id, secret, confirmed_on) values (${userId}, 'sealed', now())`,
    );
    await db.execute(sql`insert into passkeys (credential_id, user_id, name, public_key, counter)
      values (${unique("id")}, ${userId}, 'Laptop', 'key', 0)`);
    await db.execute(sql`insert into recovery_codes (user_id, code_hash) values (${userId}, ${userId})`);
  });
}

/** The rules in a 400 response, by field. */
export function faultyFields(body: { errors?: Array<{ propertyName: string }> }): string[] {
  return (body.errors ?? []).map(({ propertyName }) => propertyName);
}

/** Sets the age of a session's last factor. */
export function ageSession({ connection }: Pick<TestApi, "connection">, as: string, minutes = 16) {
  const credentials = credentialsOf(as);
  return connection.transaction("owner", (db) =>
    db.execute(sql`
      update secrets set created_on = now() - make_interval(mins => ${minutes}::integer), confirmed_on = null
      where secret_hash = ${credentials ? secretHash(credentials) : ""}`),
  );
}

/** Status and error code of a response. */
export async function refusalOf(response: Promise<{ status: number; body: { code?: string } | undefined }>) {
  const { status, body } = await response;
  return [status, body?.code];
}
