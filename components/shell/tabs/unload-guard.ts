"use client";
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { backgroundUploads } from "@/components/resource/attachments/background-uploads";
import { useTabState, useTabStore } from "@/lib/client/tabs/context";
import type { Elsewhere, Loss } from "@/lib/client/tabs/state";

let isUnloadAllowed = false;

/** Allows the page to unload with unsaved changes, after the user was asked. */
export function allowUnload(): void {
  isUnloadAllowed = true;
}

/**
 * For actions that leave the workspace, such as signing out or switching tenants: asks one question about all unsaved tabs and
 * resolves to whether to continue (TB-06). Call {@link allowUnload} just before leaving.
 */
export function useMayLeave(): (
  loss: Extract<Loss, "signOut" | "leave">,
  elsewhere?: Elsewhere,
) => Promise<boolean> {
  const { actions } = useTabStore();
  return useCallback((loss, elsewhere) => actions.confirmLoss(loss, undefined, elsewhere), [actions]);
}

/** Makes the browser ask before unloading the page with unsaved changes or running uploads (TB-06). */
export function useUnloadGuard(): void {
  const dirty = useTabState((state) => state.tabs.some((tab) => tab.highlighted));
  const uploading = useSyncExternalStore(
    backgroundUploads.subscribe,
    backgroundUploads.isSending,
    () => false,
  );
  useEffect(() => {
    if (!dirty && !uploading) return;
    const ask = (event: BeforeUnloadEvent) => {
      if (!isUnloadAllowed) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [dirty, uploading]);
}
