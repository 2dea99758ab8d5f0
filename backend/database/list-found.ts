import { type SQL, sql } from "drizzle-orm";
import { orderBy, type Paging, readWithTotal, rowsOf, type Source, windowOf } from "./list-rows";
import type { Page } from "./list-source";
import { plannedAnew } from "./statement-client";
import type { Database } from "./transaction";

/** Up to so many found rows are collected and sorted in one statement; more are counted and read in order. */
const collectAtMost = 20_000;

/** A page of what phrase and filters find, with the exact total. */
export async function pageOfFound<SortBy extends string, Row>(
  db: Database,
  source: Source<SortBy, Row>,
  query: Paging<SortBy>,
  rowLimit: number,
  conditions: readonly SQL[],
): Promise<Page<Row>> {
  const { by, nullable } = source.sorts[query.sortBy];
  const order = (key: SQL, id: SQL) => orderBy(key, id, query.sortDir === "desc", nullable);
  const found = sql`${plannedAnew} from ${source.search.rows}
    where ${sql.join([source.where, ...conditions], sql` and `)}`;
  // Compiling a plan takes longer than what it saves here.
  const plainly = db.execute(sql`select set_config('jit', 'off', true)`);

  const first = windowOf(query, collectAtMost, Number.POSITIVE_INFINITY);
  const few = db.execute<Record<string, unknown>>(sql`
    with found as materialized (select ${source.id} as id, ${by} as key ${found} limit ${collectAtMost + 1}),
    page as (
      select id, key from found where (select count(*) from found) <= ${collectAtMost}
      order by ${order(sql`key`, sql`id`)} limit ${Math.min(first.limit, rowLimit)} offset ${first.offset}
    )
    select counted.total, listed.* from (select count(*) as total from found) as counted
    left join (
      select page.id as page_id, page.key as page_key, ${source.detail.columns} from page join ${source.detail.join}
    ) as listed on true
    order by ${order(sql`page_key`, sql`page_id`)}`);
  const [, { rows }] = await Promise.all([plainly, few]);
  const all = readWithTotal(rows, source.read);
  if (all.totalCount <= collectAtMost) {
    windowOf(query, all.totalCount, rowLimit);
    return all;
  }

  const counted = await db.execute<{ total: number }>(sql`select count(*) as total ${found}`);
  const totalCount = Number(counted.rows[0]?.total);
  return { list: await rowsOf(db, source, query, found, totalCount, rowLimit), totalCount };
}
