"use client";
import { type RefObject, useEffect, useRef } from "react";
import { focusWhenFree } from "@/components/ui/focus-later";

const faulty = "[aria-invalid=true]:not(form)";

/**
 * Moves the focus to the first marked field each time `faults` counts up (FM-04), also when the question that led to
 * the save is still open, or the form is in a sub-tab that is only just being shown: effects run when it is.
 */
export function useFaultFocus(box: RefObject<HTMLElement | null>, faults: number): void {
  const seen = useRef(faults);
  useEffect(() => {
    if (seen.current === faults) return;
    seen.current = faults;
    focusWhenFree(() => box.current?.querySelector<HTMLElement>(faulty));
  }, [faults, box]);
}
