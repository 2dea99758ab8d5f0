"use client";
import { createContext, type ReactNode, useContext } from "react";

const KeyContext = createContext<string | undefined>(undefined);

/** The user's key for tab contents, as base64url; undefined without a session. */
export function ContentKeyProvider({ value, children }: { value: string | undefined; children: ReactNode }) {
  return <KeyContext.Provider value={value}>{children}</KeyContext.Provider>;
}

export function useContentKey(): string | undefined {
  return useContext(KeyContext);
}
