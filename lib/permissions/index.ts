"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { queryOf } from "../api/query";
import { contract } from "../contract";
import type { PermissionName } from "../contract/permissions";
import { type Preferences, preferencesFromSettings } from "../preferences/preferences";
import { settingsWriterOf } from "../preferences/settings-writer";
import { usePrefix } from "../tabs/prefix";

const cachedFor = 60_000;
const retryEvery = 10_000;

/** The signed-in user as last heard; asking is {@link useCurrentUserUpdates}'s alone, however many components look. */
export function useCurrentUser() {
  return useQuery({
    ...queryOf(contract.user.current, {}),
    staleTime: cachedFor,
    refetchOnMount: false,
    retryOnMount: false,
  });
}

/** Keeps the user up to date: heard anew after 60 s, and every 10 s while that fails (ER-03, PM-04). Once per workspace. */
export function useCurrentUserUpdates(): void {
  useQuery({
    ...queryOf(contract.user.current, {}),
    staleTime: cachedFor,
    refetchInterval: ({ state }) => (state.status === "error" ? retryEvery : cachedFor),
  });
  const client = useQueryClient();
  const prefix = usePrefix();
  useEffect(() => settingsWriterOf(client).keepUnder(`settings:${prefix}`), [client, prefix]);
}

export interface Permissions {
  /** Whether the user holds the permission, or all of a list; what needs no permission is always allowed (PM-01). */
  has(name?: PermissionName | readonly PermissionName[]): boolean;
}

export function usePermissions(): Permissions {
  const { data } = useCurrentUser();
  return useMemo(() => {
    const held = new Set<string>(data?.userPermissions);
    return {
      has: (name) => name === undefined || [name].flat().every((one) => held.has(one)),
    };
  }, [data?.userPermissions]);
}

/** How the user wants dates, times and the language; defaults until that is known. */
export function usePreferences(): Preferences {
  const { data } = useCurrentUser();
  return useMemo(() => preferencesFromSettings(data?.userSettings ?? []), [data?.userSettings]);
}
