"use client";
import { createContext, useContext } from "react";

/** Whether the content is shown in a panel beside a list, which is narrow and only for reading. */
export const SidePanelContext = createContext(false);

export function useIsInSidePanel(): boolean {
  return useContext(SidePanelContext);
}
