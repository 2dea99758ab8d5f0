import { sql } from "drizzle-orm";
import type { RecordColumnKind } from "../../lib/contract/columns";
import type { ErrorBody } from "../../lib/contract/errors";
import type { Database } from "../database/transaction";
import { distinctIds } from "../database/uuid";
import { errorBodyOf, requestErrorOf } from "../http/error-response";
import { type FieldFault, invalid, type RequestError } from "../http/errors";
import { parseWith } from "../http/input";
import { requirePermission } from "../http/permission";
import type { Context } from "../http/route";
import type { Cell } from "./file/cell";
import { type RowValues, readRow } from "./read-row";
import { type ImportField, type ImportTarget, needed } from "./targets";

/** A stored row. */
export interface StoredRow {
  rowNumber: number;
  cells: readonly Cell[];
  /** The earlier row of the same record. */
  twin: number | null;
}

type Stored = Record<string, unknown> & { version: number };

interface OfRow {
  rowNumber: number;
  recordId?: string;
}

/** The planned action for a row. */
export type Plan = OfRow &
  (
    | { outcome: "faulty"; error: ErrorBody }
    | { outcome: "unchanged" }
    | { outcome: "created"; body: unknown }
    | { outcome: "changed"; body: unknown; fields: string[]; before: Record<string, unknown> }
  );

/** Finds and locks the records of rows, and plans an action for each. Changes nothing. */
export async function planRows(
  context: Context,
  target: ImportTarget,
  fields: readonly (ImportField | undefined)[],
  rows: readonly StoredRow[],
): Promise<Plan[]> {
  const read = rows.map((row) => ({ ...row, ...readRow(target, fields, row.cells, context) }));
  const ids = await findIds(context.db, target, read);
  const found = await target.table.lock(context.db, [...new Set(ids.values())]);
  const stored = new Map(found.map((record) => [recordIdOf(target, record), record as unknown as Stored]));
  return read.map((row) => planOf(context, target, row, stored.get(ids.get(row.rowNumber) ?? "")));
}

const recordIdOf = ({ table }: ImportTarget, record: object) =>
  String((record as Record<string, unknown>)[table.idName]);

type ReadRow = StoredRow & RowValues;

/** The records of rows by row number: by the id in the row, else by an equal unique name. */
async function findIds(
  db: Database,
  { table, fields }: ImportTarget,
  rows: readonly ReadRow[],
): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const { rowNumber, recordId } of rows) {
    const [id] = recordId === undefined ? [] : distinctIds([recordId]);
    if (id) found.set(rowNumber, id);
  }
  for (const { name, column } of fields) {
    const stored = table.columns.find((one) => one.name === name);
    if (!column?.traits.unique || !stored) continue;
    const asked = rows.filter(({ rowNumber, recordId, values }) => {
      return recordId === undefined && !found.has(rowNumber) && values[name] !== undefined;
    });
    if (asked.length === 0) continue;
    const named = JSON.stringify(asked.map(({ rowNumber, values }) => [rowNumber, values[name]]));
    // A separate lookup per row can use the phrase index, while a join would read all records.
    const { rows: matched } = await db.execute<{ rowNumber: number; id: string }>(sql`
      select (asked.value ->> 0)::int as "rowNumber", same.id from jsonb_array_elements(${named}::text::jsonb) as asked
      cross join lateral (
        select ${table.id} as id from ${table.list.search.rows}
        where lower(r.${sql.identifier(stored.column)}) = lower(asked.value ->> 1) and r.archived_on is null limit 1
      ) as same`);
    for (const { rowNumber, id } of matched) found.set(rowNumber, id);
  }
  return found;
}

function planOf(context: Context, target: ImportTarget, row: ReadRow, stored: Stored | undefined): Plan {
  const { rowNumber, recordId, twin, values } = row;
  const of = { rowNumber, recordId: stored && recordIdOf(target, stored) };
  try {
    const faults: FieldFault[] = [...row.faults];
    if (twin !== null) faults.push({ propertyName: "", rule: "importDuplicate", values: { row: twin } });
    if (recordId !== undefined && !stored)
      faults.push({ propertyName: target.table.idName, rule: "unknown" });
    if (faults.length > 0) throw invalid(faults);
    return stored ? changeOf(context, target, stored, values, of) : creationOf(context, target, values, of);
  } catch (error) {
    return { ...of, outcome: "faulty", error: bodyOf(context, requestErrorOf(error)) };
  }
}

export function bodyOf(context: Context, error: RequestError): ErrorBody {
  if (error.status >= 500) throw error;
  const { current: _, ...body } = errorBodyOf(error, context.language, context.requestId);
  return body;
}

function creationOf({ user }: Context, { create }: ImportTarget, values: object, of: OfRow): Plan {
  requirePermission(create.access, user.permissions);
  // Empty cells get the defaults of a new record.
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  return { ...of, outcome: "created", body: parseWith(create.body, given) };
}

function changeOf(
  { user }: Context,
  { fields, save }: ImportTarget,
  stored: Stored,
  values: Record<string, unknown>,
  of: OfRow,
): Plan {
  const given: Record<string, unknown> = {};
  for (const { name, column } of fields) {
    if (!column || !(name in values)) continue;
    const value = values[name] ?? emptyOf(column, stored[name]);
    if (!isSame(column.kind, value, stored[name])) given[name] = value;
  }
  const named = Object.keys(given);
  if (named.length === 0) return { ...of, outcome: "unchanged" };
  requirePermission(save.access, user.permissions);
  const body = parseWith(save.body, { ...needed(fields, stored), ...given, version: stored.version });
  const before = Object.fromEntries(named.map((name) => [name, stored[name]]));
  return { ...of, outcome: "changed", body, fields: named, before };
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
