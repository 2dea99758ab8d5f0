// See docs/decisions/0062.

import * as z from "zod";
import type { RuleParams } from "../validation/messages";
import type { AssignmentType, Attributed } from "./attribute-types";
import { bulkSaveBody, bulkSaveResponse } from "./bulk-save";
import type { Endpoint } from "./endpoint";
import { exportEndpoint } from "./export";
import type { ExportColumns } from "./export-columns";
import type { FilterColumns } from "./filters";
import { historyEndpoints } from "./history";
import { listPropertiesOf } from "./list-facts";
import type { PermissionTree } from "./permission-tree";
import { exportColumnsOf, schemasOf } from "./record-schemas";
import type { NameOf, RecordCalls, RecordColumns, RecordSchemas, RecordTree, SortOf } from "./record-types";
import { accepted, lastUpdate, listResponse, nothing, recordId, repeated } from "./schemas";

export { column } from "./columns";
export type { RecordColumns } from "./record-types";

interface Declaration<
  Noun extends string,
  View extends `${string}View`,
  Columns extends RecordColumns,
  Actions,
  Sections,
> {
  /** Singular name of a record, such as `supplier`: its id is `supplierId`. */
  record: Noun;
  /** The column with the record's name. */
  name: NameOf<Columns>;
  /** Default sort column of lists; the name unless given. */
  sortBy?: SortOf<Columns>;
  view: View;
  /** Position of its permissions among the views of a role. */
  place: number;
  columns: Columns;
  /** All actions of the view's permissions, if there are more than add, edit, delete and history. */
  actions?: Actions;
  /** Sections of the view's permissions, with their actions. */
  sections?: Sections;
  /** Granted and offered in the host tenant only. */
  onlyInHost?: PermissionTree["onlyInHost"];
  /** Filters of the list besides its columns. */
  filters?: FilterColumns;
  /** Areas to invalidate when a record is created, saved or removed; only its own unless given. */
  affects?: { create?: readonly string[]; save?: readonly string[]; remove?: readonly string[] };
  /** Calls that require a recent factor: all changes, or restorations only. */
  confirm?: "changes" | "restore";
  /** OpenAPI summaries of calls that do more than usual. */
  summaries?: { create?: string; remove?: string };
}

/** An area's records as declared in its contract; common parts of areas derive from it. */
export interface Records<
  Area extends string = string,
  Noun extends string = string,
  View extends `${string}View` = `${string}View`,
  Columns extends RecordColumns = RecordColumns,
  Actions = unknown,
  Sections = unknown,
> extends RecordSchemas<Noun, Columns> {
  area: Area;
  record: Noun;
  idName: `${Noun}Id`;
  nameColumn: NameOf<Columns>;
  columns: Columns;
  permissions: RecordTree<View, Actions, Sections>;
  calls: RecordCalls<Area, `${Noun}Id`, View, RecordSchemas<Noun, Columns>>;
  /** Columns that the list can export. */
  exportColumns: ExportColumns;
  /** Set if the list has attributes as columns: for records with an AttributeSection in their permissions. */
  attributed?: Attributed;
}

const usualActions = ["AddAction", "EditAction", "DeleteAction", "HistoryAction"] as const;

/**
 * Declares the records of an area once: rows and records, creation and editing, the list with filters and export, the
 * history, and permissions. `defineArea` adds further calls, or replaces one of these.
 * @param area the path of its list, such as `suppliers`
 */
export function defineRecords<
  const Area extends string,
  const Noun extends string,
  const View extends `${string}View`,
  const Columns extends RecordColumns,
  const Actions extends readonly string[] = typeof usualActions,
  const Sections extends Readonly<{ [section: string]: readonly string[] }> = {
    [section in never]: readonly string[];
  },
>(
  area: Area,
  declaration: Declaration<Noun, View, Columns, Actions, Sections>,
): Records<Area, Noun, View, Columns, Actions, Sections> {
  const { record, view, place, columns, actions = usualActions, sections = {}, onlyInHost } = declaration;
  const attributed =
    "AttributeSection" in sections
      ? { kind: record as unknown as AssignmentType, permission: `${view}_AttributeSection` as const }
      : undefined;
  const idName = `${record}Id` as const;
  const schemas = schemasOf(idName, columns, { ...declaration, attributed });
  const exportColumns = exportColumnsOf(idName, columns);
  const declared = callsOf(area, idName, { ...declaration, ...schemas, exportColumns });
  const calls = Object.fromEntries(
    Object.entries(declared as { [name: string]: Endpoint }).map(([name, call]) => [
      name,
      {
        ...call,
        ...confirmOf(name, call, declaration.confirm),
        area,
        name,
        list: listPropertiesOf(call.query),
      },
    ]),
  );
  const permissions = { view, place, actions, sections, ...(onlyInHost && { onlyInHost }) };
  const facts = {
    area,
    record,
    idName,
    nameColumn: declaration.name,
    columns,
    permissions,
    exportColumns,
    attributed,
  };
  return { ...facts, ...schemas, calls } as never;
}

