// See docs/decisions/0016.

import { changePrefix, type deletedList, type HistoryDetail, historyList } from "../../lib/contract/history";
import { type Language, languages } from "../../lib/preferences/preferences";
import { areaTexts } from "../core/area-texts";
import { notFound } from "../core/errors";
import { type SQL, sql } from "../database/sql";
import type { Database } from "../database/transaction";
import type { Context } from "../endpoint/route";
import { listSource, type QueryOfList } from "../lists/declared-list";
import { listFacts, listPage } from "../lists/list";
import { isRestorable } from "./change-types";
import { changeAuthor, changedValues, forReader } from "./changed-values";
import { deletedRecords } from "./deleted";
import { every, exceptTypes, hiddenTypes } from "./hidden-changes";
import { type RecordedPart, shownState, stateAt } from "./recorded-state";
import { nameExpressions, type Reference, withNames } from "./references";

/** The names of types of changes, such as `UserCreated`, in each language. */
export const changeNames: Record<Language, Readonly<Record<string, string>>> = {
  en: areaTexts.en.changes,
  de: areaTexts.de.changes,
  pl: areaTexts.pl.changes,
  sr: areaTexts.sr.changes,
};

/** The alphabetical position of each type's name in a language; types with the same name share it. */
const changePlaces = Object.fromEntries(
  languages.map((language) => [language, placesOf(changeNames[language], language)]),
) as Record<Language, Readonly<Record<string, number>>>;

/** Position after all others. */
const unnamed = 1_000_000;

function placesOf(names: Readonly<Record<string, string>>, language: Language): Record<string, number> {
  const inOrder = [...new Set(Object.values(names))].sort(new Intl.Collator(language).compare);
  const placeOf = new Map(inOrder.map((name, place) => [name, place]));
  return Object.fromEntries(
    Object.entries(names).map(([type, name]) => [type, placeOf.get(name) ?? unnamed]),
  );
}

/**
 * The changes of records. Additions have no state before, removals none after. Edits list the changed values; an id is
 * replaced by the referenced record's name, if known.
 * @param language in which names of changes are searched and sorted, since readers see those and not the types
 */
function source(where: SQL, language: Language, references: readonly Reference[]) {
  const name = sql`coalesce(${JSON.stringify(changeNames[language])}::jsonb ->> h.type, '')`;
  const names = nameExpressions(references);
  return listSource(historyList, {
    from: sql`history h`,
    alias: "h",
    where,
    id: sql`h.history_id`,
    columns: {
      id: { column: "history_id" },
      // Types without a name are shown unchanged, after the named ones.
      type: {
        sortBy: sql`coalesce((${JSON.stringify(changePlaces[language])}::jsonb ->> h.type)::int, ${unnamed})`,
      },
      subject: {
        read: sql`(select coalesce(part ->> 'attributeName', part ->> 'roleName', part ->> 'reportLayoutName', part ->> 'displayName', nullif(part ->> 'keyName', ''),
            '…' || (part ->> 'keyEnding'), part ->> 'identityProvider', part ->> 'attributeAssignmentTypeName', part ->> 'fileName')
          from (select coalesce(nullif(h.current, '{}'), h.previous) as part) as given
          where h.previous = '{}' or h.current = '{}' or h.type like '%AttributeChanged'
            or h.type = 'AttributeAssignmentEdited')`,
      },
      fields: {
        read: sql`to_jsonb(array(select coalesce(${names}::jsonb ->> name, name) from jsonb_object_keys(h.previous || h.current) as name
          where (h.type like '%Updated' or h.type = 'UserSettingsChanged')
            and h.previous -> name is distinct from h.current -> name and name <> 'archivedOn'
            and (name not like '%Id' or ${names}::jsonb ? name)))`,
      },
      values: { read: changedValues(references, names) },
      author: { read: changeAuthor },
      isRestorable: { read: sql`null::boolean` },
    },
    search: {
      text: sql`fold(${name} || E'\n' || h.type || E'\n' || h.changed_by_name || E'\n' || h.record_name)`,
    },
  });
}

export const {
  detail: { columns: changeColumns },
  read: readChange,
} = source(sql`true`, "en", []);

interface RecordCall<Name extends string> {
  params: { [Parameter in Name]: string };
  query: QueryOfList<typeof historyList>;
  context: Context;
}

