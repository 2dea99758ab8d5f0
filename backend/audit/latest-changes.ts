import type { LatestChange } from "../../lib/contract/home";
import { type SQL, sql } from "../database/sql";
import type { Database } from "../database/transaction";
import { snakeCase } from "../lists/columns";
import { forReader } from "./changed-values";
import { hiddenTypes } from "./hidden-changes";
import { changeColumns, readChange } from "./history";

/** An area's records with recorded changes. */
export interface TracedRecords {
  area: string;
  /** The records' id in the contract. */
  idName: string;
}

/** Uses of an account, which change nothing; and records created with a tenant, by no user. */
const noChanges = ["UserSignedIn", "UserSignInFailed", "UserApiKeyUsed", "ReportCreated"];
/** Recorded for both records; showing the role's side would repeat it. */
const recordedTwice = ["RoleUserAdded", "RoleUserRemoved"];

/** Limit of entries scanned per area: among constant sign-ins, changes are far apart. */
const scanLimit = 1_000;

/**
 * The newest changes of several areas, newest first, as far as a reader with these permissions may see them. Reads from the
 * end of each area's index, so that the time does not grow with the history.
 */
export async function latestChanges(
  db: Database,
  traced: readonly TracedRecords[],
  held: ReadonlySet<string>,
  limit: number,
): Promise<LatestChange[]> {
  if (traced.length === 0) return [];
  const hasUsers = traced.some(({ area }) => area === "users");
  const hidden = hiddenTypes(held);
  const leftOut = [
    ...noChanges,
    ...(hasUsers && !hidden.includes("UserRoleAdded") ? recordedTwice : []),
    ...hidden,
  ];
  const parts = traced.map((records) => newestOf(records, leftOut, limit));
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select * from (${sql.join(parts, " union all ")}) as changes order by "changedOn" desc, id desc limit ${limit}`);
  return rows.map((row) => ({
    ...forReader(held, readChange(row)),
    area: row.area as string,
    isGone: row.isGone as boolean,
  }));
}

function newestOf({ area, idName }: TracedRecords, leftOut: readonly string[], limit: number): SQL {
  const table = sql.identifier(area.replaceAll("-", "_"));
  const id = sql.identifier(snakeCase(idName));
  return sql`(
    select ${changeColumns}, ${area} as area,
      not exists (select from ${table} r where r.${id} = h.record_id and r.archived_on is null) as "isGone"
    from (
      select * from history where collection = ${area} order by changed_on desc, history_id desc limit ${scanLimit}
    ) as h
    where h.type not in (${sql.join(
      leftOut.map((type) => sql`${type}`),
      ", ",
    )})
    order by h.changed_on desc, h.history_id desc limit ${limit})`;
}
