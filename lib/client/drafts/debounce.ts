"use client";

/** Milliseconds without input before it is written. */
const delayAfterInput = 300;

/** Maximum delay during continuous typing. */
const maxDelay = 2_000;

interface Waiting {
  run: () => void;
  since: number;
  timer: ReturnType<typeof setTimeout>;
}

const waiting = new Map<object, Waiting>();
let closed = false;

/** Runs `run` after a pause, once for repeated calls with the same `key`; the last call wins. */
export function debounce(key: object, run: () => void): void {
  if (closed) return;
  const since = waiting.get(key)?.since ?? Date.now();
  clearTimeout(waiting.get(key)?.timer);
  const delay = Math.max(0, Math.min(delayAfterInput, since + maxDelay - Date.now()));
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
 * Stops all writes: the user has signed out.
 * @param keep writes pending input first, instead of dropping it
 */
export function stopDraftWrites({ keep = false } = {}): void {
  if (keep) runAll();
  closed = true;
  for (const key of waiting.keys()) cancel(key);
}

function runAll(): void {
  for (const key of [...waiting.keys()]) runNow(key);
}

if (typeof window !== "undefined") {
  // A phone may never return from another app: `pagehide` alone does not always fire.
  window.addEventListener("pagehide", runAll);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") runAll();
  });
}
