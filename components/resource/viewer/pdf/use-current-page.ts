"use client";
import { type RefObject, useEffect, useState } from "react";

/** Returns the box of a page, rendered or not. */
export function pageBox(area: HTMLElement | null, number: number): HTMLElement | null {
  return area?.querySelector<HTMLElement>(`[data-page="${number}"]`) ?? null;
}

/** Returns the current page number: the page across the upper third of the area. */
export function useCurrentPage(area: RefObject<HTMLElement | null>): number {
  const [page, setPage] = useState(1);
  useEffect(() => {
    const element = area.current;
    let frame = 0;
    const look = () => {
      frame = 0;
      if (!element) return;
      const { left, top, width, height } = element.getBoundingClientRect();
      const at = document.elementsFromPoint(left + width / 2, top + height / 3);
      const box = at.find((one) => one.hasAttribute("data-page"));
      if (box) setPage(Number(box.getAttribute("data-page")));
    };
    const scrolled = () => {
      frame ||= requestAnimationFrame(look);
    };
    element?.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      element?.removeEventListener("scroll", scrolled);
      cancelAnimationFrame(frame);
    };
  }, [area]);
  return page;
}
