"use client";
import { useEffect, useRef } from "react";
import { useCurrentUser } from "@/lib/client/permissions";
import { useContentKey } from "@/lib/client/tabs/content-key";
import { useTabStore } from "@/lib/client/tabs/context";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { shownTab } from "./address-bar";

const settledAfter = 200;

/** Brings back the tabs of an earlier visit, and keeps what is open for the next one (TB-10). To be called before {@link useAddressBar}. */
export function useKeptTabs(): void {
  const store = useTabStore();
  const prefix = usePrefix();
  const { data: user } = useCurrentUser();
  const userId = user?.profile.userId;
  const contentKey = useContentKey();

  const before = useRef<string>(undefined);
  const owner = useRef<string>(undefined);

  useEffect(() => {
    before.current ??= shownTab();
    owner.current ??= userId;
    // Somebody else who signs in over the workspace gets one of their own; these tabs are not theirs.
    if (userId === undefined || owner.current !== userId) return;
    const stop = new AbortController();
    const start = async () => {
      // Not needed to show the first view.
      const [{ openWindow }, { merge }] = await Promise.all([
        import("@/lib/client/tabs/window"),
        import("@/lib/client/tabs/stored"),
      ]);
      if (stop.signal.aborted) return;
      const { stored, save } = await openWindow({ prefix, userId, contentKey });
      if (stop.signal.aborted) return;
      if (stored) store.setState((state) => ({ ...merge(state, stored, before.current), write: "replace" }));

      const saveNow = () => save(store.getState());
      let timer: ReturnType<typeof setTimeout> | undefined;
      const unsubscribe = store.subscribe(() => {
        clearTimeout(timer);
        timer = setTimeout(saveNow, settledAfter);
      });
      window.addEventListener("pagehide", saveNow, { signal: stop.signal });
      stop.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        unsubscribe();
      });
      saveNow();
    };
    // Without its code the tabs are not kept; everything else works.
    start().catch(() => undefined);
    return () => stop.abort();
  }, [store, prefix, userId, contentKey]);
}
