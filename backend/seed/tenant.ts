import { sql } from "drizzle-orm";
import type { Connection } from "../database/transaction";

/** The id of the tenant with this identifier, created when there is none. */
export async function ensureTenant(connection: Connection, identifier: string): Promise<string> {
  return connection.transaction("owner", async (db) => {
    const name = `${identifier.charAt(0).toUpperCase()}${identifier.slice(1)}`;
    await db.execute(
      sql`insert into tenants (identifier, name) values (${identifier}, ${name}) on conflict do nothing`,
    );
    const { rows } = await db.execute<{ tenantId: string }>(
      sql`select tenant_id as "tenantId" from tenants where identifier = ${identifier}`,
    );
    return (rows[0] as { tenantId: string }).tenantId;
  });
}
