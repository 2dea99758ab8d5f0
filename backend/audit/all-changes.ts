// See docs/decisions/0081.

import type { AuditRow, Operation } from "../../lib/contract/audit";
import { historiesSeenWith } from "../../lib/contract/history";
import { allRows, offsetOf } from "../../lib/contract/paging";
import type { Language } from "../../lib/preferences/preferences";
import { areaTexts } from "../core/area-texts";
import { type SQL, sql } from "../database/sql";
import { replanEachTime } from "../database/statement-client";
import type { Database } from "../database/transaction";
import { conditionsOf, type ListFacts } from "../lists/list";
import { orderBy, readWithTotal, windowOf } from "../lists/list-rows";
import type { ListQuery, ListSource } from "../lists/list-source";
import { forReader } from "./changed-values";
import { every, exceptTypes, hiddenTypes } from "./hidden-changes";
import { changeColumns, changeNames, readChange } from "./history";

type SortBy = "changedOn" | "changedBy";
type FilterBy = SortBy | "collection" | "operation" | "recordName" | "address";
type AuditQuery = ListQuery<SortBy, FilterBy>;
export type AuditSource = ListSource<SortBy, AuditRow, FilterBy>;

/** The changes that a user may see: by collection, except hidden types of changes. */
export interface SeenChanges {
  collections: readonly string[];
  hidden: readonly string[];
  held: ReadonlySet<string>;
}

export const changesSeenBy = (held: ReadonlySet<string>): SeenChanges => ({
  collections: [...historiesSeenWith].flatMap(([collection, needed]) =>
    needed.every((name) => held.has(name)) ? [collection] : [],
  ),
  hidden: hiddenTypes(held),
  held,
});

const endings: readonly (readonly [RegExp, Operation])[] = [
  [/(SignedIn|KeyUsed)$/, "access"],
  [/SignInFailed$/, "failed"],
  [/Created$/, "created"],
  [/Deleted$/, "deleted"],
  [/Restored$/, "restored"],
  [/(Added|Assigned|Linked|Shared)$/, "added"],
  [/(Removed|Revoked|Ended)$/, "removed"],
];

/** The operation of a type of change such as `UserRoleAdded`. */
export function operationOf(type: string): Operation {
  return endings.find(([ending]) => ending.test(type))?.[1] ?? "changed";
}

/** Every type of change with its operation. */
const operationsOfTypes = Object.fromEntries(
  Object.keys(areaTexts.en.changes).map((type) => [type, operationOf(type)]),
);

/** Collections are labelled with the title of their area. */
const collectionNames = (language: Language) =>
  Object.fromEntries(
    [...historiesSeenWith.keys()].map((collection) => {
      const [area = ""] = collection.split("/");
      return [collection, (areaTexts[language].titles as Readonly<Record<string, string>>)[area]];
    }),
  );

/** Translates a technical name into the reader's language, if there is a word for it. */
const translatedName = (words: object, name: SQL) =>
  sql`coalesce(${JSON.stringify(words)}::jsonb ->> ${name}, ${name})`;

/** The changes that a user may see, with the expressions for phrases and filters. */
export function auditSource({ collections, hidden, held }: SeenChanges, language: Language): AuditSource {
  const seen = sql.join(
    collections.map((collection) => sql`${collection}`),
    ", ",
  );
  const name = sql`coalesce(${JSON.stringify(changeNames[language])}::jsonb ->> h.type, '')`;
  const rows = sql`history h`;
  return {
    rows,
    where: every([
      collections.length > 0 ? sql`h.collection in (${seen})` : sql`false`,
      ...exceptTypes(hidden),
    ]),
    id: sql`h.history_id`,
    sorts: { changedOn: { by: sql`h.changed_on` }, changedBy: { by: sql`h.changed_by_sort` } },
    filters: {
      changedOn: { by: sql`h.changed_on` },
      changedBy: { by: sql`h.changed_by_sort` },
      collection: { by: sql`h.collection` },
      operation: {
        by: sql`h.type`,
        having: (
          asked = sql`''`,
        ) => sql`select key from jsonb_each_text(${JSON.stringify(operationsOfTypes)}::jsonb)
          where value in (${asked})`,
      },
      recordName: { by: sql`fold(h.record_name)` },
      address: { by: sql`h.address` },
    },
    search: {
      rows,
      text: sql`fold(${name} || E'\n' || h.type || E'\n' || h.changed_by_name || E'\n' || h.record_name)`,
    },
    detail: {
      columns: sql`${changeColumns}, h.collection, h.address`,
      join: sql`history h on h.history_id = page.id`,
    },
    read: (row) => forReader(held, readAudited(row)),
  };
}

/** Like {@link auditSource}, in readable words. */
export function exportedSource(seen: SeenChanges, language: Language): AuditSource {
  return {
    ...auditSource(seen, language),
    detail: {
      columns: sql`h.changed_on as "changedOn", h.changed_by_name as "changedBy", h.record_name as "recordName", h.address,
        ${translatedName(collectionNames(language), sql`h.collection`)} as collection,
        ${translatedName(changeNames[language], sql`h.type`)} as type`,
      join: sql`history h on h.history_id = page.id`,
      isInRows: true,
    },
  };
}

