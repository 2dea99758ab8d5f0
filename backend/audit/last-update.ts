import type * as z from "zod";
import type { lastUpdate } from "../../lib/contract/schemas";
import { sql } from "../database/sql";
import type { Database } from "../database/transaction";
import { instantOf, instantOrNull } from "../lists/list";

/**
 * The times of a table's latest creation and latest change or deletion; null without records.
 * @param table has the trace columns and an index on (tenant_id, updated_on)
 */
export async function lastUpdateIn(db: Database, table: string): Promise<z.output<typeof lastUpdate> | null> {
  const records = sql.identifier(table);
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select created.created_on as "createdOn", created.created_by_name as "createdBy",
      updated.updated_on as "updatedOn", updated.updated_by_name as "updatedBy"
    from (select created_on, created_by_name from ${records} where archived_on is null
      order by created_on desc limit 1) as created
    left join (select updated_on, updated_by_name from ${records} where updated_on is not null
      order by updated_on desc limit 1) as updated on true`);
  const [row] = rows;
  return row
    ? {
        createdOn: instantOf(row.createdOn),
        createdBy: row.createdBy as string,
        updatedOn: instantOrNull(row.updatedOn),
        updatedBy: (row.updatedBy ?? null) as string | null,
      }
    : null;
}
