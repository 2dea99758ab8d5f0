import { sql } from "drizzle-orm";
import type { ErrorBody } from "../../lib/contract/errors";
import type { ImportDetail } from "../../lib/contract/imports";
import { conflict } from "../http/errors";
import type { Context } from "../http/route";
import { attempt } from "../records/savepoint";
import { detailOf, lockImport, updateRows } from "./queries";
import type { ImportTarget } from "./targets";
import { processChunks } from "./work";

interface Undoable extends Record<string, unknown> {
  rowNumber: number;
  outcome: "created" | "changed";
  recordId: string;
  before: Record<string, unknown> | null;
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
  const undo = async (each: Context, row: Undoable) => {
    const now = versions.get(row.recordId);
    if (now?.version !== row.version) throw conflict("importChangedSince");
    if (row.outcome === "created") {
      if (!target.remove) throw conflict("importChangedSince");
      await target.remove(each, [row.recordId]);
      return;
    }
    await target.putBack(each, { recordId: row.recordId, before: row.before ?? {}, stored: now.record });
  };
  const errors = new Map<number, ErrorBody>();
  const created = new Set(
    rows.filter(
      ({ outcome, recordId, version }) =>
        outcome === "created" && versions.get(recordId)?.version === version,
    ),
  );
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
