"use client";
import { createElement, type ReactNode, useEffect } from "react";
import { SearchKeyContext, searchKey } from "@/components/ui/search-input";
import { isComposing } from "@/lib/client/composition";
import { useCurrentUser } from "@/lib/client/permissions";
import { viewInFront } from "./view-focus";

/** Under which name the user's choice is kept; "false" turns the key off. */
export const searchKeySetting = "keys.search";

/** Where a character is something typed, or leads to what begins with it. */
const takesCharacters =
  "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=menu], [role=listbox]";

/** Whether keys of one character do something: they can be turned off (WCAG 2.1.4). */
export function useSingleKeys(): boolean {
  const settings = useCurrentUser().data?.userSettings ?? [];
  return !settings.some(
    ({ settingName, settingValue }) => settingName === searchKeySetting && settingValue === "false",
  );
}

/** Has boxes of searches answer to their key, unless the user has turned it off. */
export function SearchKeyProvider({ children }: { children: ReactNode }) {
  return createElement(SearchKeyContext, { value: useSingleKeys() }, children);
}

/** Whether a key is one character that is meant as a command, and not typed or composed somewhere. */
export function isSingleKey(event: KeyboardEvent, wanted: string): boolean {
  const { key, ctrlKey, metaKey, altKey, defaultPrevented, target } = event;
  if (key !== wanted || ctrlKey || metaKey || altKey || defaultPrevented || isComposing(event)) return false;
  return !(target instanceof Element && target.closest(takesCharacters));
}

/** Has "/" go to the search of the view in front, or of the dialog that lies over it. */
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
