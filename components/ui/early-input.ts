"use client";
import { useEffect } from "react";

/** Stands beside what is shown first and lets through what was clicked and typed before it worked (`holdEarlyInput`). */
export function EarlyInput(): null {
  useEffect(() => {
    // After the effects of what is around it: those may have to listen before anything happens.
    setTimeout(() => window.hubEarly?.release());
  }, []);
  return null;
}
