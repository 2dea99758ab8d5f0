"use client";
import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Takes no input into a box while `busy`, because nothing that is typed then would be saved, and gives the focus back
 * to what had it. For the box's ref.
 */
export function useUndisturbed<Box extends HTMLElement>(busy: boolean): RefObject<Box | null> {
  const box = useRef<Box>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (!busy || !element) return;
    const focused = document.activeElement;
    element.inert = true;
    return () => {
      element.inert = false;
      const free = document.activeElement === document.body;
      if (free && focused instanceof HTMLElement && element.contains(focused)) focused.focus();
    };
  }, [busy]);
  return box;
}
