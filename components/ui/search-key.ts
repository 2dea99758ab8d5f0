"use client";
import { createElement, type ReactNode, useEffect } from "react";
import { SearchKeyContext, searchKey } from "@/components/ui/search-input";
import { isComposing } from "@/lib/client/composition";
import { useCurrentUser } from "@/lib/client/permissions";
import { viewInFront } from "./view-focus";

/** Name of the user's setting; "false" disables the key. */
export const searchKeySetting = "keys.search";

/** Elements in which a character is input or starts a type-ahead. */
const takesCharacters =
  "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=menu], [role=listbox]";

/** Whether single-character shortcuts are enabled (WCAG 2.1.4). */
export function useSingleKeys(): boolean {
  const settings = useCurrentUser().data?.userSettings ?? [];
  return !settings.some(
    ({ settingName, settingValue }) => settingName === searchKeySetting && settingValue === "false",
  );
}

/** Enables the shortcut of search boxes unless the user has turned it off. */
export function SearchKeyProvider({ children }: { children: ReactNode }) {
  return createElement(SearchKeyContext, { value: useSingleKeys() }, children);
}

/** Whether a key event is a single-character command and not text input or composition. */
export function isSingleKey(event: KeyboardEvent, wanted: string): boolean {
  const { key, ctrlKey, metaKey, altKey, defaultPrevented, target } = event;
  if (key !== wanted || ctrlKey || metaKey || altKey || defaultPrevented || isComposing(event)) return false;
  return !(target instanceof Element && target.closest(takesCharacters));
}

/** Focuses the search of the active view or of the dialog above it on "/". */
export function useSearchKey(): void {
  useEffect(() => {
    const go = (event: KeyboardEvent) => {
      if (!isSingleKey(event, searchKey)) return;
      const dialog = [...document.querySelectorAll("[role=dialog][data-state=open]")].at(-1);
      const boxes = (dialog ?? viewInFront())?.querySelectorAll<HTMLInputElement>(
        `[aria-keyshortcuts="${searchKey}"]`,
      );
      const box = [...(boxes ?? [])].find((each) => each.checkVisibility());
      if (!box) return;
      event.preventDefault();
      box.focus();
      box.select();
    };
    window.addEventListener("keydown", go);
    return () => window.removeEventListener("keydown", go);
  }, []);
}