/**
 * Handlers of the history calls of an area (HI-02).
 * @param collection the path of the records' list, as written by the history triggers; their table has the same name,
 * with underscores for hyphens
 * @param parameter the name of the records' ids, such as `userId`, from which types of changes derive
 * @param idColumn of that table; archived records have a history too
 * @param references of the records: the history stores ids only, and shows the current names
 * @param parts of a record that its states show
 * @param apart properties recorded separately from the record that can be restored, such as `permissions`
 */
export function historyHandlers<const Parameter extends string>(
  collection: string,
  parameter: Parameter,
  idColumn: string,
  {
    references = [],
    parts = [],
    apart = [],
  }: { references?: readonly Reference[]; parts?: readonly RecordedPart[]; apart?: readonly string[] } = {},
) {
  const table = sql.identifier(collection.replaceAll("-", "_"));
  const all = ({ user }: Context) =>
    every([sql`h.collection = ${collection}`, ...exceptTypes(hiddenTypes(user.permissions))]);
  const restorable = (held: ReadonlySet<string>, type: string) =>
    isRestorable({ idName: parameter, parts, apart, held }, type);
  const pageOf = async (context: Context, where: SQL, query: QueryOfList<typeof historyList>) => {
    const page = await listPage(
      context.db,
      source(where, context.language, references),
      query,
      listFacts(context),
    );
    const held = context.user.permissions;
    const list = page.list.map((row) => ({
      ...forReader(held, row),
      isRestorable: restorable(held, row.type),
    }));
    return { ...page, list };
  };
  const of = (context: Context, recordId: string) => every([all(context), sql`h.record_id = ${recordId}`]);
  const detailOf = async (context: Context, where: SQL, params: { type: string; historyId: string }) => {
    const { db, user } = context;
    const found = await change(db, where, params);
    const state = await stateAt(db, { collection, idName: parameter, parts }, found);
    const held = user.permissions;
    const asOf = state ? await shownState(db, { parts, held }, state, found) : null;
    return {
      ...forReader(held, found),
      ...(await withNames(db, references, found.id, {
        previous: found.previous,
        current: found.current,
        asOf,
      })),
      isRestorable: state !== undefined && restorable(held, params.type),
    };
  };
  const deleted = deletedRecords(
    collection,
    `${changePrefix(parameter)}Deleted`,
    sql`exists (select from ${table} r where r.${sql.identifier(idColumn)} = h.record_id and r.archived_on is not null)`,
  );
  return {
    history: ({ query, context }: { query: QueryOfList<typeof historyList>; context: Context }) =>
      pageOf(context, all(context), query),
    historyDetail: ({ params, context }: { params: { type: string; historyId: string }; context: Context }) =>
      detailOf(context, all(context), params),
    recordHistory: async ({ params, query, context }: RecordCall<Parameter>) => {
      const recordId = params[parameter];
      const { rows } = await context.db.execute(sql`
        select from ${table} where ${sql.identifier(idColumn)} = ${recordId}`);
      if (rows.length === 0) throw notFound();
      return pageOf(context, of(context, recordId), query);
    },
    recordHistoryDetail: ({
      params,
      context,
    }: {
      params: { type: string; historyId: string } & { [Name in Parameter]: string };
      context: Context;
    }) => detailOf(context, of(context, params[parameter]), params),
    deleted: ({ query, context }: { query: QueryOfList<typeof deletedList>; context: Context }) =>
      listPage(context.db, deleted, query, listFacts(context)),
  };
}

/** One change of a record, as far as the caller may see it. @throws {RequestError} 404 */
export const changeOf = (
  { db, user }: Context,
  collection: string,
  recordId: string,
  which: { type: string; historyId: string },
) =>
  change(
    db,
    every([
      sql`h.collection = ${collection} and h.record_id = ${recordId}`,
      ...exceptTypes(hiddenTypes(user.permissions)),
    ]),
    which,
  );

/** The latest change of a record. @throws {RequestError} 404 */
export async function newestChangeOf(
  db: Database,
  collection: string,
  recordId: string,
): Promise<{ id: string; recordId: string }> {
  const { rows } = await db.execute<{ id: string; recordId: string }>(sql`
    select history_id as id, record_id as "recordId" from history h
    where h.collection = ${collection} and h.record_id = ${recordId}
    order by h.changed_on desc, h.history_id desc limit 1`);
  if (!rows[0]) throw notFound();
  return rows[0];
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
