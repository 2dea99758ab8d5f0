"use client";
import { useEffect, useRef } from "react";
import { usePortalContainer } from "@/components/ui/portal";

/** Action of a key; false if unhandled, so that the viewer receives it. */
export type KeyAction = (event: KeyboardEvent) => unknown;

/**
 * Keys of the current view, anywhere in the viewer, with priority over previous and next. By `event.key`, with the prefix `Mod+`
 * for Ctrl or Cmd.
 */
export function useViewerKeys(keys: Readonly<Record<string, KeyAction>>): void {
  const panel = usePortalContainer();
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // Ignores keys of IME compositions.
      if (event.defaultPrevented || event.altKey || event.isComposing || event.keyCode === 229) return;
      const mod = event.ctrlKey || event.metaKey;
      if (!mod && event.target instanceof Element && event.target.closest(takesKeys)) return;
      const act = latest.current[mod ? `Mod+${event.key}` : event.key];
      if (act && act(event) !== false) event.preventDefault();
    };
    panel?.addEventListener("keydown", press);
    return () => panel?.removeEventListener("keydown", press);
  }, [panel]);
}

/** Players, inputs and lists handle keys themselves. */
const takesKeys = "input, textarea, select, video, audio, [role=menu], [role=tablist], [role=slider]";
