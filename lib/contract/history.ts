import * as z from "zod";
import type { EndpointDeclaration } from "./endpoint";
import { instant, listQuery, listResponse, sortDir } from "./schemas";

/** One change of a record: `type` is what happened to what, such as `UserUpdated` or `UserRoleAdded`. */
export const historyRow = z.object({
  id: z.string(),
  type: z.string(),
  changedOn: instant,
  changedBy: z.string(),
  recordId: z.string(),
  /** The record's name at the time of the change. */
  recordName: z.string(),
  /** Beyond the specification: what was given or taken, such as the name of a role; null where the record itself changed. */
  subject: z.string().nullable().optional(),
  /** Beyond the specification: the fields that an edit changed. */
  fields: z.array(z.string()).optional(),
});
export type HistoryRow = z.output<typeof historyRow>;

const recordState = z.record(z.string(), z.unknown());

/** The record before and after the change; `current` is null when it was removed, `previous` when it was made. */
export const historyDetail = historyRow.extend({
  previous: recordState.nullable(),
  current: recordState.nullable(),
  /** Beyond the specification: the record can be made again what it was after this change. */
  isRestorable: z.boolean().optional(),
  /** Beyond the specification: the record as of that moment, as far as it is recorded; null where it was none, or was deleted by it. */
  asOf: recordState.nullable().optional(),
});
export type HistoryDetail = z.output<typeof historyDetail>;

export const historyQuery = listQuery(
  ["changedOn", "changedBy", "type"],
  { changedOn: { type: "date" }, changedBy: { type: "text" } },
  { sortDir: sortDir("desc") },
);

/** A record that was deleted, as it was called then. */
export const deletedRecord = z.object({
  recordId: z.string(),
  recordName: z.string(),
  deletedOn: instant,
  deletedBy: z.string(),
});
export type DeletedRecord = z.output<typeof deletedRecord>;

export const deletedQuery = listQuery(
  ["deletedOn", "recordName", "deletedBy"],
  { recordName: { type: "text" }, deletedOn: { type: "date" }, deletedBy: { type: "text" } },
  { sortDir: sortDir("desc") },
);

/** Lets somebody see the history of a view's records, if they may see those. */
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
 * The collections that have a history, with the permissions that it takes to see it. The areas' declarations fill it, so that it
 * is complete once all of the contract has been read; so are the two below.
 */
export const historiesSeenWith: ReadonlyMap<string, readonly string[]> = seenWith;
export const tracedCollections: readonly string[] = collections;
/** Each of them lets somebody see the history of something. */
export const historyPermissions = permissions as readonly HistoryPermission[] as readonly [
  HistoryPermission,
  ...HistoryPermission[],
];

const changesWith = new Map<string, readonly string[]>();

/**
 * Changes that tell more than the records themselves, by their type: they take the permissions of the calls that tell the same, such
 * as those of a section.
 */
export const changesSeenWith: ReadonlyMap<string, readonly string[]> = changesWith;

/** @param types of changes that take these permissions besides those of their history, and others that were declared before */
export function declareChanges(types: readonly string[], ...needed: readonly string[]): void {
  for (const type of types) changesWith.set(type, [...(changesWith.get(type) ?? []), ...needed]);
}

/** What the types of changes begin with: `User`, where the records' ids are called `userId`. */
export const changePrefix = (idName: string): string =>
  idName.charAt(0).toUpperCase() + idName.slice(1).replace(/Id$/, "");

/** @param collection as the history has it: the path of the records' list */
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
 * The history calls of an area whose records live under `path` with the parameter `parameter` (HI-02):
 * of all records, of one record, and the detail of one change under either; and the records that were deleted.
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
    query: historyQuery,
    response: listResponse(historyRow),
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
      query: deletedQuery,
      response: listResponse(deletedRecord),
      path: `${path}/deleted`,
      summary: "Records that were deleted, the last first, with when and by whom.",
      capability: "deleted-records",
    },
  } as const satisfies Record<string, EndpointDeclaration>;
}
