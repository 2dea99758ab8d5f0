import { sql } from "drizzle-orm";
import type { ErrorBody } from "../../lib/contract/errors";
import type { ImportDetail } from "../../lib/contract/imports";
import { conflict } from "../http/errors";
import type { Context } from "../http/route";
import { attempt, inSavepoint } from "../records/handlers";
import { type KeptRow, type Plan, planRows } from "./plan";
import { detailOf, fieldsOfImport, lockImport, noteOnRows, type StoredImport } from "./queries";
import type { ImportTarget } from "./targets";

/** Rows that are read, decided on and written together. */
export const chunk = 100;
/** Milliseconds after which a call answers how far it is: the embedded database serves nobody else meanwhile. */
const longestStep = 400;

/** Takes chunk after chunk for a while, or until there is none left. */
export async function forAWhile(work: () => Promise<boolean>): Promise<void> {
  const began = performance.now();
  while (await work()) if (performance.now() - began > longestStep) return;
}

/**
 * Does what the import would do with the next rows, and takes it back.
 * @throws {RequestError} 404, 409 once it runs
 */
export async function dryRunNext(
  context: Context,
  target: ImportTarget,
  importId: string,
): Promise<ImportDetail> {
  const stored = await lockImport(context, importId);
  if (stored.runTo > 0) throw conflict("importBegun");
  await forAWhile(() => workThrough(context, target, stored, "dryRun"));
  return detailOf(context, target, stored.importId);
}

/**
 * Imports the next rows. What a row does is committed together with what is noted of it, so that none is done twice.
 * @throws {RequestError} 404, 409 once it is undone; of all or nothing also without a dry run of all rows, and after a fault
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
  await forAWhile(async () => {
    const isMore = await workThrough(context, target, stored, "run");
    return isMore && !(isAllOrNothing && stored.run.faulty > 0);
  });
  context.afterCommit(() => analyzeGrown(context, target, stored.run.created));
  return detailOf(context, target, stored.importId);
}

/**
 * Has PostgreSQL look at a table that has grown to twice of what it knows of or more. It does so by itself within a minute or two, for which
 * it would read all of a tenant's rows where an index leads to one.
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
    // What was imported is imported.
    .catch(() => {});
}

/** False when no row was left. */
async function workThrough(
  context: Context,
  target: ImportTarget,
  stored: StoredImport,
  phase: "dryRun" | "run",
): Promise<boolean> {
  const { db } = context;
  const isDry = phase === "dryRun";
  const { rows } = await db.execute<KeptRow & Record<string, unknown>>(sql`
    select row_number as "rowNumber", cells, twin from import_rows
    where import_id = ${stored.importId} and row_number > ${isDry ? stored.dryRunTo : stored.runTo}
    order by row_number limit ${chunk}`);
  const last = rows.at(-1);
  if (!last) return false;
  const plans = await planRows(context, target, fieldsOfImport(target, stored), rows as readonly KeptRow[]);
  const results = await carryOut(context, target, plans, isDry);
  await note(context, target, stored.importId, results, isDry);
  const counts = stored[phase];
  for (const { outcome } of results) {
    counts.rows += 1;
    counts[outcome] += 1;
  }
  const set = isDry ? sql`dry_run_to = ${last.rowNumber}, dry_run` : sql`run_to = ${last.rowNumber}, run`;
  await db.execute(
    sql`update imports set ${set} = ${JSON.stringify(counts)}::text::jsonb where import_id = ${stored.importId}`,
  );
  if (isDry) stored.dryRunTo = last.rowNumber;
  else stored.runTo = last.rowNumber;
  return rows.length === chunk;
}

class TakenBack extends Error {}

/** Does what was decided: all rows together, and where one is refused each by itself. Of a dry run nothing is left. */
async function carryOut(
  context: Context,
  target: ImportTarget,
  plans: readonly Plan[],
  isDry: boolean,
): Promise<Plan[]> {
  const due = plans.filter(({ outcome }) => outcome === "created" || outcome === "changed");
  if (due.length === 0) return [...plans];
  const done = new Map<number, Plan>();
  const within = async (work: (each: Context) => Promise<void>) => {
    done.clear();
    await inSavepoint(context, async (each) => {
      await work(each);
      if (isDry) throw new TakenBack();
    }).catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
  };
  const carry = async (each: Context, some: readonly Plan[]) => {
    for (const plan of await carryOutAll(each, target, some)) done.set(plan.rowNumber, plan);
  };
  try {
    await within((each) => carry(each, due));
  } catch {
    // What is no row's fault, such as a database that is away, shows again.
    await within(async (each) => {
      for (const plan of due) {
        const error = await attempt(each, (one) => carry(one, [plan]));
        if (error) done.set(plan.rowNumber, refused(plan, error));
      }
    });
  }
  return plans.map((plan) => {
    const result = done.get(plan.rowNumber) ?? plan;
    // What was created is not there.
    return isDry && result.outcome === "created" ? { ...result, recordId: undefined } : result;
  });
}

function refused({ rowNumber, recordId }: Plan, { current: _, ...error }: ErrorBody): Plan {
  return { rowNumber, recordId, outcome: "faulty", error };
}

/** All or none: new records first, in the order of their rows. */
async function carryOutAll(
  context: Context,
  { create, save, isIndependent }: ImportTarget,
  plans: readonly Plan[],
): Promise<Plan[]> {
  const created = plans.filter((plan) => plan.outcome === "created");
  const changed = plans.filter((plan) => plan.outcome === "changed");
  const bodies = created.map(({ body }) => body);
  const ids = bodies.length > 0 ? await create.handleAll(context, bodies) : [];
  const change = ({ body, recordId = "" }: (typeof changed)[number]) => save.handle(context, body, recordId);
  if (isIndependent) await atOnce(changed.map(change));
  else for (const plan of changed) await change(plan);
  return [...created.map((plan, index) => ({ ...plan, recordId: ids[index] })), ...changed];
}

/** The database is sent the statements of all without waiting for those of one; a savepoint is left when all have ended. */
async function atOnce(work: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
}

/** Keeps what became of rows, and what is needed to take it back. */
async function note(
  { db }: Context,
  { table }: ImportTarget,
  importId: string,
  results: readonly Plan[],
  isDry: boolean,
): Promise<void> {
  const noted = results.map((plan) => ({
    row: plan.rowNumber,
    outcome: plan.outcome,
    fields: plan.outcome === "changed" ? plan.fields : [],
    error: plan.outcome === "faulty" ? plan.error : null,
    record: plan.recordId ?? null,
    before: plan.outcome === "changed" && !isDry ? plan.before : null,
  }));
  const versions = isDry
    ? sql`null::integer`
    : sql`(select r.version from ${table.from} r where ${table.id} = (noted ->> 'record')::uuid)`;
  await noteOnRows(
    db,
    importId,
    noted,
    sql`outcome = noted ->> 'outcome', fields = noted -> 'fields', error = nullif(noted -> 'error', 'null'),
      record_id = (noted ->> 'record')::uuid, before = nullif(noted -> 'before', 'null'), version = ${versions}`,
  );
}
