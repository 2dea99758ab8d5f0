import * as z from "zod";
import { column } from "./columns";
import type { EndpointDeclaration } from "./endpoint";
import { defineList } from "./lists";

/** A field before and after an edit. Of a list only the removed and the added entries; long values are shortened. */
const changedValue = z.object({
  name: z.string(),
  previous: z.unknown(),
  current: z.unknown(),
  /** Something was left out; the detail has all of it. */
  isCut: z.boolean(),
});
export type ChangedValue = z.output<typeof changedValue>;

/** One change of a record: `type` combines subject and action, such as `UserUpdated` or `UserRoleAdded`. */
export const historyList = defineList(
  {
    id: z.string(),
    type: column.readText({ filtered: false }),
    changedOn: column.instant(),
    changedBy: column.actor(),
    recordId: z.string(),
    /** The record's name at the time of the change. */
    recordName: z.string(),
    /** Beyond the specification: the item added or removed, such as the name of a role; null if the record itself changed. */
    subject: z.string().nullable().optional(),
    /** Beyond the specification: the fields that an edit changed. */
    fields: z.array(z.string()).optional(),
    /** Beyond the specification: the values that an edit changed; null for other changes. */
    values: z.array(changedValue).nullable().optional(),
    /** Beyond the specification: author with a picture, for readers who may see users. */
    author: z.object({ userId: z.string(), avatar: z.string() }).nullable().optional(),
    /** Beyond the specification: the record can be restored to its state after this change. */
    isRestorable: z.boolean().nullable().optional(),
  },
  { sortBy: "changedOn", sortDir: "desc" },
);
export type HistoryRow = z.output<typeof historyList.row>;

const recordState = z.record(z.string(), z.unknown());

/** The record before and after the change; `current` is null after a removal, `previous` after a creation. */
export const historyDetail = historyList.row.extend({
  previous: recordState.nullable(),
  current: recordState.nullable(),
  /**
   * Beyond the specification: the record at that time, as far as recorded; null if it did not exist, or was deleted by the
   * change.
   */
  asOf: recordState.nullable().optional(),
});
export type HistoryDetail = z.output<typeof historyDetail>;

/** A deleted record, with its last name. */
export const deletedList = defineList(
  {
    recordId: z.string(),
    recordName: column.readText(),
    deletedOn: column.instant(),
    deletedBy: column.actor(),
  },
  { sortBy: "deletedOn", sortDir: "desc" },
);
export type DeletedRecord = z.output<typeof deletedList.row>;

/** Permission to see the history of a view's records, in addition to the view itself. */
export type HistoryPermission = `${string}_HistoryAction`;
type ViewOf<Permission extends HistoryPermission> = Permission extends `${infer View}_HistoryAction`
  ? View
  : never;
const viewOf = <Permission extends HistoryPermission>(permission: Permission) =>
  permission.replace(/_HistoryAction$/, "") as ViewOf<Permission>;

const seenWith = new Map<string, readonly string[]>();
const collections: string[] = [];
const permissions: HistoryPermission[] = [];

/**
 * Collections with a history, and the permissions to see it. Filled by the areas' declarations, so complete once the whole
 * contract is loaded; the two below likewise.
 */
export const historiesSeenWith: ReadonlyMap<string, readonly string[]> = seenWith;
export const tracedCollections: readonly string[] = collections;
/** Each permits seeing some history. */
export const historyPermissions = permissions as readonly HistoryPermission[] as readonly [
  HistoryPermission,
  ...HistoryPermission[],
];

const changesWith = new Map<string, readonly string[]>();

/**
 * Change types that reveal more than the record itself, and the permissions of the calls with the same data, such as those
 * of a section.
 */
export const changesSeenWith: ReadonlyMap<string, readonly string[]> = changesWith;

/** @param types change types that require these permissions besides those of their history; adds to earlier declarations */
export function declareChanges(types: readonly string[], ...needed: readonly string[]): void {
  for (const type of types) changesWith.set(type, [...(changesWith.get(type) ?? []), ...needed]);
}

/** Prefix of change types: `User` if the record id is named `userId`. */
export const changePrefix = (idName: string): string =>
  idName.charAt(0).toUpperCase() + idName.slice(1).replace(/Id$/, "");

/** @param collection name in the history: the path of the records' list */
export function declareHistory(
  collection: string,
  ...needed: readonly [HistoryPermission, ...string[]]
): void {
  if (!seenWith.has(collection)) collections.push(collection);
  seenWith.set(collection, needed);
  const [permission] = needed;
  if (!permissions.includes(permission)) permissions.push(permission);
}

/**
 * The history calls of an area with records at `path` with the parameter `parameter` (HI-02): changes of all records,
 * of one record, the detail of one change under either; and the deleted records.
 */
export function historyEndpoints<
  const Path extends string,
  const Parameter extends string,
  const Permission extends HistoryPermission,
>(path: Path, parameter: Parameter, permission: Permission) {
  const access = [permission, viewOf(permission)] as const;
  declareHistory(path.slice(1), ...access);
  const list = {
    method: "GET",
    access,
    ...historyList.page,
  } as const;
  const detail = { method: "GET", access, response: historyDetail } as const;
  return {
    history: { ...list, path: `${path}/history`, summary: "Changes of all records, newest first." },
    historyDetail: {
      ...detail,
      path: `${path}/history/:type/:historyId`,
      summary: "One change, with the record before and after it.",
    },
    recordHistory: {
      ...list,
      path: `${path}/:${parameter}/history`,
      summary: "Changes of one record, newest first; also of a deleted one.",
    },
    recordHistoryDetail: {
      ...detail,
      path: `${path}/:${parameter}/history/:type/:historyId`,
      summary: "One change of one record, with the record before and after it.",
    },
    deleted: {
      method: "GET",
      access,
      ...deletedList.page,
      path: `${path}/deleted`,
      summary: "Deleted records, the latest first, with time and user of the deletion.",
      capability: "deleted-records",
    },
  } as const satisfies Record<string, EndpointDeclaration>;
}