export function readAudited(row: Record<string, unknown>): AuditRow {
  const change = readChange(row);
  const { collection, address } = row as Pick<AuditRow, "collection" | "address">;
  return { ...change, collection, address, operation: operationOf(change.type) };
}

/** Limit of entries counted beyond the page: enough for navigation, and cheap compared with the page. */
const maxCountedBeyond = 500;

/**
 * A page of the changes of some collections. Reads each collection's part from its own index and only as far as the
 * page goes, so that the cost does not depend on other data, or on data hidden from the caller. Counts only somewhat
 * beyond the page.
 * @throws {RequestError} 400 `tooManyRows` when it would return more than `rowLimit` rows
 */
export async function auditPage(
  db: Database,
  { collections, hidden, held }: SeenChanges,
  language: Language,
  query: AuditQuery,
  facts: ListFacts,
): Promise<{ list: AuditRow[]; totalCount: number; isMore: boolean }> {
  const asked = collections.filter((collection) =>
    query.filters.every(({ column, values }) => column !== "collection" || values.includes(collection)),
  );
  if (asked.length === 0) return { list: [], totalCount: 0, isMore: false };
  const { pageLimit } = query;
  // A page of all rows is bounded by the row limit, and one more row detects excess.
  const size = pageLimit === allRows ? facts.rowLimit + 1 : pageLimit;
  const offset = offsetOf(query);
  if (pageLimit !== allRows) windowOf(query, Number.POSITIVE_INFINITY, facts.rowLimit);
  const upTo = offset + size + maxCountedBeyond;
  const source = auditSource({ collections: asked, hidden, held }, language);
  const conditions = [...exceptTypes(hidden), ...conditionsOf(source, query, facts)];
  const { rows } = await db.execute<Record<string, unknown>>(
    pageStatement(source, asked, conditions, query, { size, offset, upTo }),
  );
  const { list, totalCount } = readWithTotal(rows, source.read);
  if (pageLimit === allRows) windowOf(query, totalCount, facts.rowLimit);
  return { list, totalCount, isMore: totalCount >= upTo };
}

/** The usual page sizes with statements planned once: planning is most of their cost. */
const usualSizes: readonly number[] = [10, 25, 50, 100];

/** Exported for the test that explains it. */
export function pageStatement(
  source: AuditSource,
  collections: readonly string[],
  conditions: readonly SQL[],
  { sortBy, sortDir }: Pick<AuditQuery, "sortBy" | "sortDir">,
  { size, offset, upTo }: { size: number; offset: number; upTo: number },
): SQL {
  const { by } = source.sorts[sortBy];
  const order = (key: SQL, id: SQL) => orderBy(key, id, sortDir === "desc");
  const isUsual = conditions.length === 0 && offset === 0 && usualSizes.includes(size);
  const number = (value: number) => (isUsual ? sql.raw(String(value)) : sql`${value}`);
  const matching = sql.join([sql.empty, ...conditions], " and ");
  const parts = collections.map(
    (collection) => sql`(
      select ${source.id} as id, ${by} as key from ${source.rows} where h.collection = ${collection}${matching}
      order by ${order(by, source.id)} limit ${number(offset + size)})`,
  );
  const counted = collections.map(
    (collection) =>
      sql`(select from ${source.rows} where h.collection = ${collection}${matching} limit ${number(upTo)})`,
  );
  const all = " union all ";
  return sql`${isUsual ? sql.empty : replanEachTime}
    with page as (
      select id, key from (${sql.join(parts, all)}) as parts
      order by ${order(sql`key`, sql`id`)} limit ${number(size)} offset ${number(offset)}
    )
    select counted.total, listed.* from (
      select count(*) as total from (select from (${sql.join(counted, all)}) as reached limit ${number(upTo)}) as counting
    ) as counted
    left join (
      select page.id as page_id, page.key as page_key, ${source.detail.columns} from page join ${source.detail.join}
    ) as listed on true
    order by ${order(sql`page_key`, sql`page_id`)}`;
}

const sharedViews = "roles/views";

type State = Record<string, unknown> | null;

/** A shared view without its filters, which reveal records, for users who may not see its list. */
const withoutFilters = (state: State, lists: readonly string[]): State => {
  if (!state || lists.includes(String(state.list))) return state;
  const { query: _, ...rest } = state;
  return rest;
};

/**
 * Reads a change, with the record's states before and after; undefined if there is no visible one.
 * @param lists visible to the reader
 */
export async function auditedChange(
  db: Database,
  seen: SeenChanges,
  lists: readonly string[],
  historyId: string,
) {
  if (seen.collections.length === 0) return undefined;
  const { where, detail } = auditSource(seen, "en");
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select ${detail.columns}, h.previous, h.current from history h where ${where} and h.history_id = ${historyId}`);
  const [row] = rows;
  if (!row) return undefined;
  const { previous, current } = row as Record<"previous" | "current", State>;
  const change = forReader(seen.held, readAudited(row));
  if (change.collection !== sharedViews) return { ...change, previous, current };
  return {
    ...change,
    previous: withoutFilters(previous, lists),
    current: withoutFilters(current, lists),
  };
}
