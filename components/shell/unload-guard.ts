"use client";
import { useEffect } from "react";
import { useTabState } from "@/lib/tabs/context";

let unasked = false;

/** Lets the page go although tabs have unsaved changes: the user has been asked already. */
export function leaveUnasked(): void {
  unasked = true;
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
