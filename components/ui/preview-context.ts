"use client";
import { createContext, useContext } from "react";

/** Whether the content is a preview, such as of a theme, which stores nothing. */
export const PreviewContext = createContext(false);

export function useIsPreview(): boolean {
  return useContext(PreviewContext);
}
