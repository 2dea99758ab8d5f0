import { allRows, countOnly } from "../../lib/contract/paging";
import { BoundedMap } from "../../lib/server/core/bounded-map";
import { forbidden } from "../core/errors";
import { settleAll } from "../database/settle-all";
import { type SQL, type Statement, sql } from "../database/sql";
import { replanEachTime } from "../database/statement-client";
import type { Database } from "../database/transaction";
import type { Context } from "../endpoint/route";
import { withAddedColumns } from "./added-columns";
import { conditionOf, hasTrigram, likePattern } from "./filters";
import { orderBy, type Paging, readRows, readWithTotal, type Source, windowOf } from "./list-rows";
import type { ListQuery, ListSource, Page, ReaderFacts } from "./list-source";

/** Limits of a response and inputs of its filters, beside the query. */
export interface ListFacts extends ReaderFacts {
  rowLimit: number;
  /** Allows an inexact total for very many hits. */
  isCountBounded?: boolean;
}

/** The part of a request's context that its lists depend on. */
export const listFacts = ({ config, timeZone, user, isCountBounded }: Context): ListFacts => ({
  rowLimit: config.listRowLimit,
  isCountBounded,
  timeZone,
  permissions: user.permissions,
});

/**
 * One page of a list with the exact total of all pages. Ties in the sorted column are ordered by id in the same
 * direction, so pages never overlap. A page past the end is empty.
 * @throws {RequestError} 400 `tooManyRows` when it would return more than `rowLimit` rows, 403 as {@link conditionsOf}
 */
export async function listPage<SortBy extends string, Row, FilterBy extends string = never>(
  db: Database,
  source: ListSource<SortBy, Row, FilterBy>,
  query: ListQuery<SortBy, FilterBy>,
  facts: ListFacts,
): Promise<Page<Row>> {
  const { source: whole, query: read, refused } = await withAddedColumns(db, source, query, facts, "answer");
  const isNarrowed = conditionsOf(whole, read, facts).length > 0;
  const page = isNarrowed ? pageOfFound(db, whole, read, facts) : pageOfAll(db, whole, read, facts.rowLimit);
  const [answer] = await settleAll(page, refused);
  return answer;
}

/**
 * Converts phrase and filters to conditions on `search.rows`; empty without any.
 * @param isPlannedOnce whether the index on texts suits any number of hits: planning takes a third of a search's time
 * @throws {RequestError} 403 on a filter by a column that the reader may not see
 */
export function conditionsOf<FilterBy extends string>(
  { search, filters }: Pick<ListSource<string, unknown, FilterBy>, "search" | "filters">,
  query: Pick<ListQuery<string, FilterBy>, "phrase" | "filters">,
  { timeZone = "UTC", permissions }: ReaderFacts,
  isPlannedOnce = false,
): SQL[] {
  const asked = query.filters.map((filter) => {
    const key = filters[filter.column];
    if (key.permission && !permissions?.has(key.permission)) throw forbidden();
    const condition = conditionOf(filter, key, search.text, timeZone);
    // An index serves any range of numbers; planning takes longer than reading the few rows of a usual one.
    return key.within && filter.type === "number" ? condition : sql`${replanEachTime} ${condition}`;
  });
  if (query.phrase.trim() === "") return asked;
  const words = wordsOf(query.phrase);
  const isByIndex = isPlannedOnce && words.some(hasTrigram);
  return [
    ...asked,
    ...words.map((word) => {
      const pattern = sql`fold(${likePattern(word)})`;
      // A subquery is evaluated once, not for each row that the index finds.
      return isByIndex
        ? sql`${search.text} like (select ${pattern})`
        : sql`${replanEachTime} ${search.text} like ${pattern}`;
    }),
  ];
}

/** Maximum of words that are searched separately; the rest is one text. */
const maxWords = 8;

