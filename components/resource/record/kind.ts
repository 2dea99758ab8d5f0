import type { LucideIcon } from "lucide-react";
import type { AreaName } from "@/lib/areas/areas";
import { call } from "@/lib/client/api/client";
import type { Endpoint, ResponseOf } from "@/lib/contract/endpoint";
import type { PermissionName } from "@/lib/contract/permissions";
import type { Messages } from "@/lib/i18n/namespaces";
import type { ListExport } from "../export/export-call";
import type { HistoryDetailEndpoint } from "../history/change-detail";
import type { HistoryList } from "../history/use-history-columns";
import { type ListEndpoint, listFacts, type RowOf, shownValue } from "../list/list-call";
import type { DeletedList } from "./deleted-records";

/**
 * Texts that the generic screens take from the area's file, besides columns and changes. Texts of missing calls are not needed.
 */
interface RecordWords {
  title: string;
  new?: string;
  create?: string;
  createHint?: string;
  empty: string;
  emptyHint: string;
  fields: object;
  sections: object;
  delete?: { title: string; lost: string; confirm: string; back?: string };
}

/** Areas with these texts. */
export type RecordArea = {
  [Name in AreaName]: Messages[Name] extends RecordWords ? Name : never;
}[AreaName];

/** The calls declared by `defineRecords` that screens use. Built-in records are neither created nor deleted. */
export interface RecordCalls {
  list: ListEndpoint & { area: RecordArea };
  detail: Endpoint;
  create?: Endpoint;
  save: Endpoint;
  remove?: Endpoint;
  /** Omitted if records have no common fields to change. */
  bulkSave?: Endpoint;
  export: ListExport;
  deleted?: DeletedList;
  restoreDeleted?: Endpoint;
  restoreState?: Endpoint;
  recordHistory: HistoryList;
  recordHistoryDetail: HistoryDetailEndpoint;
}

type ViewOf<Name> = Name extends `${infer View}_EditAction`
  ? View extends `${string}_${string}`
    ? never
    : View
  : never;

/** Describes the records of an area for the generic screens. */
export interface RecordKind<C extends RecordCalls = RecordCalls> {
  calls: C;
  /** Prefix of the permissions of its actions. */
  view: ViewOf<PermissionName>;
  icon: LucideIcon;
}

export type RecordRow<C extends RecordCalls> = RowOf<C["list"]>;
export type RecordDetail<C extends RecordCalls> = ResponseOf<C["detail"]>;

/** Returns the name of the id property, such as `roleId`, also used in the paths of its calls. */
export function idNameOf({ detail }: RecordCalls): string {
  const [, name = ""] = /:(\w+)$/.exec(detail.path) ?? [];
  return name;
}

/** Returns the record's name: the first sortable column, translated if it has a translation. */
export function nameOfRecord({ list }: RecordCalls, record: object): string {
  return String(shownValue(record, listFacts(list).sortable[0] ?? ""));
}

/** Returns a function that loads a record's name in the current language. */
export const translatedNameOf = (calls: RecordCalls) => async (id: string) =>
  nameOfRecord(calls, (await call(calls.detail, { params: { [idNameOf(calls)]: id } } as never)) as object);

export function idOfRecord(calls: RecordCalls, record: object): string {
  return String((record as Record<string, unknown>)[idNameOf(calls)]);
}

/** Returns the technical noun of the records: `role`. */
export function nounOf(calls: RecordCalls): string {
  return idNameOf(calls).slice(0, -"Id".length);
}

/** Returns the history's type of change: `RoleCreated`. */
export function changeTypeOf(calls: RecordCalls, what: "Created" | "Deleted"): string {
  const noun = nounOf(calls);
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}${what}`;
}
