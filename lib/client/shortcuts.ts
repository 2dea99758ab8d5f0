"use client";
import { useQuery } from "@tanstack/react-query";
import { contract } from "../contract";
import type { Shortcut } from "../contract/shortcuts";
import { queryOf } from "./api/query";

/** Nobody changes them but their owner, in this window as a rule. */
const freshFor = 5 * 60_000;
export const shortcutsQuery = { ...queryOf(contract.user.actions, {}), staleTime: freshFor };

/** The user's shortcuts (HO-01); undefined until they are known. */
export const useShortcuts = () => useQuery(shortcutsQuery);

export type NewShortcut = Pick<Shortcut, "actionUrl" | "permissionLabel">;

/** The shortcut to an address, if there is one: paths that differ only in case are one tab. */
export function shortcutTo(address: string, shortcuts: readonly Shortcut[] = []): Shortcut | undefined {
  return shortcuts.find(({ actionUrl }) => actionUrl.toLowerCase() === address.toLowerCase());
}
