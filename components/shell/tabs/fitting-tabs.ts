"use client";
import { type RefObject, useEffect } from "react";
import { stickyWidth } from "./sticky-width";

/** Fits the icon, the close button and the beginning of a name. */
const minWidth = 136;

/**
 * Makes tabs that overflow as wide as a whole number of them needs, so that none is half covered when the strip rests at one of
 * their starts.
 */
export function useFittingTabs(strip: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = strip.current;
    const kept = box?.querySelector("[data-kept]");
    if (!box || !kept) return;
    // Rotating a phone changes the available width, and pinning a tab that of the sticky ones.
    const observer = new ResizeObserver(() => {
      resizeTabs(box);
      showActiveTab(box);
    });
    observer.observe(box);
    observer.observe(kept);
    return () => observer.disconnect();
  }, [strip]);
}

function resizeTabs(strip: HTMLElement): void {
  const sticky = stickyWidth(strip);
  const room = strip.clientWidth - sticky;
  const shown = Math.max(1, Math.floor(room / minWidth));
  strip.style.setProperty("--tab-width", `${room / shown}px`);
  // Keeps focused tabs clear of the sticky ones.
  strip.style.scrollPaddingLeft = `${sticky}px`;
  // Too many sticky tabs scroll too, and have to stay in reach.
  const kept = strip.querySelector("[data-kept]");
  strip.toggleAttribute("data-loose", kept !== null && sticky < kept.getBoundingClientRect().width);
}

export function showActiveTab(strip: HTMLElement): void {
  strip
    .querySelector("[role=tab][aria-selected=true]")
    ?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
}
