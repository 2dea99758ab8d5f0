"use client";
import { createElement, type ReactNode, useEffect } from "react";
import { SearchKeyContext, searchKey } from "@/components/ui/search-input";
import { useCurrentUser } from "@/lib/client/permissions";
import { viewInFront } from "./view-focus";

/** Under which name the user's choice is kept; "false" turns the key off. */
export const searchKeySetting = "keys.search";

/** Where a character is something typed, or leads to what begins with it. */
const takesCharacters =
  "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=menu], [role=listbox]";

/** Has boxes of searches answer to their key, unless the user has turned it off. */
export function SearchKeyProvider({ children }: { children: ReactNode }) {
  const settings = useCurrentUser().data?.userSettings ?? [];
  const isOff = settings.some(
    ({ settingName, settingValue }) => settingName === searchKeySetting && settingValue === "false",
  );
  return createElement(SearchKeyContext, { value: !isOff }, children);
}

/** Has "/" go to the search of the view in front, or of the dialog that lies over it. */
export function useSearchKey(): void {
  useEffect(() => {
    const go = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented, target } = event;
      if (key !== searchKey || ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return;
      if (target instanceof Element && target.closest(takesCharacters)) return;
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
