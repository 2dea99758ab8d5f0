"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react";
import { contract } from "../../contract";
import type { PermissionName } from "../../contract/permissions";
import { type Preferences, preferencesFromSettings } from "../../preferences/preferences";
import { queryOf } from "../api/query";
import { useHydratedValue } from "../hydrated-value";
import { settingsWriterOf } from "../preferences/settings-writer";
import { usePrefix } from "../tabs/prefix";
import { type Permissions, permissionsOf } from "./allowed";
import { ServedUserContext } from "./served-user";

export type { Guarded } from "./allowed";

const cachedFor = 60_000;
const retryInterval = 10_000;

/** The signed-in user as last heard; asking is {@link useCurrentUserUpdates}'s alone, however many components look. */
export function useCurrentUser() {
  const query = useQuery({
    ...queryOf(contract.user.current, {}),
    staleTime: cachedFor,
    refetchOnMount: false,
    retryOnMount: false,
  });
  const served = useContext(ServedUserContext);
  const data = useHydratedValue(query.data, served ?? query.data);
  return { data, isError: query.isError, error: query.error };
}

/** Whose session it is: not the user's where somebody looks at the product as them. */
export function useSessionUserId(): string | undefined {
  const { data } = useCurrentUser();
  return (data?.viewedBy ?? data?.profile)?.userId;
}

/** Whose things this browser keeps, such as tabs and drafts: nobody's while somebody looks at the product as the user. */
export function useKeeperId(): string | undefined {
  const { data } = useCurrentUser();
  return data?.viewedBy ? undefined : data?.profile.userId;
}

/** Whether somebody else looks at the product as the user. */
export function useIsViewed(): boolean {
  return useCurrentUser().data?.viewedBy !== undefined;
}

/** Keeps the user up to date: heard anew after 60 s, and every 10 s while that fails (ER-03, PM-04). Once per workspace. */
export function useCurrentUserUpdates(): void {
  useQuery({
    ...queryOf(contract.user.current, {}),
    staleTime: cachedFor,
    refetchInterval: ({ state }) => (state.status === "error" ? retryInterval : cachedFor),
  });
  const client = useQueryClient();
  const prefix = usePrefix();
  useEffect(() => settingsWriterOf(client).keepUnder(`settings:${prefix}`), [client, prefix]);
}

/** What the user may do: their own permissions, and those that an {@link ExtraPermissions} around adds. */
export function usePermissions(): Permissions {
  const { data } = useCurrentUser();
  const extra = useExtraPermissions();
  return useMemo(
    () => permissionsOf([...(data?.userPermissions ?? []), ...extra]),
    [data?.userPermissions, extra],
  );
}

/** How the user wants dates, times and the language; defaults until that is known. */
export function usePreferences(): Preferences {
  const { data } = useCurrentUser();
  return useMemo(() => preferencesFromSettings(data?.userSettings ?? []), [data?.userSettings]);
}

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

function useExtraPermissions(): readonly PermissionName[] {
  return useContext(ExtraContext);
}