/** Words that a row must contain, in any order: `Müller, Jürgen` and `jür mül` match the same person. */
function wordsOf(phrase: string): string[] {
  const words = phrase.split(/[\s,;]+/).filter((word) => word !== "");
  if (words.length === 0) return [phrase.trim()];
  return words.length <= maxWords
    ? words
    : [...words.slice(0, maxWords - 1), words.slice(maxWords - 1).join(" ")];
}

async function pageOfAll<SortBy extends string, Row>(
  db: Database,
  source: Source<SortBy, Row>,
  query: Paging<SortBy>,
  rowLimit: number,
): Promise<Page<Row>> {
  const { page, pageLimit } = query;
  if (pageLimit > countOnly && pageLimit <= rowLimit && page * pageLimit <= nearFront)
    return pageWithTotal(db, source, query);
  const { from, total } = wholeOf(source, query);
  if (pageLimit === allRows) return allWithTotal(db, source, query, { from, total, rowLimit });
  const counted = await db.execute<{ total: number }>(sql`select ${total} as total`);
  const totalCount = Number(counted.rows[0]?.total ?? 0);
  return { list: await readRows(db, source, query, from, totalCount, rowLimit), totalCount };
}

function wholeOf<SortBy extends string>(source: Source<SortBy, unknown>, { sortBy }: Paging<SortBy>) {
  const rows = source.sorts[sortBy].rows ?? source.rows;
  return {
    from: sql`from ${rows} where ${source.where}`,
    total: source.total ?? sql`(select count(*) from ${source.rows} where ${source.where})`,
  };
}

/** Pages that end within this many rows are read from the front, however many rows there are. */
const nearFront = 1_000;

/** Reads page and total in one statement, which saves the most frequent page a round trip. */
async function pageWithTotal<SortBy extends string, Row>(
  db: Database,
  source: Source<SortBy, Row>,
  query: Paging<SortBy>,
): Promise<Page<Row>> {
  const written = statements.get(source) ?? new BoundedMap<string, Statement>(maxWritten);
  statements.set(source, written);
  const asked = `${query.sortBy} ${query.sortDir} ${query.pageLimit} ${query.page}`;
  const statement = written.get(asked) ?? pageStatement(source, query);
  written.set(asked, { text: statement.text, values: statement.values });
  const { rows } = await db.execute<Record<string, unknown>>(statement);
  return readWithTotal(rows, source.read);
}

const maxWritten = 100;
const statements = new WeakMap<object, BoundedMap<string, Statement>>();

function pageStatement<SortBy extends string>(source: Source<SortBy, unknown>, query: Paging<SortBy>): SQL {
  const { sorts, id, detail } = source;
  const { page, pageLimit, sortBy, sortDir } = query;
  const { from, total } = wholeOf(source, query);
  const { by, nullable } = sorts[sortBy];
  const order = (key: SQL, id: SQL) => orderBy(key, id, sortDir === "desc", nullable);
  return sql`
    with page as (
      select ${id} as id, ${by} as key ${from}
      order by ${order(by, id)} limit ${constant(pageLimit)} offset ${constant((page - 1) * pageLimit)}
    )
    select counted.total, listed.* from (select ${total} as total) as counted
    left join (
      select page.id as page_id, page.key as page_key, ${detail.columns} from page join ${detail.join}
    ) as listed on true
    order by ${order(sql`page_key`, sql`page_id`)}`;
}

