"use client";
import { useEffect, useRef } from "react";
import { usePortalContainer } from "@/components/ui/portal";

/** What a key does; false where it does nothing now, and is left to the viewer around. */
type KeyAction = () => unknown;

/**
 * Keys of what is shown, wherever in the viewer the focus is, before the viewer takes them for previous and next. By
 * `event.key`, with `Mod+` before it for Ctrl or Cmd.
 */
export function useViewerKeys(keys: Readonly<Record<string, KeyAction>>): void {
  const panel = usePortalContainer();
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // What an input method is composing is nobody's key.
      if (event.defaultPrevented || event.altKey || event.isComposing || event.keyCode === 229) return;
      const mod = event.ctrlKey || event.metaKey;
      if (!mod && event.target instanceof Element && event.target.closest(takesKeys)) return;
      const act = latest.current[mod ? `Mod+${event.key}` : event.key];
      if (act && act() !== false) event.preventDefault();
    };
    panel?.addEventListener("keydown", press);
    return () => panel?.removeEventListener("keydown", press);
  }, [panel]);
}

/** Players, fields and lists need keys themselves. */
const takesKeys = "input, textarea, select, video, audio, [role=menu], [role=tablist], [role=slider]";
