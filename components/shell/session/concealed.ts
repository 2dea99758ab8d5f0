"use client";
import { useLayoutEffect, useSyncExternalStore } from "react";
import { signInAgain } from "../../errors/sign-in-again";

/** Class of elements that stay visible while the workspace is concealed (app/globals.css). */
export const visibleWhileConcealed = "shown-while-concealed";

/** Whether the workspace must be hidden, including names in titles: the session is over, and another person may be looking. */
export function useIsConcealed(): boolean {
  return useSyncExternalStore(signInAgain.subscribe, signInAgain.isConcealed, () => false);
}

/** Hides the whole workspace, including dialogs and messages, without unmounting it. */
export function useConcealment(): void {
  const isConcealed = useIsConcealed();
  // Runs before a closing dialog restores the focus, since hidden elements cannot take it.
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-concealed", isConcealed);
    return () => document.documentElement.removeAttribute("data-concealed");
  }, [isConcealed]);
}
