"use client";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { PermissionName } from "../../contract/permissions";

const none: readonly PermissionName[] = [];
const ExtraContext = createContext<readonly PermissionName[]>(none);

/**
 * Permissions that everything below has beside the user's own (platform document, section 6). They decide what is shown and no more:
 * the server goes by the user's own.
 */
export function ExtraPermissions({
  names,
  children,
}: {
  names: readonly PermissionName[];
  children: ReactNode;
}) {
  const outer = useContext(ExtraContext);
  const all = useMemo(() => (names.length === 0 ? outer : [...outer, ...names]), [outer, names]);
  return <ExtraContext.Provider value={all}>{children}</ExtraContext.Provider>;
}

export function useExtraPermissions(): readonly PermissionName[] {
  return useContext(ExtraContext);
}
