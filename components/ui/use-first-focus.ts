"use client";
import { type RefObject, useEffect } from "react";

/** Puts the focus on the first control of a panel whose code came after the panel had opened, unless it is inside. */
export function useFirstFocus(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (panel.current && !panel.current.contains(document.activeElement))
      panel.current
        .querySelector<HTMLElement>(":is(input, select, textarea, button):not(:disabled)")
        ?.focus();
  }, [panel]);
}
