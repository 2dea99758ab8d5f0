// See docs/decisions/0080.

import type { ErrorBody } from "../../../lib/contract/errors";
import type { ImportDetail } from "../../../lib/contract/imports";
import { conflict } from "../../core/errors";
import { settleAll } from "../../database/settle-all";
import { sql } from "../../database/sql";
import type { Context } from "../../endpoint/route";
import { attempt, inSavepoint } from "../../records/savepoint";
import { keptOf } from "./kept-before";
import { planRows } from "./plan";
import type { Carried, KeptRow, Plan } from "./planned";
import { chunksOf, processChunks } from "./process-chunks";
import { detailOf, fieldsOfImport, lockImport, type StoredImport, updateRows } from "./queries";
import { saveAttributes } from "./save-attributes";
import type { ImportTarget } from "./targets";

/**
 * Simulates the import of the next rows and rolls it back.
 * @throws {RequestError} 404, 409 once it runs
 */
export async function dryRunNext(
  context: Context,
  target: ImportTarget,
  importId: string,
): Promise<ImportDetail> {
  const stored = await lockImport(context, importId);
  if (stored.runTo > 0) throw conflict("importBegun");
  await processChunks(
    (rows) => processRows(context, target, stored, { phase: "dryRun", limit: rows }),
    chunksOf(stored),
  );
  return detailOf(context, target, stored.importId);
}

/**
 * Imports the next rows. Commits a row's changes together with its result, so that none is processed twice.
 * @throws {RequestError} 404, 409 once it is undone; in all-or-nothing mode also without a complete dry run, and after
 * an error
 */
export async function runNext(
  context: Context,
  target: ImportTarget,
  importId: string,
  given: { isAllOrNothing: boolean },
): Promise<ImportDetail> {
  const stored = await lockImport(context, importId);
  if (stored.undoTo !== null) throw conflict("importBegun");
  const isAllOrNothing = stored.isAllOrNothing ?? given.isAllOrNothing;
  const { dryRun, rowCount, run } = stored;
  const isClean = dryRun.rows === rowCount && dryRun.faulty === 0;
  if (isAllOrNothing && (!isClean || run.faulty > 0)) throw conflict("importFaults");
  if (stored.isAllOrNothing === null)
    await context.db.execute(
      sql`update imports set is_all_or_nothing = ${isAllOrNothing} where import_id = ${importId}`,
    );
  await processChunks(async (rows) => {
    const isMore = await processRows(context, target, stored, { phase: "run", limit: rows });
    return isMore && !(isAllOrNothing && stored.run.faulty > 0);
  }, chunksOf(stored));
  context.afterCommit(() => analyzeGrown(context, target, stored.run.created));
  return detailOf(context, target, stored.importId);
}

/**
 * Analyzes a table that has at least doubled since its statistics. Autovacuum would do so within a minute or two,
 * during which plans read all of a tenant's rows instead of an index.
 */
async function analyzeGrown(
  { connection }: Context,
  { table }: ImportTarget,
  created: number,
): Promise<void> {
  await connection
    .transaction("owner", async (db) => {
      const { rows } = await db.execute<{ isGrown: boolean }>(
        sql`select reltuples * 2 < ${created}::float8 as "isGrown" from pg_class where oid = ${table.name}::regclass`,
      );
      if (rows[0]?.isGrown) await db.execute(sql`analyze ${table.from}`);
    })
    // The import itself has succeeded.
    .catch(() => {});
}

/** False when no row was left. */
async function processRows(
  context: Context,
  target: ImportTarget,
  stored: StoredImport,
  { phase, limit }: { phase: "dryRun" | "run"; limit: number },
): Promise<boolean> {
  const { db } = context;
  const isDry = phase === "dryRun";
  const { rows } = await db.execute<KeptRow & Record<string, unknown>>(sql`
    select row_number as "rowNumber", cells, twin from import_rows
    where import_id = ${stored.importId} and row_number > ${isDry ? stored.dryRunTo : stored.runTo}
    order by row_number limit ${limit}`);
  const last = rows.at(-1);
  if (!last) return false;
  const plans = await planRows(
    context,
    target,
    await fieldsOfImport(context, target, stored),
    rows as readonly KeptRow[],
  );
  const results = await executePlans(context, target, plans, isDry);
  const counts = stored[phase];
  for (const { outcome } of results) {
    counts.rows += 1;
    counts[outcome] += 1;
  }
  const set = isDry ? sql`dry_run_to = ${last.rowNumber}, dry_run` : sql`run_to = ${last.rowNumber}, run`;
  await settleAll(
    storeResults(context, target, stored.importId, results, isDry),
    db.execute(
      sql`update imports set ${set} = ${JSON.stringify(counts)}::text::jsonb where import_id = ${stored.importId}`,
    ),
  );
  if (isDry) stored.dryRunTo = last.rowNumber;
  else stored.runTo = last.rowNumber;
  return rows.length === limit;
}

