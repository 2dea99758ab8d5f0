import { sql } from "../database/sql";
import type { Connection } from "../database/transaction";
import type { Tenant } from "../endpoint/route";
import { unknownTenant } from "./identify";

/**
 * Returns the active tenant with that identifier.
 * @throws {RequestError} 404 `unknownTenant`
 */
export function findTenant(connection: Connection, identifier: string): Promise<Tenant> {
  return connection.transaction("hub_auth", async (db) => {
    const { rows } = await db.execute<Tenant & Record<string, string>>(sql`
      select tenant_id as "tenantId", identifier, name from tenants
      where identifier = ${identifier} and is_active and archived_on is null`);
    const tenant = rows[0];
    if (!tenant) throw unknownTenant();
    return tenant;
  });
}
