"use client";
import { createElement, type ReactNode, useEffect, useRef } from "react";
import { searchKey } from "@/components/ui/search-input";
import { isComposing } from "@/lib/client/composition";
import { useCurrentUser } from "@/lib/client/permissions";
import { goKey, isOptional, type SingleKey, SingleKeysContext, singleKeys } from "./single-keys";
import { isDialogOpen, viewInFront } from "./view-focus";

/** Name of the user's setting; "false" disables the keys. */
export const singleKeysSetting = "keys.single";

/** Elements in which a character is input or starts a type-ahead. */
const takesCharacters =
  "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]:not([contenteditable=false]), " +
  "[role=menu], [role=listbox], [role=combobox]";

/** Whether single-character shortcuts are enabled (WCAG 2.1.4). */
export function useSingleKeysSetting(): boolean {
  const settings = useCurrentUser().data?.userSettings ?? [];
  return !settings.some(
    ({ settingName, settingValue }) => settingName === singleKeysSetting && settingValue === "false",
  );
}

/** Enables single-character shortcuts unless the user has turned them off. */
export function SingleKeysProvider({ children }: { children: ReactNode }) {
  return createElement(SingleKeysContext, { value: useSingleKeysSetting() }, children);
}

/** Returns the key of a command; undefined for text input, compositions, and keys with modifiers. */
export function singleKeyOf(event: KeyboardEvent): string | undefined {
  const { ctrlKey, metaKey, altKey, shiftKey, defaultPrevented, target } = event;
  if (ctrlKey || metaKey || altKey || defaultPrevented || isComposing(event)) return undefined;
  if (target instanceof Element && target.closest(takesCharacters)) return undefined;
  const key = latinKey(event);
  // Layouts type "#", "?" and "/" with Shift, too; a letter with Shift is another key.
  return shiftKey && (key.length > 1 || /[a-z]/.test(key)) ? undefined : key;
}

/** On non-Latin keyboards, the letter of the physical key. */
function latinKey({ key, code }: KeyboardEvent): string {
  if (key.length > 1) return key;
  const isOther = /\p{L}/u.test(key) && !/\p{Script=Latin}/u.test(key);
  return (isOther ? code.replace(/^Key/, "") : key).toLowerCase();
}

/** Milliseconds within which the second key of a sequence must follow. */
const sequenceTime = 1500;

/**
 * Runs the commands of single keys in the active view. Use once per workspace.
 * @param go opens the area of a key after {@link goKey}; returns whether there is one
 */
export function useSingleKeys(isOn: boolean, go: (key: string) => boolean): void {
  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    let begunAt = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      if (event.repeat || isModifier.test(event.key)) return;
      const isSecond = event.timeStamp - begunAt < sequenceTime;
      begunAt = Number.NEGATIVE_INFINITY;
      const key = singleKeyOf(event);
      if (key === undefined || (!isOn && isOptional(key))) return;
      if (key === searchKey) return focusSearch(event);
      const view = viewInFront();
      if (isCovered(view, event.target)) return;
      if (isSecond) {
        if (latest.current(key)) event.preventDefault();
      } else if (key === goKey) begunAt = event.timeStamp;
      else if (view && runCommand(view, key)) event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [isOn]);
}

const isModifier = /^(Shift|Control|Alt|AltGraph|Meta|CapsLock)$/;

/** Whether a dialog lies over the view, or the key was pressed in a panel beside it. */
function isCovered(view: HTMLElement | undefined, target: EventTarget | null): boolean {
  if (isDialogOpen() || view?.closest("[inert]")) return true;
  return target instanceof Element && target.closest("[role=dialog], [data-popover]") !== null;
}

/** Activates the control of a key's command; false without one. */
function runCommand(view: HTMLElement, key: string): boolean {
  for (const [command, keys] of Object.entries(singleKeys)) {
    if (!(keys as readonly string[]).includes(key)) continue;
    const control = controlOf(view, command as SingleKey);
    if (!control) continue;
    // A row selected from outside of the table becomes the current one.
    if (command === "select" && !control.closest("tr")?.contains(document.activeElement)) control.focus();
    control.click();
    return true;
  }
  return false;
}

/** Returns the enabled control of a command that is nearest to the focus. */
function controlOf(view: HTMLElement, command: SingleKey): HTMLElement | undefined {
  // Rows carry no attribute for it: their page must stay small, and a tooltip would follow the arrow keys.
  const named = command === "select" ? "td[data-selection] input" : `[data-single-key=${command}]`;
  const row = command === "select" ? document.activeElement?.closest("tr[data-index]") : undefined;
  if (row && !row.querySelector(named)) return undefined;
  const all = [...view.querySelectorAll<HTMLElement>(named)].filter(
    (control) => control.checkVisibility() && !control.matches(":disabled, [aria-disabled=true]"),
  );
  let near: Element | null = document.activeElement;
  while (near && near !== view && !all.some((control) => near?.contains(control))) near = near.parentElement;
  return all.find((control) => near?.contains(control)) ?? all[0];
}

/** Focuses the search of the active view or of the dialog above it. */
function focusSearch(event: KeyboardEvent): void {
  const dialog = [...document.querySelectorAll("[role=dialog][data-state=open]")].at(-1);
  const boxes = (dialog ?? viewInFront())?.querySelectorAll<HTMLInputElement>(
    `[aria-keyshortcuts="${searchKey}"]`,
  );
  const box = [...(boxes ?? [])].find((each) => each.checkVisibility());
  if (!box) return;
  event.preventDefault();
  box.focus();
  box.select();
}
