import { hostTenant } from "../core/tenant-prefix";
import { administratorRoleId } from "../database/schema";
import { sql } from "../database/sql";
import type { Connection } from "../database/transaction";

/** The id of the tenant with this identifier, created if missing. */
export async function ensureTenant(connection: Connection, identifier: string): Promise<string> {
  return connection.transaction("owner", async (db) => {
    const name = `${identifier.charAt(0).toUpperCase()}${identifier.slice(1)}`;
    await db.execute(
      sql`insert into tenants (identifier, name) values (${identifier}, ${name}) on conflict do nothing`,
    );
    const { rows } = await db.execute<{ tenantId: string }>(
      sql`select tenant_id as "tenantId" from tenants where identifier = ${identifier} and archived_on is null`,
    );
    return (rows[0] as { tenantId: string }).tenantId;
  });
}

/**
 * Adds the installation's administrator to a tenant without users, so that at least one user can sign in.
 * @param userName of a user of the host
 */
export async function admitAdministrator(
  connection: Connection,
  tenantId: string,
  userName: string,
): Promise<void> {
  await connection.transaction("owner", async (db) => {
    await db.execute(sql`
      with admitted as (
        insert into users (tenant_id, user_id, user_name, last_name)
        select ${tenantId}::uuid, u.user_id, u.user_name, 'Administrator' from users u join tenants t using (tenant_id)
        where t.identifier = ${hostTenant} and lower(u.user_name) = lower(${userName}) and u.archived_on is null
          and not exists (select from users where tenant_id = ${tenantId}::uuid)
        returning user_id
      )
      insert into user_roles (tenant_id, user_id, role_id)
      select ${tenantId}::uuid, user_id, ${administratorRoleId}::uuid from admitted`);
  });
}
