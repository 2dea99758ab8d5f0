"use client";
import { type KeyboardEvent as KeyPress, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { tinykeys } from "tinykeys";
import { isDialogOpen } from "@/components/ui/view-focus";
import { isComposing, isTypedByAlt } from "@/lib/client/composition";
import { useTabState, useTabStore } from "@/lib/client/tabs/context";
import type { TabStore } from "@/lib/client/tabs/store";
import { moveRange } from "@/lib/client/tabs/tab-order";
import type { MenuPlace } from "./tab-menu";
import { tabIdAt } from "./tab-pointer";

interface StripKeys {
  openMenu: (place: MenuPlace) => void;
  /** Called for pinned tabs, which Delete does not close. */
  onPinned: (id: string) => void;
}

/**
 * Keys of the focused tab, following the WAI-ARIA tabs pattern: arrows, Home and End select; with Shift and Ctrl, Cmd or Alt they
 * move the tab; Delete closes it, Shift F10 opens its menu.
 */
export function useStripKeys({ openMenu, onPinned }: StripKeys): (event: KeyPress<HTMLElement>) => void {
  const store = useTabStore();
  return (event) => {
    const { tabs, activeId } = store.getState();
    const id = tabIdAt(event.target) ?? activeId;
    const { from, first, last } = moveRange(tabs, id);
    const { key } = event;
    const taking = event.shiftKey && (event.ctrlKey || event.metaKey || event.altKey);
    const ends = taking ? { Home: first, End: last } : { Home: 0, End: tabs.length - 1 };
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, ...ends }[key];
    if (to !== undefined && taking) store.actions.move(id, to);
    else if (to !== undefined && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const next = tabs[(to + tabs.length) % tabs.length];
      if (!next) return;
      store.actions.activate(next.id);
      document.getElementById(`${next.id}-tab`)?.focus();
    } else if (key === "Delete" && tabs[from]?.pinned) onPinned(id);
    else if (key === "Delete") store.actions.close(id);
    else if (key === "ContextMenu" || (key === "F10" && event.shiftKey)) {
      const { left, bottom } = event.currentTarget
        .querySelector(`#${CSS.escape(id)}-tab`)
        ?.getBoundingClientRect() ?? { left: 0, bottom: 0 };
      openMenu({ id, x: left + 8, y: bottom });
    } else return;
    event.preventDefault();
  };
}

/** Global shortcuts that browsers do not use. */
export function useTabShortcuts(): void {
  const store = useTabStore();
  useEffect(() => {
    const run = (command: (store: TabStore) => void) => (event: KeyboardEvent) => {
      if (isDialogOpen() || isComposing(event) || isTypedByAlt(event)) return;
      event.preventDefault();
      command(store);
    };
    const step = (by: number) =>
      run(({ getState, actions }) => {
        const { tabs, activeId } = getState();
        const next = tabs[(moveRange(tabs, activeId).from + by + tabs.length) % tabs.length];
        if (next) actions.activate(next.id);
      });
    const take = (by: number) =>
      run(({ getState, actions }) => {
        const { tabs, activeId } = getState();
        actions.move(activeId, moveRange(tabs, activeId).from + by);
      });
    return tinykeys(window, {
      "Alt+PageDown": step(1),
      "Alt+PageUp": step(-1),
      "Alt+Shift+PageDown": take(1),
      "Alt+Shift+PageUp": take(-1),
      "Alt+Shift+KeyT": run(({ actions }) => actions.reopen()),
      "Alt+Shift+KeyW": run(({ getState, actions }) => actions.close(getState().activeId)),
    });
  }, [store]);
}

/** Keeps the keyboard focus in the strip: after the focused tab was closed or moved, and after another tab was activated. */
export function useStripFocus(strip: RefObject<HTMLElement | null>): void {
  const tabs = useTabState((state) => state.tabs);
  const activeId = useTabState((state) => state.activeId);
  const inStrip = useRef(false);

  useEffect(() => {
    const notice = ({ target }: FocusEvent) => {
      inStrip.current =
        target instanceof Element && target.matches(":focus-visible") && contains(strip, target);
    };
    document.addEventListener("focusin", notice);
    return () => document.removeEventListener("focusin", notice);
  }, [strip]);

  // Before the effect of the activated view, which takes the focus if nothing has it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: any change of the tabs may drop the focus
  useLayoutEffect(() => {
    const { activeElement } = document;
    const onOther = activeElement?.matches("[role=tab]") && contains(strip, activeElement);
    if (inStrip.current && (activeElement === document.body || onOther))
      document.getElementById(`${activeId}-tab`)?.focus({ preventScroll: true });
  }, [tabs, activeId]);
}

function contains(strip: RefObject<HTMLElement | null>, target: Element): boolean {
  return strip.current?.contains(target) === true;
}
