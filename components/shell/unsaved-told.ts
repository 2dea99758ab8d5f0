"use client";
import { useEffect } from "react";
import { draftOwner } from "@/lib/client/drafts/names";
import { useCurrentUser } from "@/lib/client/permissions";
import { useTabState, useTabStore } from "@/lib/client/tabs/context";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { useTabTitle } from "./tab-title";

/** Tells other windows of this user what is unsaved here, and saves it when they sign out. Once per workspace. */
export function useUnsavedTold(): void {
  const { actions, getState } = useTabStore();
  const titleOf = useTabTitle();
  const prefix = usePrefix();
  const userId = useCurrentUser().data?.profile.userId;
  const isUnsaved = useTabState((state) => state.tabs.some(({ highlighted }) => highlighted));
  useEffect(() => {
    if (userId === undefined || !isUnsaved) return;
    const own = {
      unsaved: () =>
        getState()
          .tabs.filter(({ highlighted }) => highlighted)
          .map((tab) => ({ title: titleOf(tab), icon: tab.icon })),
      save: actions.saveAll,
    };
    const stop = new AbortController();
    import("@/lib/client/session/unsaved-windows").then(
      ({ answerWindows }) => {
        if (stop.signal.aborted) return;
        stop.signal.addEventListener("abort", answerWindows(draftOwner(prefix, userId), own));
      },
      () => undefined, // without its code, the drafts tell
    );
    return () => stop.abort();
  }, [actions, getState, titleOf, prefix, userId, isUnsaved]);
}
