"use client";
import { type RefObject, useEffect } from "react";

const stops = "a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex='0']";

/** Lets the keyboard scroll a region in which there is nothing else that it could stop at. */
export function useScrollStop(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const look = () => {
      const scrolls = element.scrollHeight > element.clientHeight;
      element.tabIndex = scrolls && !element.querySelector(stops) ? 0 : -1;
    };
    const observer = new ResizeObserver(look);
    for (const watched of [element, ...element.children]) observer.observe(watched);
    return () => observer.disconnect();
  }, [region]);
}