class DryRunRollback extends Error {}

/** Executes the plan; a dry run is rolled back. */
async function executePlans(
  context: Context,
  target: ImportTarget,
  plans: readonly Plan[],
  isDry: boolean,
): Promise<Carried[]> {
  const due = plans.filter(({ outcome }) => outcome === "created" || outcome === "changed");
  if (due.length === 0) return [...plans];
  const done = new Map<number, Carried>();
  const carry = async (each: Context) => {
    for (const plan of await executeBisecting(each, target, due)) done.set(plan.rowNumber, plan);
  };
  if (isDry)
    await inSavepoint(context, async (each) => {
      await carry(each);
      throw new DryRunRollback();
    }).catch((error: unknown) => {
      if (!(error instanceof DryRunRollback)) throw error;
    });
  else await carry(context);
  return plans.map((plan) => {
    const result = done.get(plan.rowNumber) ?? plan;
    // The created record does not exist.
    return isDry && result.outcome === "created" ? { ...result, recordId: undefined } : result;
  });
}

/** Processes all rows together, and on refusal each half separately, down to the refused row. */
async function executeBisecting(
  context: Context,
  target: ImportTarget,
  plans: readonly Carried[],
): Promise<readonly Carried[]> {
  const [only, ...others] = plans;
  if (only && others.length === 0) {
    let carried: readonly Carried[] = plans;
    const error = await attempt(context, async (each) => {
      carried = await executeAll(each, target, plans);
    });
    return error ? [refused(only, error)] : carried;
  }
  try {
    return await inSavepoint(context, (each) => executeAll(each, target, plans));
  } catch {
    // An error that no row causes, such as an unavailable database, will recur.
    const half = Math.ceil(plans.length / 2);
    const first = await executeBisecting(context, target, plans.slice(0, half));
    return [...first, ...(await executeBisecting(context, target, plans.slice(half)))];
  }
}

function refused({ rowNumber, recordId }: Plan, { current: _, ...error }: ErrorBody): Plan {
  return { rowNumber, recordId, outcome: "faulty", error };
}

/** All or none: new records first, in the order of their rows. */
async function executeAll(
  context: Context,
  target: ImportTarget,
  plans: readonly Carried[],
): Promise<Carried[]> {
  const { create, save, isIndependent } = target;
  const created = plans.filter((plan) => plan.outcome === "created");
  const changed = plans.filter((plan) => plan.outcome === "changed");
  const bodies = created.map(({ body }) => body);
  const ids = bodies.length > 0 ? await create.handleAll(context, bodies) : [];
  const change = async ({ body, recordId = "" }: (typeof changed)[number]) =>
    body === undefined ? undefined : save.handle(context, body, recordId);
  if (isIndependent) await settleAll(...changed.map(change));
  else for (const plan of changed) await change(plan);
  const done = [...created.map((plan, index) => ({ ...plan, recordId: ids[index] })), ...changed];
  const versions: Carried[] = [];
  for (const plan of done) versions.push({ ...plan, versions: await saveAttributes(context, target, plan) });
  return versions;
}

/** Stores the results of rows, and the data to revert them. */
async function storeResults(
  { db }: Context,
  { table }: ImportTarget,
  importId: string,
  results: readonly Carried[],
  isDry: boolean,
): Promise<void> {
  const noted = results.map((plan) => ({
    row: plan.rowNumber,
    outcome: plan.outcome,
    fields: plan.outcome === "changed" ? plan.fields : [],
    error: plan.outcome === "faulty" ? plan.error : null,
    record: plan.recordId ?? null,
    shown: "shown" in plan ? plan.shown : [],
    before: isDry ? null : keptOf(plan),
  }));
  const versions = isDry
    ? sql`null::integer`
    : sql`(select r.version from ${table.from} r where ${table.id} = (noted ->> 'record')::uuid)`;
  await updateRows(
    db,
    importId,
    noted,
    sql`outcome = noted ->> 'outcome', fields = noted -> 'fields', shown = noted -> 'shown', error = nullif(noted -> 'error', 'null'),
      record_id = (noted ->> 'record')::uuid, before = nullif(noted -> 'before', 'null'), version = ${versions}`,
  );
}
