"use client";
import { createContext, type ReactNode, useContext } from "react";

const PrefixContext = createContext("");

/** Base path and tenant prefix that every address of the page begins with, such as `/admin/acme`. */
export function PrefixProvider({ prefix, children }: { prefix: string; children: ReactNode }) {
  return <PrefixContext.Provider value={prefix}>{children}</PrefixContext.Provider>;
}

export function usePrefix(): string {
  return useContext(PrefixContext);
}
