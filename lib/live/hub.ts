/** Where the hub is, in the API and below `{prefix}/api` (HO-03). */
export const hubPath = "/hubs/notifications";

/**
 * The hub's path for what is asked of `/notifications` in its protocol: the specification has a channel of that name beside the
 * list of the same path. A connection names itself by `id`, which the list does not know.
 */
export function pathOfHub(path: string, query: string, isUpgrade = false): string {
  if (path === "/notifications/negotiate") return `${hubPath}/negotiate`;
  const isMeant = isUpgrade || /(?:^|[?&])id=/.test(query);
  return path === "/notifications" && isMeant ? hubPath : path;
}

/** A header by which a proxy says to the hub which of SignalR's transports pass it, where not all do. */
export const transportsHeader = "x-hub-transports";

/** The method of SignalR clients that hears of new notifications, which the specification names, and the one for all other news. */
export const hubMethods = { notification: "ReceiveNotification", signal: "ReceiveSignal" } as const;

/** What is told to everybody of a tenant, whatever they may do: it names no record and no person. */
export type Topic = "theme";

/** How somebody is at a record: looking, editing, or away from what they have typed and not saved. */
export type PresenceState = "looks" | "edits" | "draft";

export interface Person {
  userId: string;
  name: string;
  state: PresenceState;
}

/** The method that clients call to say how they are at a record, every minute and when it changes. */
export const presenceMethod = "SetPresence";

/** Milliseconds after which a client says again that it is there. */
export const presenceInterval = 60_000;

/** What a connected client is told. */
export type News =
  /** So many new notifications, and the newest of them. */
  | { kind: "notifications"; count: number; notificationId: string }
  /** Some were read, by this user elsewhere. */
  | { kind: "read" }
  | {
      kind: "records";
      /** The path of the records' list, without its slash. */
      collection: string;
      /** Null for more than are named. */
      ids: readonly string[] | null;
      deleted: boolean;
      by: string | null;
      byName: string;
    }
  /** Who is at a record, told to those who are. */
  | { kind: "presence"; collection: string; id: string; people: readonly Person[] }
  | { kind: "topic"; topic: string }
  /** Something may have been missed: ask anew for what is shown. */
  | { kind: "resync" };
