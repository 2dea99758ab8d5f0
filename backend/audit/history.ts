import { type SQL, sql } from "drizzle-orm";
import type { HistoryDetail, HistoryRow } from "../../lib/contract/history";
import { type Language, languages } from "../../lib/preferences/preferences";
import { areaTexts } from "../area-texts";
import { factsOf, instantOf, listPage } from "../database/list";
import type { ListQuery, ListSource } from "../database/list-source";
import type { Database } from "../database/transaction";
import { notFound } from "../http/errors";
import type { Context } from "../http/route";

/** What the types of changes are called, such as `UserCreated`, in each language. */
const changeNames: Record<Language, Readonly<Record<string, string>>> = {
  en: areaTexts.en.changes,
  de: areaTexts.de.changes,
  pl: areaTexts.pl.changes,
  sr: areaTexts.sr.changes,
};

/** Which place each type has in the alphabet of a language, by its name; types of one name share it. */
const changePlaces = Object.fromEntries(
  languages.map((language) => [language, placesOf(changeNames[language], language)]),
) as Record<Language, Readonly<Record<string, number>>>;

/** The place behind all others. */
const unnamed = 1_000_000;

function placesOf(names: Readonly<Record<string, string>>, language: Language): Record<string, number> {
  const inOrder = [...new Set(Object.values(names))].sort(new Intl.Collator(language).compare);
  const placeOf = new Map(inOrder.map((name, place) => [name, place]));
  return Object.fromEntries(
    Object.entries(names).map(([type, name]) => [type, placeOf.get(name) ?? unnamed]),
  );
}

type SortBy = "changedOn" | "changedBy" | "type";
type FilterBy = "changedOn" | "changedBy";

export const changeColumns = sql`h.history_id as id, h.type, h.changed_on as "changedOn", h.changed_by_name as "changedBy",
  h.record_id as "recordId", h.record_name as "recordName"`;

export function readChange(row: Record<string, unknown>): HistoryRow {
  return { ...(row as unknown as HistoryRow), changedOn: instantOf(row.changedOn) };
}

/** @param language whose names of the changes are searched and sorted by, as the reader sees those and not the types */
function source(where: SQL, language: Language): ListSource<SortBy, HistoryRow, FilterBy> {
  const name = sql`coalesce(${JSON.stringify(changeNames[language])}::jsonb ->> h.type, '')`;
  // A type without a name is shown as it is, after those that have one.
  const place = sql`coalesce((${JSON.stringify(changePlaces[language])}::jsonb ->> h.type)::int, ${unnamed})`;
  return {
    rows: sql`history h`,
    where,
    id: sql`h.history_id`,
    sorts: {
      changedOn: { by: sql`h.changed_on` },
      changedBy: { by: sql`h.changed_by_sort` },
      type: { by: place },
    },
    filters: {
      changedOn: { by: sql`h.changed_on` },
      changedBy: { by: sql`h.changed_by_sort` },
    },
    search: {
      rows: sql`history h`,
      text: sql`fold(${name} || E'\n' || h.type || E'\n' || h.changed_by_name || E'\n' || h.record_name)`,
    },
    detail: { columns: changeColumns, join: sql`history h on h.history_id = page.id` },
    read: readChange,
  };
}

interface RecordCall<Name extends string> {
  params: { [Parameter in Name]: string };
  query: ListQuery<SortBy, FilterBy>;
  context: Context;
}

/**
 * Handlers of the four history calls of an area (HI-02).
 * @param collection the path of the records' list, which is also what the history triggers write; their table has its name,
 *   with underscores for hyphens
 * @param idColumn of that table; a record that is or was there, archived ones too, has a history
 */
export function historyHandlers<const Parameter extends string>(
  collection: string,
  parameter: Parameter,
  idColumn: string,
) {
  const table = sql.identifier(collection.replaceAll("-", "_"));
  const all = sql`h.collection = ${collection}`;
  const of = (recordId: string) => sql`${all} and h.record_id = ${recordId}`;
  return {
    history: ({ query, context }: { query: ListQuery<SortBy, FilterBy>; context: Context }) =>
      listPage(context.db, source(all, context.language), query, factsOf(context)),
    historyDetail: ({ params, context }: { params: { type: string; historyId: string }; context: Context }) =>
      change(context.db, all, params),
    recordHistory: async ({ params, query, context }: RecordCall<Parameter>) => {
      const recordId = params[parameter];
      const { rows } = await context.db.execute(sql`
        select from ${table} where ${sql.identifier(idColumn)} = ${recordId}`);
      if (rows.length === 0) throw notFound();
      return listPage(context.db, source(of(recordId), context.language), query, factsOf(context));
    },
    recordHistoryDetail: ({
      params,
      context,
    }: {
      params: { type: string; historyId: string } & { [Name in Parameter]: string };
      context: Context;
    }) => change(context.db, of(params[parameter]), params),
  };
}

async function change(
  db: Database,
  where: SQL,
  { type, historyId }: { type: string; historyId: string },
): Promise<HistoryDetail> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select ${changeColumns}, h.previous, h.current from history h
    where ${where} and h.history_id = ${historyId} and h.type = ${type}`);
  const [row] = rows;
  if (!row) throw notFound();
  const { previous, current } = row as Pick<HistoryDetail, "previous" | "current">;
  return { ...readChange(row), previous, current };
}
