import { type SQL, sql } from "drizzle-orm";
import { allRows, countOnly } from "../../lib/contract/schemas";
import { RequestError } from "../http/errors";
import type { Database } from "./transaction";

/** What every list is asked for; see `listQuery` of the contract. */
export interface ListQuery<SortBy extends string> {
  page: number;
  pageLimit: number;
  sortBy: SortBy;
  sortDir: "asc" | "desc";
  phrase: string;
}

/** A column to sort by. An index on (tenant_id, column, id) over the living rows makes every page quick. */
export interface SortKey {
  by: SQL;
  /** Rows without a value count as the least, in both directions; the index says `nulls first`. */
  nullable?: true;
  /** Replaces the source's `rows` when this column needs fewer tables. */
  rows?: SQL;
}

/** Where a list's rows come from, in pieces of SQL that share their table aliases. */
export interface ListSource<SortBy extends string, Row> {
  /** What follows `from`: the tables that rows are chosen and sorted in. */
  rows: SQL;
  where: SQL;
  id: SQL;
  sorts: Record<SortBy, SortKey>;
  /** Where phrases are looked for: `rows` with the same aliases, and a text that is already folded. */
  search: { rows: SQL; text: SQL };
  /** The number of rows when there is no phrase, where it is known without counting. */
  total?: SQL;
  /** The columns of a page, from tables joined to `page.id`. */
  detail: { columns: SQL; join: SQL };
  read: (row: Record<string, unknown>) => Row;
}

export interface Page<Row> {
  list: Row[];
  totalCount: number;
}

/**
 * One page of a list with the exact total of all pages. Rows that are equal in the sorted column are ordered by id
 * in the same direction, so pages never overlap. A page past the end is empty.
 * @throws {RequestError} 400 `tooManyRows` when more than `rowLimit` rows would be answered
 */
export async function listPage<SortBy extends string, Row>(
  db: Database,
  source: ListSource<SortBy, Row>,
  query: ListQuery<SortBy>,
  rowLimit: number,
): Promise<Page<Row>> {
  return query.phrase.trim() === ""
    ? pageOfAll(db, source, query, rowLimit)
    : pageOfFound(db, source, query, rowLimit);
}

async function pageOfAll<SortBy extends string, Row>(
  db: Database,
  source: ListSource<SortBy, Row>,
  query: ListQuery<SortBy>,
  rowLimit: number,
): Promise<Page<Row>> {
  const total = source.total ?? sql`(select count(*) from ${source.rows} where ${source.where})`;
  const counted = await db.execute<{ total: number }>(sql`select ${total} as total`);
  const totalCount = Number(counted.rows[0]?.total ?? 0);
  const { offset, limit } = windowOf(query, totalCount, rowLimit);
  if (limit === 0) return { list: [], totalCount };

  // Skipped rows cost time: past the middle they are counted off from the other end.
  const fromEnd = offset > totalCount / 2;
  const { by, nullable, rows } = source.sorts[query.sortBy];
  const order = (descending: boolean, key = by, id = source.id) => orderBy(key, id, descending, nullable);
  const descending = query.sortDir === "desc";
  const { rows: found } = await db.execute<Record<string, unknown>>(sql`
    with page as (
      select ${source.id} as id, ${by} as key from ${rows ?? source.rows} where ${source.where}
      order by ${order(descending !== fromEnd)}
      limit ${limit} offset ${fromEnd ? totalCount - offset - limit : offset}
    )
    select ${source.detail.columns} from page join ${source.detail.join}
    order by ${order(descending, sql`page.key`, sql`page.id`)}`);
  return { list: found.map(source.read), totalCount };
}

/** Up to so many found rows are collected and sorted in one statement; more are counted and read in order. */
const collectAtMost = 20_000;

async function pageOfFound<SortBy extends string, Row>(
  db: Database,
  source: ListSource<SortBy, Row>,
  query: ListQuery<SortBy>,
  rowLimit: number,
): Promise<Page<Row>> {
  const { by, nullable } = source.sorts[query.sortBy];
  const order = (key: SQL, id: SQL) => orderBy(key, id, query.sortDir === "desc", nullable);
  const found = sql`from ${source.search.rows}
    where ${source.where} and ${source.search.text} like fold(${likePattern(query.phrase)})`;
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
  const total = Number(rows[0]?.total ?? 0);
  if (total <= collectAtMost) {
    windowOf(query, total, rowLimit);
    return { list: rows.filter((row) => row.page_id !== null).map(source.read), totalCount: total };
  }

  const counted = await db.execute<{ total: number }>(sql`select count(*) as total ${found}`);
  const totalCount = Number(counted.rows[0]?.total);
  const { offset, limit } = windowOf(query, totalCount, rowLimit);
  if (limit === 0) return { list: [], totalCount };
  const many = await db.execute<Record<string, unknown>>(sql`
    with page as (
      select ${source.id} as id, ${by} as key ${found}
      order by ${order(by, source.id)} limit ${limit} offset ${offset}
    )
    select ${source.detail.columns} from page join ${source.detail.join}
    order by ${order(sql`page.key`, sql`page.id`)}`);
  return { list: many.rows.map(source.read), totalCount };
}

/** @throws {RequestError} 400 when it holds more rows than may be answered */
function windowOf(
  { page, pageLimit }: ListQuery<string>,
  totalCount: number,
  rowLimit: number,
): { offset: number; limit: number } {
  if (pageLimit === countOnly) return { offset: 0, limit: 0 };
  const size = pageLimit === allRows ? totalCount : pageLimit;
  const offset = pageLimit === allRows ? 0 : (page - 1) * size;
  const limit = Math.max(0, Math.min(size, totalCount - offset));
  if (limit > rowLimit) throw tooManyRows(rowLimit);
  return { offset, limit };
}

function orderBy(key: SQL, id: SQL, descending: boolean, nullable?: true): SQL {
  const direction = descending ? sql`desc` : sql`asc`;
  const nulls = nullable ? (descending ? sql`nulls last` : sql`nulls first`) : sql``;
  return sql`${key} ${direction} ${nulls}, ${id} ${direction}`;
}

/** A pattern that finds the phrase anywhere in a text, with `%`, `_` and `\` taken literally. */
export function likePattern(phrase: string): string {
  return `%${phrase.trim().replace(/[\\%_]/g, "\\$&")}%`;
}

const tooManyRows = (limit: number) => new RequestError("tooManyRows", { status: 400, values: { limit } });

/** Reads a timestamp of a raw statement as an instant of the contract. */
export function instantOf(value: unknown): string {
  return new Date(value as string).toISOString();
}

/** As {@link instantOf}; null stays null. */
export function instantOrNull(value: unknown): string | null {
  return value === null ? null : instantOf(value);
}

/** The number of living records of a kind in the current tenant, as the triggers keep it. */
export function recordCount(counter: string): SQL {
  return sql`(select coalesce(sum(count), 0) from record_counts where counter = ${counter})`;
}
