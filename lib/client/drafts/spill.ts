"use client";
import type { Draft } from "./draft";
import { spillPrefix } from "./names";

// A page that is going gets no further turn, and its store may not even be open yet: what is still on its way then
// is left in localStorage, which is written on the spot, and taken in by the next page.
const onTheirWay = new Map<string, Draft>();
let leaving = false;

/** Notes a draft that is being written. @returns says that it has been, or will not be */
export function spillWhenLeaving(draft: Draft): () => void {
  onTheirWay.set(draft.id, draft);
  if (leaving) spill(draft);
  return () => {
    if (onTheirWay.get(draft.id) === draft) onTheirWay.delete(draft.id);
  };
}

/** Everything left behind, by the draft's id; unchecked. */
export function spilled(): [id: string, draft: unknown][] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(spillPrefix));
    return keys.map((key) => [key.slice(spillPrefix.length), parsed(localStorage.getItem(key))]);
  } catch {
    return []; // a browser that stores nothing
  }
}

export function forgetSpilled(id: string): void {
  onTheirWay.delete(id);
  try {
    localStorage.removeItem(spillPrefix + id);
  } catch {
    // A browser that stores nothing has left nothing.
  }
}

function spill(draft: Draft): void {
  try {
    localStorage.setItem(spillPrefix + draft.id, JSON.stringify(draft));
  } catch {
    // No room: there is still the hope that the store makes it.
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

if (typeof window !== "undefined") {
  // Before those who write their last words.
  window.addEventListener(
    "pagehide",
    () => {
      leaving = true;
      for (const draft of onTheirWay.values()) spill(draft);
    },
    true,
  );
  window.addEventListener("pageshow", () => {
    leaving = false;
  });
}