/** The same for all rows; reads none when there are too many. */
async function allWithTotal<SortBy extends string, Row>(
  db: Database,
  { sorts, id, detail, read }: Source<SortBy, Row>,
  query: Paging<SortBy>,
  { from, total, rowLimit }: { from: SQL; total: SQL; rowLimit: number },
): Promise<Page<Row>> {
  const { by, nullable, rows: fewerTables } = sorts[query.sortBy];
  const bounded = sql`${from} limit (select case when total > ${rowLimit} then 0 end from counted)`;
  const listed =
    detail.isInRows && !fewerTables
      ? sql`select ${id} as page_id, ${by} as page_key, ${detail.columns} ${bounded}`
      : sql`select page.id as page_id, page.key as page_key, ${detail.columns}
          from (select ${id} as id, ${by} as key ${bounded}) as page join ${detail.join}`;
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    with counted as materialized (select ${total} as total)
    select counted.total, listed.* from counted left join (${listed}) as listed on true
    order by ${orderBy(sql`page_key`, sql`page_id`, query.sortDir === "desc", nullable)}`);
  const page = readWithTotal(rows, read);
  windowOf(query, page.totalCount, rowLimit);
  return page;
}

/** Inlines usual page sizes and first offsets: the database keeps a generic plan only if it knows the number of rows. */
function constant(value: number): SQL {
  return inStatements.has(value) ? sql.raw(String(value)) : sql`${value}`;
}

const inStatements: ReadonlySet<number> = new Set([0, 10, 20, 25, 50, 100]);

/** Up to this many hits are collected and sorted in one statement; more are counted and read in order. */
const maxCollected = 20_000;

/** A page of the rows that match phrase and filters, with the exact total unless it is bounded. */
async function pageOfFound<SortBy extends string, Row, FilterBy extends string>(
  db: Database,
  source: ListSource<SortBy, Row, FilterBy>,
  query: ListQuery<SortBy, FilterBy>,
  facts: ListFacts,
): Promise<Page<Row>> {
  const { rowLimit, isCountBounded } = facts;
  const { by, nullable } = source.sorts[query.sortBy];
  const order = (key: SQL, id: SQL) => orderBy(key, id, query.sortDir === "desc", nullable);
  const found = (isPlannedOnce: boolean) => sql`from ${source.search.rows}
    where ${sql.join([source.where, ...conditionsOf(source, query, facts, isPlannedOnce)], " and ")}`;

  const first = windowOf(query, maxCollected, Number.POSITIVE_INFINITY);
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    with found as materialized (
      select ${source.id} as id, ${by} as key ${found(true)} limit ${sql.raw(String(maxCollected + 1))}
    ),
    page as (
      select id, key from found where (select count(*) from found) <= ${sql.raw(String(maxCollected))}
      order by ${order(sql`key`, sql`id`)} limit ${constant(Math.min(first.limit, rowLimit))} offset ${constant(first.offset)}
    )
    select counted.total, listed.* from (select count(*) as total from found) as counted
    left join (
      select page.id as page_id, page.key as page_key, ${source.detail.columns} from page join ${source.detail.join}
    ) as listed on true
    order by ${order(sql`page_key`, sql`page_id`)}`);
  const all = readWithTotal(rows, source.read);
  if (all.totalCount <= maxCollected) {
    windowOf(query, all.totalCount, rowLimit);
    return all;
  }

  const many = sql`${replanEachTime} ${found(false)}`;
  if (isCountBounded) {
    const list = await readRows(db, source, query, many, maxCollected, rowLimit);
    return { list, totalCount: maxCollected, isMore: true };
  }
  const counted = await db.execute<{ total: number }>(sql`select count(*) as total ${many}`);
  const totalCount = Number(counted.rows[0]?.total);
  return { list: await readRows(db, source, query, many, totalCount, rowLimit), totalCount };
}

/** Rewrites UTC timestamps, `2026-11-27 08:15:00.123456+00`, as text, because parsing several per row is far slower. */
export function instantOf(value: unknown): string {
  const text = String(value);
  const isInUtc = text[4] === "-" && text[10] === " " && text.endsWith("+00");
  if (!isInUtc) return new Date(value as string).toISOString();
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, "0")}Z`;
}

export function instantOrNull(value: unknown): string | null {
  return value === null ? null : instantOf(value);
}

/** Number of active records in the tenant, maintained by triggers. @param counter its name, or SQL for it */
export function recordCount(counter: string | SQL): SQL {
  return sql`(select coalesce(sum(count), 0) from record_counts where counter = ${counter})`;
}
