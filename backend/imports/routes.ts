import { sql } from "drizzle-orm";
import { contract } from "../../lib/contract";
import type { ImportDetail } from "../../lib/contract/imports";
import { conflict, forbidden, invalid } from "../core/errors";
import { type Context, implement, type Route, slowHandler } from "../endpoint/route";
import { ReceivedFile } from "../http/uploads";
import { faultsFile } from "./faults-file";
import { fieldsFor } from "./fields";
import { keepRows } from "./keep-rows";
import {
  detailOf,
  fieldsOfImport,
  importRows,
  latestImports,
  lockImport,
  markTwins,
  storedImport,
} from "./queries";
import { type ImportableArea, type ImportTarget, importTargets, mayImport } from "./targets";
import { undoNext } from "./undo";
import { dryRunNext, runNext } from "./work";

/** Imports into all areas: calls each area's own handlers, so that no rule is duplicated (TL-09). */
export function importRoutes(areas: Readonly<Record<string, ImportableArea>>): readonly Route[] {
  const targets = importTargets(areas);
  const targetOf = (context: Pick<Context, "user">, area: string): ImportTarget => {
    const target = targets.get(area);
    if (!target) throw invalid([{ propertyName: "area", rule: "unknown" }]);
    if (!mayImport(target, context.user)) throw forbidden();
    return target;
  };
  /** The target of the user's own import. */
  const ownTarget = async (context: Context, importId: string) => {
    const { area } = await storedImport(context, importId);
    return targetOf(context, area);
  };
  return implement(contract.imports, {
    create: slowHandler({
      check: async ({ body, context }) => {
        targetOf(context, body.area);
        if (!(body.file instanceof ReceivedFile)) throw invalid([{ propertyName: "file", rule: "required" }]);
        if (body.file.size === 0) throw invalid([{ propertyName: "file", rule: "emptyFile" }]);
      },
      prepare: ({ body, context }) =>
        keepRows(context, targetOf(context, body.area), { ...body, file: body.file as ReceivedFile }),
      handle: ({ body, context }) => detailOf(context, targetOf(context, body.area), body.id),
    }),
    list: async ({ query, context }) => {
      const asked = query.area === undefined ? [...targets.values()] : [targetOf(context, query.area)];
      return latestImports(context, asked);
    },
    detail: async ({ params, context }) =>
      detailOf(context, await ownTarget(context, params.importId), params.importId),
    saveColumns: async ({ params, body, context }) =>
      saveColumns(context, await ownTarget(context, params.importId), params.importId, body.fields),
    dryRun: async ({ params, context }) =>
      dryRunNext(context, await ownTarget(context, params.importId), params.importId),
    run: async ({ params, body, context }) =>
      runNext(context, await ownTarget(context, params.importId), params.importId, body),
    undo: async ({ params, context }) =>
      undoNext(context, await ownTarget(context, params.importId), params.importId),
    rows: async ({ params, query, context }) => {
      await ownTarget(context, params.importId);
      return importRows(context, params.importId, query);
    },
    faults: async ({ params, context }) => {
      const target = await ownTarget(context, params.importId);
      const stored = await storedImport(context, params.importId);
      const fields = await fieldsOfImport(context, target, stored);
      return faultsFile(context, target, { stored, fields });
    },
  });
}

/** @throws {RequestError} 404, 400 on unknown or repeated fields, 409 once it runs */
async function saveColumns(
  context: Context,
  target: ImportTarget,
  importId: string,
  given: readonly (string | null)[],
): Promise<ImportDetail> {
  const { db } = context;
  const stored = await lockImport(context, importId);
  if (stored.runTo > 0) throw conflict("importBegun");
  const fields = await fieldsFor(context, target);
  const known = new Set(fields.map(({ name }) => name));
  given.forEach((field, index) => {
    const isRepeated = field !== null && given.indexOf(field) !== index;
    if (field !== null && (!known.has(field) || isRepeated))
      throw invalid([{ propertyName: `fields.${index}`, rule: isRepeated ? "taken" : "unknown" }]);
  });
  const columns = stored.columns.map((column, index) => ({ ...column, field: given[index] ?? null }));
  await db.execute(sql`
    update import_rows set twin = null, outcome = null, fields = '[]', shown = '[]', error = null, record_id = null
    where import_id = ${importId} and (outcome is not null or twin is not null)`);
  await markTwins(db, importId, await fieldsOfImport(context, target, { columns }));
  await db.execute(sql`update imports set columns = ${JSON.stringify(columns)}::text::jsonb, dry_run_to = 0, dry_run = '{}'
    where import_id = ${importId}`);
  return detailOf(context, target, importId);
}
