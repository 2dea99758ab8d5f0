/** Path of the hub, in the API and below `{prefix}/api` (HO-03). */
export const hubPath = "/hubs/notifications";

/**
 * Maps `/notifications` to the hub's path for requests of its protocol: the specification has a channel of that name
 * besides the list of the same path. Connections have an `id`, which the list does not use.
 */
export function pathOfHub(path: string, query: string, isUpgrade = false): string {
  if (path === "/notifications/negotiate") return `${hubPath}/negotiate`;
  const isMeant = isUpgrade || /(?:^|[?&])id=/.test(query);
  return path === "/notifications" && isMeant ? hubPath : path;
}

/** Header of a proxy that lists its supported SignalR transports for the hub, if not all. */
export const transportsHeader = "x-hub-transports";

/** The SignalR client method for new notifications, named by the specification, and the one for all other news. */
export const hubMethods = { notification: "ReceiveNotification", signal: "ReceiveSignal" } as const;

/** Topics sent to all users of a tenant, regardless of permissions: they name no record or user. */
export type Topic = "theme";

/** State of a user at a record: viewing, editing, or away with an unsaved draft. */
export type PresenceState = "looks" | "edits" | "draft";

export interface PresentUser {
  userId: string;
  name: string;
  state: PresenceState;
}

/** The method that clients call to report their presence at a record, every minute and on each change. */
export const presenceMethod = "SetPresence";

/** Milliseconds after which a client repeats its presence. */
export const presenceInterval = 60_000;

/** Messages to a connected client. */
export type News =
  /** The number of new notifications, and the latest one. */
  | { kind: "notifications"; count: number; notificationId: string }
  /** Some were read, by this user elsewhere. */
  | { kind: "read" }
  | {
      kind: "records";
      /** The path of the records' list, without its slash. */
      collection: string;
      /** Null if there are too many to list. */
      ids: readonly string[] | null;
      deleted: boolean;
      by: string | null;
      byName: string;
    }
  /** The users at a record, sent to each of them. */
  | { kind: "presence"; collection: string; id: string; people: readonly PresentUser[] }
  | { kind: "topic"; topic: string }
  /** Messages may have been missed: refetch all visible data. */
  | { kind: "resync" };
