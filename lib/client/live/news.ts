"use client";
import { useEffect, useRef, useSyncExternalStore } from "react";
import type { News, PresenceState, Topic } from "../../live/hub";

const listeners = new Set<(news: News) => void>();

/** @returns unsubscribe function */
export function onNews(listener: (news: News) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Dispatches news in this window; they arrived over the shared connection. */
export function hear(news: News): void {
  for (const listener of listeners) listener(news);
}

/** Calls back when the server notifies the tenant of a topic, and when a notification may have been missed. */
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

/** Reports this user's presence at a record to the other users there. */
export type ReportPresence = (presence: {
  collection: string;
  id: string;
  state: PresenceState | "gone";
}) => void;

let reportPresence: ReportPresence | undefined;

/** Set by the connection while it exists. */
export function setReportPresence(next: ReportPresence | undefined): void {
  reportPresence = next;
  for (const watcher of watchers) watcher();
}

/** Undefined while the window is not connected. */
export function useReportPresence(): ReportPresence | undefined {
  return useSyncExternalStore(
    watch,
    () => reportPresence,
    () => undefined,
  );
}

/** A change by another user to a record, or to records of a list. */
export interface ForeignChange {
  byName: string;
  deleted: boolean;
  /** When this window was notified, comparable to `Date.now()`. */
  at: number;
}

/** The latest changes by others; keyed by collection for a list, and by collection and id for a record. */
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
 * The latest change by another user since the data was fetched.
 * @param key `roles` for a list, `roles/<id>` for a record
 * @param askedAt time of the fetch, comparable to `Date.now()`
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
