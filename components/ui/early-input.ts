"use client";
import { useEffect, useLayoutEffect } from "react";

/**
 * Stands beside what is shown first and lets through what was clicked and typed before it worked (`holdEarlyInput`).
 * @param wait while something is not known yet that decides what the input means
 */
export function EarlyInput({ wait = false }: { wait?: boolean }): null {
  // Boxes mean the same at any time; whatever is drawn anew before they are let through would lose their ticks for a moment.
  useLayoutEffect(() => window.hubEarly?.releaseBoxes(), []);
  useEffect(() => {
    if (wait) return;
    // After the effects of what is around it: those may have to listen before anything happens.
    setTimeout(() => window.hubEarly?.release());
  }, [wait]);
  return null;
}
