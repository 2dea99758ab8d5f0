"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react";
import { contract } from "../../contract";
import type { PermissionName } from "../../contract/permissions";
import { type Preferences, preferencesFromSettings } from "../../preferences/preferences";
import { queryOf } from "../api/query";
import { useHydratedValue } from "../hydrated-value";
import { settingsWriterOf } from "../settings/settings-writer";
import { usePrefix } from "../tabs/prefix";
import { type Permissions, permissionsOf } from "./allowed";
import { ServedUserContext } from "./served-user";

export type { Guarded } from "./allowed";

const staleTime = 60_000;
const retryInterval = 10_000;

/** The last known signed-in user; only {@link useCurrentUserUpdates} fetches, for any number of components. */
export function useCurrentUser() {
  const query = useQuery({
    ...queryOf(contract.user.current, {}),
    staleTime,
    refetchOnMount: false,
    retryOnMount: false,
  });
  const served = useContext(ServedUserContext);
  const data = useHydratedValue(query.data, served ?? query.data);
  return { data, isError: query.isError, error: query.error };
}

/** Id of the session's owner, possibly viewing as another user. */
export function useSessionUserId(): string | undefined {
  const { data } = useCurrentUser();
  return (data?.viewedBy ?? data?.profile)?.userId;
}

/** Owner of data kept in this browser, such as tabs and drafts; undefined while viewing as another user. */
export function useStorageOwnerId(): string | undefined {
  const { data } = useCurrentUser();
  return data?.viewedBy ? undefined : data?.profile.userId;
}

/** Whether the session views as another user. */
export function useIsViewed(): boolean {
  return useCurrentUser().data?.viewedBy !== undefined;
}

/** Refreshes the user every 60 s, and every 10 s while that fails (ER-03, PM-04). Used once per workspace. */
export function useCurrentUserUpdates(): void {
  useQuery({
    ...queryOf(contract.user.current, {}),
    staleTime,
    refetchInterval: ({ state }) => (state.status === "error" ? retryInterval : staleTime),
  });
  const client = useQueryClient();
  const prefix = usePrefix();
  useEffect(() => settingsWriterOf(client).persistUnder(`settings:${prefix}`), [client, prefix]);
}

/** The user's permissions, plus those of enclosing {@link ExtraPermissions}. */
export function usePermissions(): Permissions {
  return useLimitedPermissions(useContext(ReadingContext));
}

/** The same within {@link ReadingOnly} too, for the few changes that a place for reading offers. */
export function useOwnPermissions(): Permissions {
  return useLimitedPermissions(false);
}

function useLimitedPermissions(isReading: boolean): Permissions {
  const { data } = useCurrentUser();
  const extra = useExtraPermissions();
  return useMemo(() => {
    const names = [...(data?.userPermissions ?? []), ...extra];
    return permissionsOf(isReading ? names.filter((name) => ofReading.test(name)) : names);
  }, [data?.userPermissions, extra, isReading]);
}

const ReadingContext = createContext(false);

/** Permissions that change nothing. */
const ofReading = /(View|Section|_HistoryAction|_DownloadAction)$/;

/** Leaves only permissions to read to all descendants, which then offer no changes. */
export function ReadingOnly({ children }: { children: ReactNode }) {
  return <ReadingContext.Provider value={true}>{children}</ReadingContext.Provider>;
}

/** The user's preferences for dates, times and language; defaults until known. */
export function usePreferences(): Preferences {
  const { data } = useCurrentUser();
  return useMemo(() => preferencesFromSettings(data?.userSettings ?? []), [data?.userSettings]);
}

const none: readonly PermissionName[] = [];
const ExtraContext = createContext<readonly PermissionName[]>(none);

/**
 * Adds permissions for all descendants (platform document, section 6). They affect display only: the server checks the
 * user's own.
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
