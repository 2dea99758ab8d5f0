"use client";

/**
 * Which drafts somebody is working on right now, in any window of the browser: those are not offered elsewhere. A lock
 * of the browser says so, which ends with its page however that ends. Browsers have it on secure addresses only;
 * without it a draft is offered in every window.
 */
const lockOf = (id: string) => `hub-draft ${id}`;

const locks = () => (typeof navigator === "undefined" ? undefined : navigator.locks);

/** Those of this window, wherever it is served. */
const here = new Set<string>();

/** @returns lets go */
export function holdDraftLock(id: string): () => void {
  const { until, end } = holding(id);
  locks()
    ?.request(lockOf(id), () => until)
    .catch(() => undefined);
  return end;
}

/** @returns how to let go, or undefined when somebody else is working on it */
export async function tryDraftLock(id: string): Promise<(() => void) | undefined> {
  if (here.has(id)) return undefined;
  const manager = locks();
  const { until, end } = holding(id);
  if (!manager) return end;
  return new Promise((resolve) => {
    manager.request(lockOf(id), { ifAvailable: true }, (lock) => {
      if (!lock) end();
      resolve(lock ? end : undefined);
      return lock ? until : undefined;
    });
  });
}

/** The drafts out of `ids` that are being worked on. */
export async function lockedDrafts(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const held = (await locks()?.query())?.held ?? [];
  const names = new Set(held.map(({ name }) => name));
  return new Set(ids.filter((id) => here.has(id) || names.has(lockOf(id))));
}

/** Calls back once nobody is working on the draft any more. */
export function whenFree(id: string, signal: AbortSignal, then: () => void): void {
  locks()
    ?.request(lockOf(id), { mode: "shared", signal }, () => undefined)
    .then(then, () => undefined);
}

function holding(id: string): { until: Promise<void>; end: () => void } {
  let settle = () => {};
  const until = new Promise<void>((resolve) => {
    settle = resolve;
  });
  here.add(id);
  const end = () => {
    here.delete(id);
    settle();
  };
  return { until, end };
}
