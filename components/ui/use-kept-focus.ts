"use client";
import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Keeps the focus in a box when the focused control is removed by its action, such as "Try again" with the error: focuses
 * `fallback` instead of losing it. Spread the handlers on the box.
 */
export function useFocusFallback(fallback: RefObject<HTMLElement | null>) {
  const holder = useRef<Element>(undefined);
  // No dependencies: any render may remove the control.
  useLayoutEffect(() => {
    if (!holder.current || holder.current.isConnected) return;
    holder.current = undefined;
    if (document.activeElement === document.body) fallback.current?.focus({ preventScroll: true });
  });
  return {
    onFocus({ target, currentTarget }: FocusEvent) {
      // React also bubbles focus events from the box's panels.
      if (currentTarget.contains(target)) holder.current = target;
    },
    onBlur({ relatedTarget }: FocusEvent) {
      if (relatedTarget) holder.current = undefined;
    },
  };
}
