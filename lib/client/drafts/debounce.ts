"use client";

/** How long nothing more must be typed before what is there is written, in milliseconds. */
const pause = 300;

/** While somebody types on and on, it is written at least so often. */
const longest = 2_000;

interface Waiting {
  run: () => void;
  since: number;
  timer: ReturnType<typeof setTimeout>;
}

const waiting = new Map<object, Waiting>();
let closed = false;

/** Runs `run` after a pause, once however often it is called for the same `key`; the last one counts. */
export function debounce(key: object, run: () => void): void {
  if (closed) return;
  const since = waiting.get(key)?.since ?? Date.now();
  clearTimeout(waiting.get(key)?.timer);
  const delay = Math.max(0, Math.min(pause, since + longest - Date.now()));
  waiting.set(key, { run, since, timer: setTimeout(() => runNow(key), delay) });
}

export function runNow(key: object): void {
  const next = waiting.get(key);
  cancel(key);
  next?.run();
}

export function cancel(key: object): void {
  clearTimeout(waiting.get(key)?.timer);
  waiting.delete(key);
}

/**
 * Nothing is written any more: the user has signed out.
 * @param keep writes what is waiting first; else it goes with them
 */
export function closeForGood({ keep = false } = {}): void {
  if (keep) runAll();
  closed = true;
  for (const key of waiting.keys()) cancel(key);
}

function runAll(): void {
  for (const key of [...waiting.keys()]) runNow(key);
}

if (typeof window !== "undefined") {
  // A phone that switches to another app may never come back: `pagehide` alone is not told everywhere.
  window.addEventListener("pagehide", runAll);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") runAll();
  });
}
