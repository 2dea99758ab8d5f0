"use client";
import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus when a section switches between reading and editing, since the focused element is removed. Only on a switch:
 * effects also run when a hidden tab is shown again, which restores its own focus and scroll position.
 */
export function useEditFocus(
  editing: boolean,
  box: RefObject<HTMLElement | null>,
  first: string,
  editButton: RefObject<HTMLElement | null>,
): void {
  const wasEditing = useRef(false);
  useEffect(() => {
    if (editing === wasEditing.current) return;
    wasEditing.current = editing;
    const target = editing ? box.current?.querySelector<HTMLElement>(first) : editButton.current;
    target?.focus();
  }, [editing, box, first, editButton]);
}
