import { type SQL, sql } from "drizzle-orm";
import type { HistoryDetail, HistoryRow } from "../../lib/contract/history";
import { type Language, languages } from "../../lib/preferences/preferences";
import { areaTexts } from "../area-texts";
import { factsOf, instantOf, listPage } from "../database/list";
import type { ListQuery, ListSource } from "../database/list-source";
import type { Database } from "../database/transaction";
import { notFound } from "../http/errors";
import type { Context } from "../http/route";
import { type DeletedColumn, deletedRecords } from "./deleted";
import { namesOf, type Reference, withNames } from "./references";

/** What the types of changes are called, such as `UserCreated`, in each language. */
export const changeNames: Record<Language, Readonly<Record<string, string>>> = {
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

// What is given has nothing before it, what is taken nothing after. Of an edit the values that differ are named; an id by
// what it refers to, where that is known.
const changeColumnsOf = (
  references: readonly Reference[],
) => sql`h.history_id as id, h.type, h.changed_on as "changedOn", h.changed_by_name as "changedBy",
  h.record_id as "recordId", h.record_name as "recordName",
  (select coalesce(part ->> 'attributeName', part ->> 'roleName', part ->> 'reportLayoutName', part ->> 'displayName', nullif(part ->> 'keyName', ''),
      '…' || (part ->> 'keyEnding'), part ->> 'identityProvider', part ->> 'attributeAssignmentTypeName', part ->> 'fileName')
    from (select coalesce(nullif(h.current, '{}'), h.previous) as part) as given
    where h.previous = '{}' or h.current = '{}' or h.type like '%AttributeChanged') as subject,
  to_jsonb(array(select coalesce(${namesOf(references)}::jsonb ->> name, name) from jsonb_object_keys(h.previous || h.current) as name
    where (h.type like '%Updated' or h.type = 'UserSettingsChanged')
      and h.previous -> name is distinct from h.current -> name and name <> 'archivedOn'
      and (name not like '%Id' or ${namesOf(references)}::jsonb ? name))) as fields`;

export const changeColumns = changeColumnsOf([]);

export function readChange(row: Record<string, unknown>): HistoryRow {
  return { ...(row as unknown as HistoryRow), changedOn: instantOf(row.changedOn) };
}

/** @param language whose names of the changes are searched and sorted by, as the reader sees those and not the types */
function source(
  where: SQL,
  language: Language,
  references: readonly Reference[],
): ListSource<SortBy, HistoryRow, FilterBy> {
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
    detail: { columns: changeColumnsOf(references), join: sql`history h on h.history_id = page.id` },
    read: readChange,
  };
}

/** What the changes of records are called after: `User`, where their ids are called `userId`. */
const prefixOf = (idName: string) => idName.charAt(0).toUpperCase() + idName.slice(1).replace(/Id$/, "");

/** Whether what is recorded under a type is all of a living record, rather than a part of it. */
export const isWholeState = (idName: string, type: string): boolean =>
  ["Created", "Updated", "Restored"].some((what) => type === prefixOf(idName) + what);

interface RecordCall<Name extends string> {
  params: { [Parameter in Name]: string };
  query: ListQuery<SortBy, FilterBy>;
  context: Context;
}

/**
 * Handlers of the history calls of an area (HI-02).
 * @param collection the path of the records' list, which is also what the history triggers write; their table has its name,
 *   with underscores for hyphens
 * @param parameter the name of the records' ids, such as `userId`: their changes are called after it
 * @param idColumn of that table; a record that is or was there, archived ones too, has a history
 * @param references what the records refer to: the history has ids alone, and says what these are called now
 */
export function historyHandlers<const Parameter extends string>(
  collection: string,
  parameter: Parameter,
  idColumn: string,
  references: readonly Reference[] = [],
) {
  const table = sql.identifier(collection.replaceAll("-", "_"));
  const all = sql`h.collection = ${collection}`;
  const of = (recordId: string) => sql`${all} and h.record_id = ${recordId}`;
  const detailOf = async (db: Database, where: SQL, params: { type: string; historyId: string }) => {
    const found = await change(db, where, params);
    const asOf = await stateAfter(db, { collection, idName: parameter, change: found });
    return {
      ...found,
      ...(await withNames(db, references, found.id, {
        previous: found.previous,
        current: found.current,
        asOf,
      })),
      isRestorable: isWholeState(parameter, params.type),
    };
  };
  const deleted = deletedRecords(
    collection,
    `${prefixOf(parameter)}Deleted`,
    sql`exists (select from ${table} r where r.${sql.identifier(idColumn)} = h.record_id and r.archived_on is not null)`,
  );
  return {
    history: ({ query, context }: { query: ListQuery<SortBy, FilterBy>; context: Context }) =>
      listPage(context.db, source(all, context.language, references), query, factsOf(context)),
    historyDetail: ({ params, context }: { params: { type: string; historyId: string }; context: Context }) =>
      detailOf(context.db, all, params),
    recordHistory: async ({ params, query, context }: RecordCall<Parameter>) => {
      const recordId = params[parameter];
      const { rows } = await context.db.execute(sql`
        select from ${table} where ${sql.identifier(idColumn)} = ${recordId}`);
      if (rows.length === 0) throw notFound();
      return listPage(
        context.db,
        source(of(recordId), context.language, references),
        query,
        factsOf(context),
      );
    },
    recordHistoryDetail: ({
      params,
      context,
    }: {
      params: { type: string; historyId: string } & { [Name in Parameter]: string };
      context: Context;
    }) => detailOf(context.db, of(params[parameter]), params),
    deleted: ({ query, context }: { query: ListQuery<DeletedColumn, DeletedColumn>; context: Context }) =>
      listPage(context.db, deleted, query, factsOf(context)),
  };
}

/** One change of a record. @throws {RequestError} 404 */
export const changeOf = (
  db: Database,
  collection: string,
  recordId: string,
  which: { type: string; historyId: string },
) => change(db, sql`h.collection = ${collection} and h.record_id = ${recordId}`, which);

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

interface Moment {
  collection: string;
  idName: string;
  change: HistoryRow;
}

/**
 * What a record was once a change had been made: its last state before, with the parts of it that are recorded apart, such as a role's
 * permissions, as they were last. Null where no state is recorded, or where the change deleted it.
 */
async function stateAfter(
  db: Database,
  { collection, idName, change: { id, type, recordId } }: Moment,
): Promise<Record<string, unknown> | null> {
  if (type.endsWith("Deleted")) return null;
  const prefix = prefixOf(idName);
  const { rows } = await db.execute<{ type: string; current: Record<string, unknown> }>(sql`
    select type, current from (
      select distinct on (h.type) h.type, h.current, h.changed_on, h.history_id
      from history h join history u on u.history_id = ${id}
      where h.collection = ${collection} and h.record_id = ${recordId}
        and (h.changed_on, h.history_id) <= (u.changed_on, u.history_id) and h.current is not null
        and (h.type in (${`${prefix}Created`}, ${`${prefix}Updated`}, ${`${prefix}Restored`})
          or (starts_with(h.type, ${prefix}) and h.type like '%Changed' and h.type not like '%AttributeChanged'))
      order by h.type, h.changed_on desc, h.history_id desc
    ) as last_of_each
    order by changed_on, history_id`);
  if (!rows.some((row) => isWholeState(idName, row.type))) return null;
  return Object.assign({}, ...rows.map(({ current }) => current));
}
