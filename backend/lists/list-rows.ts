import { allRows, countOnly, offsetOf } from "../../lib/contract/paging";
import { RequestError } from "../core/errors";
import { type SQL, sql } from "../database/sql";
import type { Database } from "../database/transaction";
import type { ListQuery, ListSource, Page } from "./list-source";

/** The source of rows, without filters. */
export type Source<SortBy extends string, Row> = Omit<ListSource<SortBy, Row>, "filters">;
export type Paging<SortBy extends string> = Omit<ListQuery<SortBy>, "phrase" | "filters">;

/** Reads the rows of a page in order. Skipped rows cost time: past the middle it reads from the other end. */
export async function readRows<SortBy extends string, Row>(
  db: Database,
  source: Source<SortBy, Row>,
  query: Paging<SortBy>,
  from: SQL,
  totalCount: number,
  rowLimit: number,
): Promise<Row[]> {
  const { offset, limit } = windowOf(query, totalCount, rowLimit);
  if (limit === 0) return [];
  const fromEnd = offset > totalCount / 2;
  const { by, nullable } = source.sorts[query.sortBy];
  const descending = query.sortDir === "desc";
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    with page as (
      select ${source.id} as id, ${by} as key ${from}
      order by ${orderBy(by, source.id, descending !== fromEnd, nullable)}
      limit ${limit} offset ${fromEnd ? totalCount - offset - limit : offset}
    )
    select ${source.detail.columns} from page join ${source.detail.join}
    order by ${orderBy(sql`page.key`, sql`page.id`, descending, nullable)}`);
  return rows.map(source.read);
}

/** The range of rows of a page. @throws {RequestError} 400 when it exceeds the limit of rows */
export function windowOf(
  paging: Paging<string>,
  totalCount: number,
  rowLimit: number,
): { offset: number; limit: number } {
  const { pageLimit } = paging;
  if (pageLimit === countOnly) return { offset: 0, limit: 0 };
  const size = pageLimit === allRows ? totalCount : pageLimit;
  const offset = offsetOf(paging);
  const limit = Math.max(0, Math.min(size, totalCount - offset));
  if (limit > rowLimit) throw tooManyRows(rowLimit);
  return { offset, limit };
}

/** Ties are ordered by id, in the same direction. */
export function orderBy(key: SQL, id: SQL, descending: boolean, nullable?: true): SQL {
  const direction = descending ? sql`desc` : sql`asc`;
  const nulls = nullable ? (descending ? sql`nulls last` : sql`nulls first`) : sql``;
  return sql`${key} ${direction} ${nulls}, ${id} ${direction}`;
}

const tooManyRows = (limit: number) => new RequestError("tooManyRows", { status: 400, values: { limit } });

/** Reads rows that each carry the total; an empty page has one row without an id. */
export function readWithTotal<Row>(
  rows: Record<string, unknown>[],
  read: (row: Record<string, unknown>) => Row,
): Page<Row> {
  return {
    list: rows.filter((row) => row.page_id !== null).map(read),
    totalCount: Number(rows[0]?.total ?? 0),
  };
}
