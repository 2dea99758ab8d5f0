import type * as z from "zod";
import type { Endpoint } from "../../lib/contract/endpoint";
import { historyHandlers } from "../audit/history";
import { lastUpdateIn } from "../audit/last-update";
import { notFound, stale } from "../core/errors";
import { countDistinct, distinctIds } from "../database/uuid";
import type { Context, CreateHandler, Handler } from "../endpoint/route";
import { exportHandler } from "../export/export";
import type { ExportName } from "../export/texts";
import { listFacts, listPage } from "../lists/list";
import { restoreState } from "./restore-state";
import { valuesPart } from "./restored-values";
import type { RecordRules } from "./rules";
import { saveEach } from "./savepoint";
import type { AnyRecords, DetailOf, RecordTable, ValuesOf } from "./table";

export type { RecordRules } from "./rules";

/** Handlers of the calls that `defineRecords` declares. */
export type RecordHandlers<R extends AnyRecords> = {
  [Name in keyof R["calls"]]: R["calls"][Name] extends Endpoint
    ? Name extends "create"
      ? CreateHandler<R["calls"][Name]>
      : Handler<R["calls"][Name]>
    : never;
};

interface Call {
  params: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: as the schemas of the area have read them
  query: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  body: any;
  context: Context;
}

/**
 * The handlers of an area's records. Override one by spreading: `implement(contract.roles, { ...recordHandlers(table,
 * rules), remove: … })`. An area with its own saving needs it in `bulkSave` and `restoreState`, too.
 */
export function recordHandlers<R extends AnyRecords>(
  table: RecordTable<R>,
  rules: RecordRules<R> = {},
): RecordHandlers<R> {
  const { records, list, idName } = table;
  const idOf = ({ params }: Call) => params[idName] as string;
  const detail = (call: Call) => table.get(call.context.db, idOf(call));
  return {
    list: ({ query, context }: Call) => listPage(context.db, list, query, listFacts(context)),
    listLastUpdate: ({ context }: Call) => lastUpdateIn(context.db, table.name),
    detail,
    lastUpdate: detail,
    create: {
      handle: ({ body, context }: Call) => createRecord(table, rules, context, body),
      bulk: {
        createAll: (context: Context, bodies: readonly ValuesOf<R>[]) =>
          createRecords(table, rules, context, bodies),
        isChecked: rules.check !== undefined,
      },
    },
    save: (call: Call) => saveRecord(table, rules, call.context, idOf(call), call.body),
    bulkSave: ({ body, context }: Call) =>
      saveEach(context, body[`${idName}s`], (each, recordId) =>
        saveRecord(table, rules, each, recordId, body.values),
      ),
    remove: ({ query, context }: Call) => removeRecords(table, rules, context, query[`${idName}s`]),
    restoreDeleted: ({ query, body, context }: Call) =>
      restoreRecords(table, rules, context, body[`${idName}s`], query),
    restoreState: restoreStateBy(table, rules, {
      edit: records.edit,
      save: (context, recordId, values) => saveRecord(table, rules, context, recordId, values as never),
      read: ({ db }, recordId) => table.get(db, recordId),
    }),
    export: exportHandler({ name: records.area as ExportName, source: list, columns: records.exportColumns }),
    ...historyHandlers(records.area, idName, table.idColumn, {
      references: table.references,
      parts: partsOf(table, rules),
      apart: Object.keys(rules.apart ?? {}),
    }),
  } as never;
}

const partsOf = <R extends AnyRecords>({ records }: RecordTable<R>, { parts = [] }: RecordRules<R>) => {
  const values = valuesPart(records);
  return values ? [...parts, values] : parts;
};

/** Restores a record's earlier state, for an area with its own saving. */
export const restoreStateBy =
  <R extends AnyRecords, Edit extends z.ZodObject>(
    table: RecordTable<R>,
    rules: RecordRules<R>,
    by: Pick<Parameters<typeof restoreState<R, Edit>>[1], "edit" | "save" | "read">,
  ) =>
  (call: Pick<Call, "params" | "query" | "context">) =>
    restoreState(table, { ...by, parts: partsOf(table, rules), apart: rules.apart ?? {} }, call);

/** All or none, in one statement. @throws {RequestError} as {@link createRecord} does */
async function createRecords<R extends AnyRecords>(
  table: RecordTable<R>,
  { check, afterSaving }: RecordRules<R>,
  context: Context,
  given: readonly ValuesOf<R>[],
): Promise<string[]> {
  for (const one of given) await check?.(context, one);
  const recordIds = await table.insertAll(context.db, given);
  for (const [at, one] of given.entries()) await afterSaving?.(context, recordIds[at] as string, one);
  return recordIds;
}

/** @throws {RequestError} as the rules do, 400 on a value that another record has */
export async function createRecord<R extends AnyRecords>(
  table: RecordTable<R>,
  rules: RecordRules<R>,
  context: Context,
  given: ValuesOf<R>,
): Promise<string> {
  const [recordId = ""] = await createRecords(table, rules, context, [given]);
  return recordId;
}

/**
 * Leaves omitted fields unchanged (FM-10).
 * @throws {RequestError} 404, as the rules do, 409 with the stored record, 400 on a value that another record has
 */
export async function saveRecord<R extends AnyRecords>(
  table: RecordTable<R>,
  { mayEdit, check, afterSaving }: RecordRules<R>,
  context: Context,
  recordId: string,
  given: Partial<ValuesOf<R>> & { version?: number },
): Promise<DetailOf<R>> {
  const { db } = context;
  const [stored] = await table.lock(db, [recordId]);
  if (!stored) throw notFound();
  mayEdit?.(stored);
  if (given.version !== undefined && given.version !== stored.version) throw stale(stored);
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  const next = { ...stored, ...Object.fromEntries(named) } as unknown as ValuesOf<R>;
  await check?.(context, next, stored);
  await table.update(db, recordId, given);
  await afterSaving?.(context, recordId, next, stored);
  return table.get(db, recordId);
}

/**
 * Archives all or none.
 * @throws {RequestError} 404 when one does not exist, and as the rules do
 */
export async function removeRecords<R extends AnyRecords>(
  table: RecordTable<R>,
  { beforeRemoval }: RecordRules<R>,
  context: Context,
  recordIds: readonly string[],
): Promise<null> {
  const { db } = context;
  const ids = distinctIds(recordIds);
  const found = await table.lock(db, ids);
  if (found.length !== countDistinct(recordIds)) throw notFound();
  await beforeRemoval?.(context, found);
  await table.archive(db, ids);
  return null;
}

/**
 * Unarchives records, all or none.
 * @throws {RequestError} 404 when one is not archived, 400 on a value that another record has by now, and as the rules
 * do
 */
export async function restoreRecords<R extends AnyRecords>(
  table: RecordTable<R>,
  { beforeRestoring, afterRestoring }: RecordRules<R>,
  context: Context,
  recordIds: readonly string[],
  accepted: { isProceed?: boolean } = {},
): Promise<null> {
  const { db } = context;
  const ids = distinctIds(recordIds);
  const found = await table.lockDeleted(db, ids);
  if (found.length !== countDistinct(recordIds)) throw notFound();
  await beforeRestoring?.(context, found);
  await table.unarchive(db, ids);
  await afterRestoring?.(context, found, accepted);
  return null;
}
