import { contract } from "../../../lib/contract";
import { forbidden, invalid } from "../../core/errors";
import { type Context, implement, type Route, slowHandler } from "../../endpoint/route";
import { ReceivedFile } from "../../http/uploads";
import type { ImportableArea } from "../../records/importable";
import { faultsFile } from "./faults-file";
import { keepRows } from "./keep-rows";
import { detailOf, fieldsOfImport, importRows, latestImports, storedImport } from "./queries";
import { saveColumns } from "./service";
import { type ImportTarget, importTargets, mayImport } from "./targets";
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
  const confirmedTarget = async (context: Context, importId: string) => {
    const target = await ownTarget(context, importId);
    if (target.isConfirmed) await context.requireConfirmed();
    return target;
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
      runNext(context, await confirmedTarget(context, params.importId), params.importId, body),
    undo: async ({ params, context }) =>
      undoNext(context, await confirmedTarget(context, params.importId), params.importId),
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
