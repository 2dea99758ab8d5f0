"use client";
import { useEffect, useRef } from "react";
import { useCurrentUser, useStorageOwnerId } from "@/lib/client/permissions";
import { isRecordPath } from "@/lib/client/tabs/address";
import { useContentKey } from "@/lib/client/tabs/content-key";
import { useTabStore } from "@/lib/client/tabs/context";
import { usePrefix } from "@/lib/client/tabs/prefix";
import type { TabStore } from "@/lib/client/tabs/store";
import type { Owner } from "@/lib/client/tabs/window";
import { shownTab } from "./address-bar";

const idleDelay = 200;

/**
 * Restores the tabs of an earlier visit, and stores open tabs and recently viewed records for the next one (TB-10, HO-05). Call
 * it before {@link useAddressBar}.
 */
export function usePersistedTabs(): void {
  const store = useTabStore();
  const prefix = usePrefix();
  const shownUserId = useCurrentUser().data?.profile.userId;
  const userId = useStorageOwnerId();
  const contentKey = useContentKey();

  const before = useRef<string>(undefined);
  const owner = useRef<string>(undefined);

  useEffect(() => {
    before.current ??= shownTab();
    owner.current ??= shownUserId;
    // A different user, after signing in again or ending a view-as, has a separate workspace without these tabs.
    if (userId === undefined || owner.current !== userId) return;
    const stop = new AbortController();
    const start = async () => {
      // Not needed for the first view.
      const { merge, openWindow } = await import("../messages/deferred-code");
      if (stop.signal.aborted) return;
      const own = { prefix, userId, contentKey };
      const { stored, save } = await openWindow(own);
      if (stop.signal.aborted) return;
      if (stored) store.setState((state) => ({ ...merge(state, stored, before.current), write: "replace" }));

      const saveNow = () => save(store.getState());
      let timer: ReturnType<typeof setTimeout> | undefined;
      const unsubscribe = store.subscribe(() => {
        clearTimeout(timer);
        timer = setTimeout(saveNow, idleDelay);
      });
      window.addEventListener("pagehide", saveNow, { signal: stop.signal });
      const stopRecent = followRecords(own, store, stop.signal);
      stop.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        unsubscribe();
        stopRecent();
      });
      saveNow();
    };
    // Without this code tabs are not stored; everything else works.
    start().catch(() => undefined);
    return () => stop.abort();
  }, [store, prefix, shownUserId, userId, contentKey]);
}

/** Stores recently viewed records; its code is loaded with the first of them. @returns a function that stops it */
function followRecords(own: Owner, store: TabStore, signal: AbortSignal): () => void {
  let leave = () => {};
  const follow = async () => {
    const { tabs, activeId } = store.getState();
    const tab = tabs.find(({ id }) => id === activeId);
    if (!tab || !isRecordPath(tab.path)) return;
    leave();
    const { recordRecent, readRecent } = await import("@/lib/client/tabs/recent");
    // Reads the records of earlier visits before adding to them.
    await readRecent(own);
    if (!signal.aborted) leave = recordRecent(own, store);
  };
  const look = () => void follow().catch(() => undefined);
  leave = store.subscribe(look);
  look();
  return () => leave();
}
