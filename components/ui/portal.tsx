"use client";
import { createContext, type ReactNode, useContext, useState } from "react";

const PortalContext = createContext<HTMLElement | null>(null);

/**
 * Container of menus and tooltips: within a landmark, and within an open modal dialog, which hides everything else from assistive
 * technology. Null means the body.
 */
export function usePortalContainer(): HTMLElement | null {
  return useContext(PortalContext);
}

export function PortalContainer({ element, children }: { element: HTMLElement | null; children: ReactNode }) {
  return <PortalContext.Provider value={element}>{children}</PortalContext.Provider>;
}

/** State of a {@link PortalContainer}: use the second value as the element's ref. */
export function usePortalElement() {
  return useState<HTMLElement | null>(null);
}
