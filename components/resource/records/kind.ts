import type { LucideIcon } from "lucide-react";
import type { AreaName } from "@/lib/areas";
import type { Endpoint, ResponseOf } from "@/lib/contract/endpoint";
import type { PermissionName } from "@/lib/contract/permissions";
import type { Messages } from "@/lib/i18n/namespaces";
import type { ListExport } from "../export/export-call";
import type { HistoryDetailEndpoint } from "../history/change-detail";
import type { HistoryList } from "../history/history-panels";
import type { DeletedList } from "../record/deleted-records";
import { type ListEndpoint, listFacts, type RowOf } from "../table/list-call";

/**
 * The words that the screens of any records take from the area's file, besides what its columns and changes are called. Those of
 * calls that an area does without are never asked for.
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

/** The areas that have these words. */
export type RecordArea = {
  [Name in AreaName]: Messages[Name] extends RecordWords ? Name : never;
}[AreaName];

/** The calls that `defineRecords` declares, as far as screens make them. Records that come with the product are not created or removed. */
export interface RecordCalls {
  list: ListEndpoint & { area: RecordArea };
  detail: Endpoint;
  create?: Endpoint;
  save: Endpoint;
  remove?: Endpoint;
  /** Left out where several records have nothing in common that could be changed. */
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

/** What the screens of an area's records are made of. */
export interface RecordKind<C extends RecordCalls = RecordCalls> {
  calls: C;
  /** By which the permissions of its actions are named. */
  view: ViewOf<PermissionName>;
  icon: LucideIcon;
}

export type RecordRow<C extends RecordCalls> = RowOf<C["list"]>;
export type RecordDetail<C extends RecordCalls> = ResponseOf<C["detail"]>;

/** The name under which records carry their id, such as `roleId`: the paths of their calls have it too. */
export function idNameOf({ detail }: RecordCalls): string {
  const [, name = ""] = /:(\w+)$/.exec(detail.path) ?? [];
  return name;
}

/** What a record is called: the first column of those that its list is sorted by, in the user's language if it has a translation. */
export function nameOfRecord({ list }: RecordCalls, record: object): string {
  return String(shownValue(record, listFacts(list).sortable[0] ?? ""));
}

/** What is shown of a column: its translation, which servers may leave out, or its value. */
export function shownValue(record: object, column: string): unknown {
  const values = record as Readonly<Record<string, unknown>>;
  return values[`${column}Translated`] || values[column];
}

export function idOfRecord(calls: RecordCalls, record: object): string {
  return String((record as Record<string, unknown>)[idNameOf(calls)]);
}

/** What one of them is called in programs: `role`. */
export function nounOf(calls: RecordCalls): string {
  return idNameOf(calls).slice(0, -"Id".length);
}

/** What it is called in the history that something happened to one of them: `RoleCreated`. */
export function changeTypeOf(calls: RecordCalls, what: "Created" | "Deleted"): string {
  const noun = nounOf(calls);
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}${what}`;
}
