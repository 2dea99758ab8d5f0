"use client";
import { type RefObject, useEffect } from "react";

/** Focuses the first control of a panel that loads its code after opening, unless the focus is inside. */
export function useFirstFocus(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (panel.current && !panel.current.contains(document.activeElement))
      panel.current
        .querySelector<HTMLElement>(":is(input, select, textarea, button):not(:disabled)")
        ?.focus();
  }, [panel]);
}
