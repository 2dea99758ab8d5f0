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

/** How an account is used, which changes nothing; and what comes with a tenant, made by nobody. */
const noChanges = ["UserSignedIn", "UserSignInFailed", "UserApiKeyUsed", "ReportCreated"];
/** What is told of both records that it is about: on the role's side it would be said twice. */
const toldTwice = ["RoleUserAdded", "RoleUserRemoved"];

/** So many of each area are looked through at most: where people sign in all day, changes lie far apart. */
const lookedThrough = 1_000;

/**
 * The newest changes of some areas together, newest first, but for those of hidden types. Reads from the end of each area's index, so that the
 * time does not grow with the history.
 */
export async function latestChanges(
  db: Database,
  traced: readonly TracedRecords[],
  hidden: readonly string[],
  limit: number,
): Promise<LatestChange[]> {
  if (traced.length === 0) return [];
  const hasUsers = traced.some(({ area }) => area === "users");
  const leftOut = [
    ...noChanges,
    ...(hasUsers && !hidden.includes("UserRoleAdded") ? toldTwice : []),
    ...hidden,
  ];
  const parts = traced.map((records) => newestOf(records, leftOut, limit));
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select * from (${sql.join(parts, sql` union all `)}) as changes order by "changedOn" desc, id desc limit ${limit}`);
  return rows.map((row) => ({ ...readChange(row), area: row.area as string, isGone: row.isGone as boolean }));
}

function newestOf({ area, idName }: TracedRecords, leftOut: readonly string[], limit: number): SQL {
  const table = sql.identifier(area.replaceAll("-", "_"));
  const id = sql.identifier(snakeCase(idName));
  return sql`(
    select ${changeColumns}, ${area} as area,
      not exists (select from ${table} r where r.${id} = h.record_id and r.archived_on is null) as "isGone"
    from (
      select * from history where collection = ${area} order by changed_on desc, history_id desc limit ${lookedThrough}
    ) as h
    where h.type not in (${sql.join(
      leftOut.map((type) => sql`${type}`),
      sql`, `,
    )})
    order by h.changed_on desc, h.history_id desc limit ${limit})`;
}
