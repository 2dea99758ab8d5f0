"use client";
import { useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { createStore } from "zustand";
import { useStore } from "zustand/react";
import { idle } from "@/components/ui/idle";
import { useTabStore } from "@/lib/client/tabs/context";
import { leaveEvent } from "@/lib/client/tabs/leave-event";
import { focusView } from "../../ui/view-focus";

const inputs = ["keydown", "pointerdown", "compositionstart"] as const;

/**
 * Selects the tab with a view running in React. A previously shown view is made visible without React, and its effects start after
 * the paint or at the first input, since they take as long as painting.
 * @returns the id of a tab: the active one, or the previous one for a frame
 */
export function useFrontTab(): string {
  const tabs = useTabStore();
  const [running] = useState(() => createStore(() => ({ id: tabs.getState().activeId })));

  useLayoutEffect(() => {
    let shown = running.getState().id;
    let waiting: AbortController | undefined;
    const start = () => {
      waiting?.abort();
      waiting = undefined;
      running.setState({ id: shown });
    };
    const follow = () => {
      const { activeId } = tabs.getState();
      if (activeId === shown) return;
      const before = panelOf(shown);
      const after = panelOf(activeId);
      before?.dispatchEvent(new Event(leaveEvent));
      // Same style as React's, so that React finds nothing to change.
      before?.style.setProperty("display", "none", "important");
      shown = activeId;
      if (!after) return start();
      after.style.removeProperty("display");
      waiting ??= whenPainted(start, () => focusView(panelOf(shown)));
    };
    follow();
    const end = tabs.subscribe(follow);
    return () => {
      end();
      waiting?.abort();
    };
  }, [tabs, running]);

  return useStore(running, ({ id }) => id);
}

function panelOf(id: string): HTMLElement | null {
  return document.getElementById(`${id}-panel`);
}

/**
 * Calls back after the next paint, or before the first input is handled, which the view itself must handle.
 * @param beforehand runs just before the paint, when reading the layout is cheap
 */
function whenPainted(start: () => void, beforePaint: () => void): AbortController {
  const waiting = new AbortController();
  const { signal } = waiting;
  const frame = requestAnimationFrame(() => {
    beforePaint();
    signal.addEventListener("abort", idle(start));
  });
  signal.addEventListener("abort", () => cancelAnimationFrame(frame));
  for (const input of inputs)
    window.addEventListener(input, () => flushSync(start), { capture: true, signal });
  return waiting;
}
