"use client";
import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Keeps the focus in a box when the control that has it goes away with what it did, such as "Try again" with the
 * error: it falls to `fallback` instead of to the page's beginning. The handlers are for the box.
 */
export function useKeptFocus(fallback: RefObject<HTMLElement | null>) {
  const holder = useRef<Element>(undefined);
  // Without dependencies: any rendering may take the control away.
  useLayoutEffect(() => {
    if (!holder.current || holder.current.isConnected) return;
    holder.current = undefined;
    if (document.activeElement === document.body) fallback.current?.focus({ preventScroll: true });
  });
  return {
    onFocus({ target, currentTarget }: FocusEvent) {
      // Focus within panels of the box comes here too, through React.
      if (currentTarget.contains(target)) holder.current = target;
    },
    onBlur({ relatedTarget }: FocusEvent) {
      if (relatedTarget) holder.current = undefined;
    },
  };
}
