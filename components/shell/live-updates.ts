"use client";
import type { QueryClient } from "@tanstack/react-query";
import { connectLive, type Listening } from "@/lib/client/live/connect";
import { noteChange, onNews } from "@/lib/client/live/news";
import { contract } from "@/lib/contract";
import type { News } from "@/lib/live/hub";

/** Minimum milliseconds between two requests for notifications. */
const pollInterval = 1_000;

/** Connects to live updates and refetches changed data until `signal` is aborted. */
export function connectLiveUpdates(listening: Listening, client: QueryClient, signal: AbortSignal): void {
  signal.addEventListener("abort", subscribeToNews(listening.userId, client));
  connectLive(listening, signal);
}

/** @returns a function that unsubscribes */
export function subscribeToNews(userId: string, client: QueryClient): () => void {
  const notifications = throttle(pollInterval, () => {
    client.invalidateQueries({ queryKey: [contract.notifications.list.area] });
  });
  const stop = onNews((news) => {
    if (news.kind === "records") handleRecordNews(news, userId, client);
    if (news.kind === "notifications" || news.kind === "read" || news.kind === "resync") notifications.call();
    if (news.kind === "resync") invalidateInactive(client);
  });
  return () => {
    notifications.cancel();
    stop();
  };
}

/** Reports changes by others where they are visible, and invalidates the data elsewhere. */
function handleRecordNews(news: News & { kind: "records" }, userId: string, client: QueryClient): void {
  if (news.by !== userId) noteChange(news);
  client.invalidateQueries({
    queryKey: [news.collection],
    predicate: (query) => !query.isActive(),
    refetchType: "none",
  });
}

/** Invalidates queries that are not visible; they are refetched when shown. */
function invalidateInactive(client: QueryClient): void {
  client.invalidateQueries({
    predicate: (query) => !query.isActive() && query.queryKey[0] !== contract.user.current.area,
    refetchType: "none",
  });
}

function throttle(milliseconds: number, work: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWanted = false;
  const call = () => {
    isWanted = timer !== undefined;
    if (isWanted) return;
    work();
    timer = setTimeout(() => {
      timer = undefined;
      if (isWanted) call();
    }, milliseconds);
  };
  return { call, cancel: () => clearTimeout(timer) };
}
