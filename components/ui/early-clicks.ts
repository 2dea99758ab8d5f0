"use client";
import { useEffect } from "react";

// What the server has rendered can be clicked before its code has taken over, and React drops such clicks.
// They are held back from the moment that the first code runs until the view works, and then done again.

/** Milliseconds after which clicks go through even when a view's code never arrives: plain links still work then. */
const patience = 10_000;

let held: MouseEvent[] | undefined;

function hold(event: MouseEvent): void {
  event.preventDefault();
  event.stopImmediatePropagation();
  held?.push(event);
}

function release(): void {
  const clicks = held;
  if (!clicks) return;
  held = undefined;
  removeEventListener("click", hold, true);
  for (const click of clicks)
    if (click.target instanceof Element && click.target.isConnected)
      click.target.dispatchEvent(new MouseEvent("click", click));
}

if (typeof window !== "undefined") {
  held = [];
  addEventListener("click", hold, true);
  setTimeout(release, patience);
}

/** Stands beside what is shown first and lets the clicks through that came before it worked. */
export function EarlyClicks(): null {
  useEffect(() => {
    // After the effects of what is around it: those may have to listen before anything happens.
    setTimeout(release);
  }, []);
  return null;
}
