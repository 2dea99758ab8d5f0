"use client";
import { useCallback, useEffect } from "react";
import { useTabState, useTabStore } from "@/lib/client/tabs/context";
import type { Elsewhere, Loss } from "@/lib/client/tabs/state";

let unasked = false;

/** Lets the page go although tabs have unsaved changes: the user has been asked already. */
export function leaveUnasked(): void {
  unasked = true;
}

/**
 * For everything that leaves the workspace, such as signing out or going to another tenant: resolves to whether that
 * may happen, after asking about all tabs with unsaved changes in one question (TB-06). Call {@link leaveUnasked}
 * just before the page goes.
 */
export function useMayLeave(): (
  loss: Extract<Loss, "signOut" | "leave">,
  elsewhere?: Elsewhere,
) => Promise<boolean> {
  const { actions } = useTabStore();
  return useCallback((loss, elsewhere) => actions.mayLose(loss, undefined, elsewhere), [actions]);
}

/** Has the browser ask before the page is left or reloaded while a tab has unsaved changes (TB-06). */
export function useUnloadGuard(): void {
  const dirty = useTabState((state) => state.tabs.some((tab) => tab.highlighted));
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!unasked) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [dirty]);
}
