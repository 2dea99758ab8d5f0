import type * as z from "zod";
import { apartType, isRestorable } from "../audit/change-types";
import { changeNames, changeOf, newestChangeOf } from "../audit/history";
import { type PartEntry, type RecordedPart, stateAt } from "../audit/recorded-state";
import { conflict } from "../core/errors";
import { parseWith } from "../endpoint/input";
import type { Context } from "../endpoint/route";
import type { AnyRecords, DetailOf, RecordTable } from "./table";

/** Differences between a part's earlier and current state. */
export interface PartDifferences {
  given: readonly PartEntry[];
  taken: readonly PartEntry[];
  changed: readonly PartEntry[];
}

/** A part of a record with a restorable earlier state. */
export interface RestorablePart extends RecordedPart {
  /**
   * @returns the entries left unchanged, because they are gone or the caller may not change them
   * @throws {RequestError} 403 for granting more than the caller may
   */
  restore: (context: Context, recordId: string, differences: PartDifferences) => Promise<readonly string[]>;
}

/** Restores a part that is recorded separately; returns whether it could. */
export type RestoreApart = (context: Context, recordId: string, then: unknown) => Promise<boolean>;

interface Restoring<R extends AnyRecords, Edit extends z.ZodObject> {
  parts: readonly RestorablePart[];
  apart: Readonly<Record<string, RestoreApart>>;
  /** The schema of saved fields; files are excluded. */
  edit: Edit;
  save: (context: Context, recordId: string, values: z.output<Edit>) => Promise<unknown>;
  read: (context: Context, recordId: string) => Promise<DetailOf<R>>;
}

interface Call {
  params: Readonly<Record<string, string>>;
  query: { isProceed?: boolean };
  context: Context;
}

/**
 * Restores a record to its state after a change, with all parts of that state; leaves everything else unchanged.
 * @throws {RequestError} 404; 409 for a deleted record and for a change without a state; 400 for values no longer
 * allowed; 403 for more than the caller may grant; 409 `restoredInPart` when parts cannot be restored, unless accepted
 */
export async function restoreState<R extends AnyRecords, Edit extends z.ZodObject>(
  table: RecordTable<R>,
  { parts, apart, edit, save, read }: Restoring<R, Edit>,
  { params, query, context }: Call,
): Promise<DetailOf<R>> {
  const { db, language, user } = context;
  const { records, idName } = table;
  const recordId = params[idName] as string;
  const { type = "", historyId = "" } = params;
  const change = await changeOf(context, records.area, recordId, { type, historyId });
  const [stored] = await table.lock(db, [recordId]);
  if (!stored) throw conflict("restoreDeletedFirst");
  const recorded = { collection: records.area as string, idName: idName as string, parts };
  const names = Object.keys(apart);
  const held = user.permissions;
  const then = await stateAt(db, recorded, change);
  if (!then || !isRestorable({ idName, parts, apart: names, held }, type)) throw conflict("notRestorable");
  const now = await stateAt(db, recorded, await newestChangeOf(db, records.area, recordId));
  const values = differingValues(table, edit, then.fields, stored as Readonly<Record<string, unknown>>);
  if (values) await save(context, recordId, parseWith(edit, values));
  const kept: string[] = [];
  for (const [changeType, what] of then.apart) {
    const name = Object.keys(what).find((key) => key in apart);
    const isSame = same(what, now?.apart.get(changeType));
    if (!name && !isSame) kept.push(changeNames[language][changeType] ?? changeType);
  }
  for (const name of names)
    if (name in then.fields && !same(then.fields[name], now?.fields[name]))
      if (!(await apart[name]?.(context, recordId, then.fields[name])))
        kept.push(changeNames[language][apartType(idName, name)] ?? name);
  for (const part of parts) {
    const entries = then.parts.get(part.name);
    if (!entries || !part.seenWith.every((permission) => held.has(permission))) continue;
    const differences = differencesOf(entries, now?.parts.get(part.name) ?? []);
    if (Object.values(differences).flat().length > 0)
      kept.push(...(await part.restore(context, recordId, differences)));
  }
  if (kept.length > 0 && !query.isProceed)
    throw conflict("restoredInPart", { names: [...new Set(kept)].join(", ") });
  return read(context, recordId);
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The record's own fields to save; undefined when nothing differs. */
function differingValues<R extends AnyRecords>(
  { columns }: RecordTable<R>,
  edit: z.ZodObject,
  then: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  const written = columns.filter(({ traits, name }) => traits.readOnly !== true && name in edit.shape);
  const values = Object.fromEntries(
    written.map(({ name, column }) => {
      const recorded = camelCase(column);
      return [name, recorded in then ? then[recorded] : stored[name]];
    }),
  );
  return written.some(({ name }) => !same(values[name], stored[name])) ? values : undefined;
}

/** role_name -> roleName, as in the history. */
const camelCase = (column: string) => column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

function differencesOf(then: readonly PartEntry[], now: readonly PartEntry[]): PartDifferences {
  const before = new Map(then.map((entry) => [entry.key, entry]));
  const after = new Map(now.map((entry) => [entry.key, entry]));
  return {
    given: then.filter(({ key }) => !after.has(key)),
    taken: now.filter(({ key }) => !before.has(key)),
    // A changed label is not a change of the entry.
    changed: then.filter(({ key, state }) => {
      const other = after.get(key)?.state;
      return other !== undefined && !same(state.attributeValue, other.attributeValue);
    }),
  };
}
