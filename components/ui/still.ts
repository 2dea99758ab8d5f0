"use client";
import { createContext, useContext } from "react";

/** Whether what is drawn is only to be looked at, as in the preview of a theme: then it stores nothing. */
export const StillContext = createContext(false);

export function useIsStill(): boolean {
  return useContext(StillContext);
}
