"use client";
import { useQuery } from "@tanstack/react-query";
import { contract } from "../contract";
import type { Shortcut } from "../contract/shortcuts";
import { queryOf } from "./api/query";

/** Only their owner changes them, usually in this window. */
const staleTime = 5 * 60_000;
export const shortcutsQuery = { ...queryOf(contract.user.actions, {}), staleTime };

/** The user's shortcuts (HO-01); undefined until loaded. */
export const useShortcuts = () => useQuery(shortcutsQuery);

export type NewShortcut = Pick<Shortcut, "actionUrl" | "permissionLabel">;

/** The shortcut to an address, if any; ignores case, as tabs do. */
export function shortcutTo(address: string, shortcuts: readonly Shortcut[] = []): Shortcut | undefined {
  return shortcuts.find(({ actionUrl }) => actionUrl.toLowerCase() === address.toLowerCase());
}
