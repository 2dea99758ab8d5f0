"use client";
import { createContext, useContext } from "react";

/** Whether what is drawn is only to be looked at, as in the preview of a theme: then it stores nothing. */
export const PreviewContext = createContext(false);

export function useIsPreview(): boolean {
  return useContext(PreviewContext);
}
