import { sql } from "../../database/sql";
import type { Database } from "../../database/transaction";
import { distinctIds } from "../../database/uuid";
import type { ReadRow } from "./planned";
import type { ImportTarget } from "./targets";

/** Finds the records of rows, by row number: by the id in the row, else by the unique name. */
export async function findIds(
  db: Database,
  { table, fields }: ImportTarget,
  rows: readonly ReadRow[],
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const { rowNumber, recordId } of rows) {
    const [id] = recordId === undefined ? [] : distinctIds([recordId]);
    if (id) found.set(rowNumber, id);
  }
  for (const { name, column } of fields) {
    const stored = table.columns.find((one) => one.name === name);
    if (!column?.traits.unique || !stored) continue;
    const asked = rows.filter(({ rowNumber, recordId, values }) => {
      return recordId === undefined && !found.has(rowNumber) && values[name] !== undefined;
    });
    if (asked.length === 0) continue;
    const named = JSON.stringify(asked.map(({ rowNumber, values }) => [rowNumber, values[name]]));
    // Looks up each one by the index on the search columns, to avoid scanning all records.
    const { rows: matched } = await db.execute<{ rowNumber: number; id: string }>(sql`
      select (asked.value ->> 0)::int as "rowNumber", same.id from jsonb_array_elements(${named}::text::jsonb) as asked
      cross join lateral (
        select ${table.id} as id from ${table.list.search.rows}
        where lower(r.${sql.identifier(stored.column)}) = lower(asked.value ->> 1) and r.archived_on is null limit 1
      ) as same`);
    for (const { rowNumber, id } of matched) found.set(rowNumber, id);
  }
  return found;
}
