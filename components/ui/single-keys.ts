"use client";
import { createContext, useContext } from "react";
import { tooltipAttributes } from "./tooltip";

/**
 * Commands of a single key outside of fields (SH-10), by `event.key`. Each activates the control that carries its
 * {@link useSingleKey}, `select` that of a row; with several commands for a key, the first one that has a control.
 */
export const singleKeys = {
  edit: ["e"],
  create: ["c"],
  filter: ["f"],
  select: ["x"],
  remove: ["#", "Delete"],
  closePanel: ["Escape"],
  clearSelection: ["Escape"],
  clearSearch: ["Escape"],
} as const satisfies { [command: string]: readonly string[] };

export type SingleKey = keyof typeof singleKeys;

/** Begins a sequence of two keys that opens an area, see `Area.goKey`. */
export const goKey = "g";

/** The keys of a sequence as displayed. */
export const goKeys = (key: string) => `${goKey} ${key}`.toUpperCase();

/** Whether the keys are enabled: single-character shortcuts can be turned off (WCAG 2.1.4). */
export const SingleKeysContext = createContext(true);

/** Whether the setting applies to a key; Escape is no character, and always clears. */
export const isOptional = (key: string) => key !== "Escape";

/**
 * Attributes of a control that a single key activates: for the handler, for assistive technology, and for its tooltip.
 * @param tooltip empty for the control's `aria-label`
 */
export function useSingleKey(command: SingleKey, tooltip = "") {
  const keys: readonly string[] = singleKeys[command];
  const isOn = useContext(SingleKeysContext);
  const [first = ""] = keys;
  if (!isOn && isOptional(first)) return undefined;
  return {
    "data-single-key": command,
    "aria-keyshortcuts": keys.join(" "),
    ...tooltipAttributes(tooltip, { shortcut: displayed(first) }),
  };
}

const displayed = (key: string) => (key === "Escape" ? "Esc" : key.toUpperCase());
