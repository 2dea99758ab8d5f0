import type { RecordColumnKind } from "../../../lib/contract/column-traits";
import type { ErrorBody } from "../../../lib/contract/errors";
import { type Raw, valuesOfRecords } from "../../attributes/values";
import { type FieldFault, invalid, type RequestError } from "../../core/errors";
import type { Database } from "../../database/transaction";
import { errorBodyOf, requestErrorOf } from "../../endpoint/error-response";
import { parseWith } from "../../endpoint/input";
import { requirePermission } from "../../endpoint/permission";
import type { Context } from "../../endpoint/route";
import { type NamedOptions, namedOptions } from "./attribute-cells";
import { type AttributePlan, planAttributes } from "./attribute-plan";
import { findIds } from "./find-records";
import type { AttributesOfRecord, KeptRow, OfRow, Plan, ReadRow } from "./planned";
import { readRow } from "./read-row";
import { type ShownValue, shownValue } from "./shown";
import { type ImportField, type ImportTarget, needed } from "./targets";

type Stored = Record<string, unknown> & { version: number };

interface Planning {
  context: Context;
  target: ImportTarget;
  fields: readonly (ImportField | undefined)[];
  options: NamedOptions;
}

/** Finds the records of rows, locks them, and plans the changes without executing them. */
export async function planRows(
  context: Context,
  target: ImportTarget,
  fields: readonly (ImportField | undefined)[],
  rows: readonly KeptRow[],
): Promise<Plan[]> {
  const read = rows.map((row) => ({ ...row, ...readRow(target, fields, row.cells, context) }));
  const ids = await findIds(context.db, target, read);
  const found = await target.table.lock(context.db, [...new Set(ids.values())]);
  const stored = new Map(found.map((record) => [recordIdOf(target, record), record as unknown as Stored]));
  const attributed = fields.flatMap((field, index) =>
    field?.attribute
      ? { attribute: field.attribute, cells: rows.map(({ cells }) => cells[index] ?? null) }
      : [],
  );
  const values = await storedAttributes(context.db, target, {
    recordIds: [...stored.keys()],
    attributeIds: attributed.map(({ attribute }) => attribute.attributeId),
  });
  const planning = { context, target, fields, options: await namedOptions(context, attributed) };
  return read.map((row) => {
    const record = stored.get(ids.get(row.rowNumber) ?? "");
    const known = record && (values.get(recordIdOf(target, record)) ?? new Map());
    return planOf(planning, row, record, known);
  });
}

const recordIdOf = ({ table }: ImportTarget, record: object) =>
  String((record as Record<string, unknown>)[table.idName]);

/** Stored values by record id and attribute id. */
export async function storedAttributes(
  db: Database,
  { attributes }: ImportTarget,
  asked: { recordIds: readonly string[]; attributeIds: readonly string[] },
): Promise<ReadonlyMap<string, AttributesOfRecord>> {
  const values = new Map<string, Map<string, Raw>>();
  for (const row of attributes ? await valuesOfRecords(db, attributes.table, asked) : []) {
    const ofRecord = values.get(row.recordId as string) ?? new Map<string, Raw>();
    values.set(row.recordId as string, ofRecord.set(row.attributeId as string, row));
  }
  return values;
}

function planOf(
  planning: Planning,
  row: ReadRow,
  stored: Stored | undefined,
  values: AttributesOfRecord | undefined,
): Plan {
  const { context, target, fields, options } = planning;
  const { rowNumber, recordId, twin } = row;
  const of = { rowNumber, recordId: stored && recordIdOf(target, stored) };
  try {
    const attributes = planAttributes(fields, row.cells, { reader: context, options, values });
    const faults: FieldFault[] = [...row.faults, ...attributes.faults];
    if (twin !== null) faults.push({ propertyName: "", rule: "importDuplicate", values: { row: twin } });
    if (recordId !== undefined && !stored)
      faults.push({ propertyName: target.table.idName, rule: "unknown" });
    if (faults.length > 0) throw invalid(faults);
    if (attributes.given.length > 0 && target.attributes)
      requirePermission(target.attributes.save.access, context.user.permissions);
    return stored
      ? changeOf(context, target, stored, { values: row.values, attributes, of })
      : creationOf(context, target, { values: row.values, attributes, of });
  } catch (error) {
    return { ...of, outcome: "faulty", error: bodyOf(context, requestErrorOf(error)) };
  }
}

export function bodyOf(context: Context, error: RequestError): ErrorBody {
  if (error.status >= 500) throw error;
  const { current: _, ...body } = errorBodyOf(error, context.language, context.requestId);
  return body;
}

interface GivenRow {
  values: Record<string, unknown>;
  attributes: AttributePlan;
  of: OfRow;
}

function creationOf(context: Context, target: ImportTarget, { values, attributes, of }: GivenRow): Plan {
  const { create, fields, area } = target;
  requirePermission(create.access, context.user.permissions);
  // Omits empty values, so that a new record gets the defaults.
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const shown = Object.entries(given).map(([name, value]) => ({
    field: name,
    value: shownValue({ area, name, kind: kindOf(fields, name) }, value, context),
  }));
  return {
    ...of,
    outcome: "created",
    body: parseWith(create.body, given),
    attributes: attributes.given,
    shown: [...shown, ...attributes.shown],
  };
}

const kindOf = (fields: readonly ImportField[], name: string): RecordColumnKind =>
  fields.find((field) => field.name === name)?.column?.kind ?? "text";

function changeOf(
  context: Context,
  target: ImportTarget,
  stored: Stored,
  { values, attributes, of }: GivenRow,
): Plan {
  const { fields, save, area } = target;
  const given: Record<string, unknown> = {};
  const shown: ShownValue[] = [];
  for (const { name, column } of fields) {
    if (!column || !(name in values)) continue;
    const value = values[name] ?? emptyOf(column, stored[name]);
    if (isSame(column.kind, value, stored[name])) continue;
    given[name] = value;
    const inWords = (one: unknown) => shownValue({ area, name, kind: column.kind }, one, context);
    shown.push({ field: name, value: inWords(value), before: inWords(stored[name]) });
  }
  const named = Object.keys(given);
  if (named.length === 0 && attributes.given.length === 0) return { ...of, outcome: "unchanged" };
  if (named.length > 0) requirePermission(save.access, context.user.permissions);
  const body =
    named.length > 0
      ? parseWith(save.body, { ...needed(fields, stored), ...given, version: stored.version })
      : undefined;
  const before = Object.fromEntries(named.map((name) => [name, stored[name]]));
  return {
    ...of,
    outcome: "changed",
    body,
    attributes: attributes.given,
    fields: [...named, ...attributes.names],
    before: { ...before, ...attributes.before },
    shown: [...shown, ...attributes.shown],
  };
}

/** The value for an empty cell: null if allowed, else the stored one. */
function emptyOf({ kind, isNullable }: NonNullable<ImportField["column"]>, stored: unknown): unknown {
  if (isNullable) return null;
  return kind === "text" || kind === "html" ? "" : stored;
}

/** Files contain instants to the minute. */
function isSame(kind: RecordColumnKind, value: unknown, stored: unknown): boolean {
  if (kind !== "instant" || typeof value !== "string" || typeof stored !== "string") return value === stored;
  const [one, other] = [value, stored].map((text) => Math.floor(Date.parse(text) / 60_000));
  return one === other;
}
