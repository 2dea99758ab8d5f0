"use client";
import { useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { createStore } from "zustand";
import { useStore } from "zustand/react";
import { idle } from "@/components/ui/idle";
import { useTabStore } from "@/lib/client/tabs/context";
import { leaveEvent } from "@/lib/client/tabs/leave-event";
import { focusView } from "./view-focus";

const inputs = ["keydown", "pointerdown", "compositionstart"] as const;

/**
 * The tab whose view runs, for React. A view that was seen before is shown by the browser alone, as it was left, and its
 * effects start once it is painted or as soon as somebody does something in it: they take as long as the painting.
 * @returns the id of a tab; the active one, or for a frame the one before
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
      // As React does, so that it finds nothing to change.
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
 * Calls back once what has changed is painted, or before the first input is handled: that is for the view itself.
 * @param beforehand is called just before the painting, where reading the layout costs nothing
 */
function whenPainted(start: () => void, beforehand: () => void): AbortController {
  const waiting = new AbortController();
  const { signal } = waiting;
  const frame = requestAnimationFrame(() => {
    beforehand();
    signal.addEventListener("abort", idle(start));
  });
  signal.addEventListener("abort", () => cancelAnimationFrame(frame));
  for (const input of inputs)
    window.addEventListener(input, () => flushSync(start), { capture: true, signal });
  return waiting;
}
