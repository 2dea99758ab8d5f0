"use client";
import { useLayoutEffect, useSyncExternalStore } from "react";
import { signInAgain } from "./sign-in-again";

/** The class of what is seen while all else is out of sight (app/globals.css). */
export const shownWhileConcealed = "shown-while-concealed";

/** Whether nothing of the workspace may be seen, names in titles neither: its session is over, and who looks may be somebody else. */
export function useIsConcealed(): boolean {
  return useSyncExternalStore(signInAgain.subscribe, signInAgain.isConcealed, () => false);
}

/** Takes everything out of sight, dialogs and messages too, and leaves it as it is. */
export function useConcealment(): void {
  const isConcealed = useIsConcealed();
  // Before a dialog that closes gives the focus back: what is out of sight takes none.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-concealed", isConcealed);
    return () => document.documentElement.removeAttribute("data-concealed");
  }, [isConcealed]);
}
