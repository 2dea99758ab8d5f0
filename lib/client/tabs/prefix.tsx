"use client";
import { createContext, type ReactNode, useContext } from "react";

const PrefixContext = createContext("");

/** Base path and tenant prefix of the page's addresses, such as `/admin/acme`. */
export function PrefixProvider({ prefix, children }: { prefix: string; children: ReactNode }) {
  return <PrefixContext.Provider value={prefix}>{children}</PrefixContext.Provider>;
}

export function usePrefix(): string {
  return useContext(PrefixContext);
}
