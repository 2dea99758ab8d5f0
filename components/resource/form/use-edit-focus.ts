"use client";
import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus along when a section turns into a form and back, as each takes away what had it. Only then:
 * the effects of a tab run again when it comes back, and that one keeps the focus and the scroll where they were.
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