type Parts = Declaration<string, `${string}View`, RecordColumns, unknown, unknown> &
  ReturnType<typeof schemasOf> & { exportColumns: ExportColumns };

function callsOf(area: string, idName: string, parts: Parts): { [name: string]: unknown } {
  const { record, view, affects = {}, summaries = {} } = parts;
  const path = `/${area}`;
  const one = `${path}/:${idName}`;
  const get = (at: string, summary: string) => ({ method: "GET", path: at, access: [view], summary });
  const change = (method: string, at: string, action: string) => ({
    method,
    path: at,
    access: [view, `${view}_${action}`],
  });
  return {
    list: { ...get(path, `A page of ${area}.`), query: parts.query, response: listResponse(parts.row) },
    listLastUpdate: {
      ...get(`${path}/last-update`, `When ${a(record)} was last created and last changed, and by whom.`),
      response: lastUpdate.nullable(),
    },
    detail: { ...get(one, `One ${record}.`), response: parts.detail },
    lastUpdate: {
      ...get(`${one}/last-update`, `Who created and last changed the ${record}, and when.`),
      response: lastUpdate,
    },
    create: {
      ...change("POST", path, "AddAction"),
      summary: summaries.create ?? `Creates ${a(record)}; answers the new id.`,
      affects: affects.create ?? [area],
      body: parts.create,
      response: z.string(),
    },
    save: {
      ...change("PUT", one, "EditAction"),
      summary: `Saves ${a(record)}; 409 with the stored ${record} if \`version\` is outdated.`,
      affects: affects.save ?? [area],
      body: parts.edit,
      response: parts.detail,
    },
    remove: {
      ...change("DELETE", path, "DeleteAction"),
      summary: summaries.remove ?? `Archives ${area}.`,
      affects: affects.remove ?? [area],
      query: z.object({ [`${idName}s`]: repeated(recordId) }),
      response: nothing,
    },
    ...bulkSaveOf(area, idName, parts),
    restoreDeleted: {
      ...change("POST", `${path}/deleted/restore`, "DeleteAction"),
      summary: `Restores deleted ${area}, all or none; 400 if a unique value is in use by now, 409 \`restoredInPart\` without isProceed if something that belonged to them cannot be restored.`,
      affects: affects.remove ?? [area],
      body: z.object({ [`${idName}s`]: z.array(recordId).min(1).max(500) }),
      query: accepted,
      response: nothing,
      capability: "restore",
    },
    restoreState: {
      method: "POST",
      path: `${one}/history/:type/:historyId/restore`,
      access: [view, `${view}_EditAction`, `${view}_HistoryAction`],
      summary: `Restores the ${record} to its state after a change, as a new change: 400 as saving it would, 409 \`notRestorable\` if the change does not contain that state, 409 \`restoredInPart\` without isProceed if some of it cannot be restored.`,
      affects: affects.save ?? [area],
      query: accepted,
      response: parts.detail,
      capability: "restore",
    },
    export: exportEndpoint(path, [view] as never, parts.query as never, parts.exportColumns),
    ...historyEndpoints(path, idName, `${view}_HistoryAction`),
  };
}

/** Undefined if no column can be changed in several records at once. */
function bulkSaveOf(area: string, idName: string, { record, view, affects = {}, bulk }: Parts) {
  const [first] = Object.keys(bulk.shape);
  if (first === undefined) return {};
  const values = bulk.refine((given) => Object.values(given).some((value) => value !== undefined), {
    params: { rule: "required" } satisfies RuleParams,
    path: [first],
  });
  return {
    bulkSave: {
      method: "PATCH",
      path: `/${area}`,
      access: [view, `${view}_EditAction`],
      summary: `Saves the same values in several ${area}; each ${record} is saved separately, and the response contains its result.`,
      affects: affects.save ?? [area],
      capability: "bulk-save",
      body: bulkSaveBody(idName, values),
      response: bulkSaveResponse,
    },
  };
}

const confirmOf = (
  name: string,
  { affects }: Endpoint,
  calls: Parts["confirm"],
): Pick<Endpoint, "confirm"> =>
  calls && affects?.length && (calls === "changes" || name.startsWith("restore")) ? { confirm: true } : {};

const a = (noun: string) => `${/^[aeio]/.test(noun) ? "an" : "a"} ${noun}`;
