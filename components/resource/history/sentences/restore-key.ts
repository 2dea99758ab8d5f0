"use client";
import { useCallback } from "react";
import { tooltipAttributes } from "@/components/ui/tooltip";
import { singleKeyOf, useSingleKeysSetting } from "@/components/ui/use-single-keys";

/** Restores the state of the change that has the focus. */
const restoreKey = "r";

/** Attributes of the button that the key activates. @param tooltip text beside the key */
export function useRestoreMark(tooltip: string) {
  const isOn = useSingleKeysSetting();
  const shortcut = restoreKey.toUpperCase();
  return {
    "data-restore": "",
    ...(isOn && { "aria-keyshortcuts": shortcut, ...tooltipAttributes(tooltip, { shortcut }) }),
  };
}

/**
 * Returns a `ref`: inside of its element the key activates the Restore button of the focused change. Single keys can be turned
 * off.
 */
export function useRestoreKey(): (root: HTMLElement | null) => (() => void) | undefined {
  const isOn = useSingleKeysSetting();
  return useCallback(
    (root) => {
      if (!root || !isOn) return undefined;
      const press = (event: KeyboardEvent) => {
        if (event.repeat || singleKeyOf(event) !== restoreKey) return;
        const button = buttonFor(root, event.target);
        if (!button) return;
        event.preventDefault();
        button.click();
      };
      root.addEventListener("keydown", press);
      return () => root.removeEventListener("keydown", press);
    },
    [isOn],
  );
}

const line = "[data-change], tr[data-index]";

/** The Restore button of the focused line; outside of lines, and in that of the selected change, the one beside its details. */
function buttonFor(root: HTMLElement, target: EventTarget | null): HTMLElement | undefined {
  const focused = (target as HTMLElement).closest(line);
  const place = focused?.ariaSelected === "true" ? null : focused;
  const buttons = root.querySelectorAll<HTMLElement>("[data-restore]");
  return [...buttons].find((button) => button.closest(line) === place);
}
