import { attributeColumn } from "../../../lib/contract/attribute-columns";
import type { ErrorBody } from "../../../lib/contract/errors";
import { attributeOfColumn } from "../../../lib/contract/filters";
import type { ImportDetail } from "../../../lib/contract/imports";
import { recalculate } from "../../attributes/calculation";
import type { StoredValue } from "../../attributes/read-value";
import { attributesOf, writeValues } from "../../attributes/values";
import { conflict } from "../../core/errors";
import { sql } from "../../database/sql";
import { requirePermission } from "../../endpoint/permission";
import type { Context } from "../../endpoint/route";
import { idArray } from "../../members/memberships";
import { attempt } from "../../records/savepoint";
import { attributeVersions, type KeptBefore } from "./kept-before";
import { storedAttributes } from "./plan";
import type { AttributesOfRecord } from "./planned";
import { processChunks } from "./process-chunks";
import { detailOf, lockImport, updateRows } from "./queries";
import type { ImportTarget } from "./targets";

interface Undoable extends Record<string, unknown> {
  rowNumber: number;
  outcome: "created" | "changed";
  recordId: string;
  before: KeptBefore | null;
  version: number;
}

/**
 * Reverts the last unreverted rows, except for later changes by others.
 * @throws {RequestError} 404
 */
export async function undoNext(
  context: Context,
  target: ImportTarget,
  importId: string,
): Promise<ImportDetail> {
  const stored = await lockImport(context, importId);
  let to = stored.undoTo ?? 2_147_483_647;
  const counts = stored.undo;
  await processChunks(async (limit) => {
    const { rows } = await context.db.execute<Undoable>(sql`
      select row_number as "rowNumber", outcome, record_id as "recordId", before, version from import_rows
      where import_id = ${importId} and row_number < ${to} and outcome in ('created', 'changed')
      order by row_number desc limit ${limit}`);
    const kept = await revertRows(context, target, rows);
    const undone = rows.map(({ rowNumber }) => ({ row: rowNumber, error: kept.get(rowNumber) ?? null }));
    await updateRows(
      context.db,
      importId,
      undone,
      sql`is_undone = noted -> 'error' = 'null', error = nullif(noted -> 'error', 'null')`,
    );
    counts.rows += rows.length;
    counts.kept += kept.size;
    counts.undone += rows.length - kept.size;
    to = rows.at(-1)?.rowNumber ?? 0;
    return rows.length === limit;
  });
  await context.db.execute(sql`
    update imports set undo_to = ${to}, undo = ${JSON.stringify(counts)}::text::jsonb where import_id = ${importId}`);
  return detailOf(context, target, importId);
}

/** @returns the reasons why records stay unchanged, by row number */
async function revertRows(
  context: Context,
  target: ImportTarget,
  rows: readonly Undoable[],
): Promise<Map<number, ErrorBody>> {
  const { table } = target;
  const found = await table.lock(
    context.db,
    rows.map(({ recordId }) => recordId),
  );
  const versions = new Map(
    found.map((record) => {
      const { version, [table.idName]: id } = record as unknown as { version: number; [id: string]: unknown };
      return [id, { version, record: record as Record<string, unknown> }] as const;
    }),
  );
  const values = await attributesNow(context, target, rows);
  const isAsLeft = (row: Undoable) =>
    versions.get(row.recordId)?.version === row.version && hasVersions(values.get(row.recordId), row.before);
  const undo = async (each: Context, row: Undoable) => {
    const now = versions.get(row.recordId);
    if (!now || !isAsLeft(row)) throw conflict("importChangedSince");
    if (row.outcome === "created") {
      if (!target.remove) throw conflict("importChangedSince");
      await target.remove(each, [row.recordId]);
      return;
    }
    const { [attributeVersions]: ofAttributes = {}, ...before } = row.before ?? {};
    const ids = Object.keys(ofAttributes);
    const fields = Object.fromEntries(Object.entries(before).filter(([name]) => !attributeOfColumn(name)));
    if (Object.keys(fields).length > 0)
      await target.putBack(each, { recordId: row.recordId, before: fields, stored: now.record });
    await putAttributesBack(each, target, { recordId: row.recordId, ids, before });
  };
  const errors = new Map<number, ErrorBody>();
  const created = new Set(rows.filter((row) => row.outcome === "created" && isAsLeft(row)));
  let isRemoved = false;
  if (created.size > 0 && target.remove) {
    const ids = [...created].map(({ recordId }) => recordId);
    isRemoved = (await attempt(context, async (each) => target.remove?.(each, ids))) === undefined;
  }
  for (const row of rows) {
    if (isRemoved && created.has(row)) continue;
    const error = await attempt(context, (each) => undo(each, row));
    if (error) {
      const { current: _, ...said } = error;
      errors.set(row.rowNumber, said);
    }
  }
  return errors;
}

/** The current values of attributes that the rows have changed. */
function attributesNow(context: Context, target: ImportTarget, rows: readonly Undoable[]) {
  const given = rows.map(({ before, recordId }) => ({
    recordId,
    ids: Object.keys(before?.[attributeVersions] ?? {}),
  }));
  const touched = given.filter(({ ids }) => ids.length > 0);
  return storedAttributes(context.db, target, {
    recordIds: touched.map(({ recordId }) => recordId),
    attributeIds: [...new Set(touched.flatMap(({ ids }) => ids))],
  });
}

function hasVersions(values: AttributesOfRecord | undefined, before: KeptBefore | null): boolean {
  return Object.entries(before?.[attributeVersions] ?? {}).every(
    ([attributeId, version]) => values?.get(attributeId)?.version === version,
  );
}

interface AttributesBefore {
  recordId: string;
  /** Attributes that the import has set. */
  ids: readonly string[];
  before: Readonly<Record<string, unknown>>;
}

/** Restores the exact earlier values, without validating them against newer rules. */
async function putAttributesBack(
  context: Context,
  { attributes }: ImportTarget,
  { recordId, ids, before }: AttributesBefore,
): Promise<void> {
  if (ids.length === 0 || !attributes) return;
  const { table, save } = attributes;
  requirePermission(save.access, context.user.permissions);
  const { db } = context;
  const known = await attributesOf(db, table, ids);
  const valueBefore = (id: string) => before[attributeColumn(id)] as StoredValue | null | undefined;
  const kept = [...known.values()].flatMap((attribute) => {
    const value = valueBefore(attribute.attributeId);
    return value ? [[attribute, value] as const] : [];
  });
  await writeValues(db, table, recordId, kept);
  await db.execute(sql`delete from ${table.name} where ${table.recordId} = ${recordId}
    and attribute_id = any(${idArray(ids.filter((id) => !valueBefore(id)))})`);
  await recalculate(db, { record: { table, recordId } });
}
