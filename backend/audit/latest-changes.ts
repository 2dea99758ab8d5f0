import { type SQL, sql } from "drizzle-orm";
import type { LatestChange } from "../../lib/contract/home";
import type { Database } from "../database/transaction";
import { snakeCase } from "../records/columns";
import { changeColumns, readChange } from "./history";

/** Records of an area whose changes are recorded. */
export interface TracedRecords {
  area: string;
  /** As the contract calls the records' ids. */
  idName: string;
}

/** What is told of both records that it is about: on the role's side it would be said twice. */
const toldTwice: ReadonlySet<string> = new Set(["RoleUserAdded", "RoleUserRemoved"]);

/** So many of each area are read, that enough are left without those that say the same. */
const readAhead = 4;

/**
 * The newest changes of some areas together, newest first. Each area's are read from the end of its index, so that it
 * takes the same however many there are.
 */
export async function latestChanges(
  db: Database,
  traced: readonly TracedRecords[],
  limit: number,
): Promise<LatestChange[]> {
  if (traced.length === 0) return [];
  const parts = traced.map((records) => newestOf(records, limit * readAhead));
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select * from (${sql.join(parts, sql` union all `)}) as changes order by "changedOn" desc, id desc`);
  const hasUsers = traced.some(({ area }) => area === "users");
  return rows
    .filter(({ type }) => !(hasUsers && toldTwice.has(type as string)))
    .slice(0, limit)
    .map((row) => ({ ...readChange(row), area: row.area as string, isGone: row.isGone as boolean }));
}

function newestOf({ area, idName }: TracedRecords, limit: number): SQL {
  const table = sql.identifier(area.replaceAll("-", "_"));
  const id = sql.identifier(snakeCase(idName));
  return sql`(
    select ${changeColumns}, ${area} as area,
      not exists (select from ${table} r where r.${id} = h.record_id and r.archived_on is null) as "isGone"
    from history h where h.collection = ${area}
    order by h.changed_on desc, h.history_id desc limit ${limit})`;
}
