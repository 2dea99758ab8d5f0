"use client";
import { useEffect, useRef, useSyncExternalStore } from "react";
import type { News, PresenceState, Topic } from "../../live/hub";

const listeners = new Set<(news: News) => void>();

/** @returns ends listening */
export function onNews(listener: (news: News) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Tells this window, to which it came over a connection that windows share. */
export function hear(news: News): void {
  for (const listener of listeners) listener(news);
}

/** Calls back when the server tells everybody of the tenant about something, and when that may have been missed. */
export function useTopic(topic: Topic, then: () => void): void {
  const latest = useRef(then);
  latest.current = then;
  useEffect(
    () =>
      onNews((news) => {
        if (news.kind === "resync" || (news.kind === "topic" && news.topic === topic)) latest.current();
      }),
    [topic],
  );
}

/** Says how this user is at a record, to whoever is there too. */
export type SayPresence = (presence: {
  collection: string;
  id: string;
  state: PresenceState | "gone";
}) => void;

let say: SayPresence | undefined;

/** Told by the connection, as long as there is one. */
export function setSay(next: SayPresence | undefined): void {
  say = next;
  for (const watcher of watchers) watcher();
}

/** Undefined while the window is not connected. */
export function useSay(): SayPresence | undefined {
  return useSyncExternalStore(
    watch,
    () => say,
    () => undefined,
  );
}

/** What somebody else has done to a record, or to records of a list. */
export interface ForeignChange {
  byName: string;
  deleted: boolean;
  /** Of `Date.now()`: when this window heard of it. */
  at: number;
}

/** Of the latest changes by others; a list is named by its collection, a record by that and its id. */
const changes = new Map<string, ForeignChange>();
const watchers = new Set<() => void>();
const maxRemembered = 500;

export function noteChange({ collection, ids, byName, deleted }: News & { kind: "records" }): void {
  const change = { byName, deleted, at: Date.now() };
  for (const key of [collection, ...(ids ?? []).map((id) => `${collection}/${id}`)]) {
    changes.delete(key);
    changes.set(key, change);
  }
  for (const key of changes.keys()) {
    if (changes.size <= maxRemembered) break;
    changes.delete(key);
  }
  for (const watcher of watchers) watcher();
}

/**
 * What somebody else has done to what is shown since it was asked for.
 * @param key `roles` for a list, `roles/<id>` for a record
 * @param askedAt of `Date.now()`
 */
export function useForeignChange(key: string | undefined, askedAt: number): ForeignChange | undefined {
  const change = useSyncExternalStore(
    watch,
    () => (key === undefined ? undefined : changes.get(key)),
    () => undefined,
  );
  return change && change.at > askedAt ? change : undefined;
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
}
