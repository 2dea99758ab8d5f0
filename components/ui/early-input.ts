"use client";
import { useEffect, useLayoutEffect } from "react";

/**
 * Replays clicks and keys from before hydration (`holdEarlyInput`); placed next to the content shown first.
 * @param wait until data is loaded that determines the meaning of the input
 */
export function EarlyInput({ wait = false }: { wait?: boolean }): null {
  // Checkboxes need no further data; a rerender before their release would briefly untick them.
  useLayoutEffect(() => window.hubEarly?.releaseBoxes(), []);
  useEffect(() => {
    if (wait) return;
    // After the effects of surrounding components, which may add listeners.
    setTimeout(() => window.hubEarly?.release());
  }, [wait]);
  return null;
}

/** Ref of a checkbox or radio button: it is hydrated. Without it, early ticks wait for the data, see {@link EarlyInput}. */
export function markHydrated(box: HTMLInputElement | null): void {
  if (box) window.hubEarly?.hydratedBoxes.add(box);
}
