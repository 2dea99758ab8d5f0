"use client";
import { createContext, type ReactNode, useContext, useState } from "react";

const PortalContext = createContext<HTMLElement | null>(null);

/**
 * Where menus and tooltips are put: inside a landmark, and inside an open modal dialog, outside of which everything
 * is hidden from assistive technology. Null means the body.
 */
export function usePortalContainer(): HTMLElement | null {
  return useContext(PortalContext);
}

export function PortalContainer({ element, children }: { element: HTMLElement | null; children: ReactNode }) {
  return <PortalContext.Provider value={element}>{children}</PortalContext.Provider>;
}

/** The state behind a {@link PortalContainer}: hand the second to an element as its ref. */
export function usePortalElement() {
  return useState<HTMLElement | null>(null);
}
