"use client";

/**
 * Tracks drafts that are being edited in any window of the browser: they are not offered elsewhere. Uses browser locks,
 * which end with their page. Locks require a secure context; without them every window offers a draft.
 */
const lockOf = (id: string) => `hub-draft ${id}`;

const locks = () => (typeof navigator === "undefined" ? undefined : navigator.locks);

/** Drafts locked by this window, in any context. */
const ownLocks = new Set<string>();

/** @returns function that releases the lock */
export function holdDraftLock(id: string): () => void {
  const { until, end } = createHold(id);
  locks()
    ?.request(lockOf(id), () => until)
    .catch(() => undefined);
  return end;
}

/** @returns function that releases the lock, or undefined if the draft is being edited elsewhere */
export async function tryDraftLock(id: string): Promise<(() => void) | undefined> {
  if (ownLocks.has(id)) return undefined;
  const manager = locks();
  const { until, end } = createHold(id);
  if (!manager) return end;
  return new Promise((resolve) => {
    manager.request(lockOf(id), { ifAvailable: true }, (lock) => {
      if (!lock) end();
      resolve(lock ? end : undefined);
      return lock ? until : undefined;
    });
  });
}

/** The subset of `ids` that is being edited. */
export async function lockedDrafts(ids: readonly string[]): Promise<ReadonlySet<string>> {
  const held = (await locks()?.query())?.held ?? [];
  const names = new Set(held.map(({ name }) => name));
  return new Set(ids.filter((id) => ownLocks.has(id) || names.has(lockOf(id))));
}

/** Calls back once the draft is no longer being edited. */
export function onLockReleased(id: string, signal: AbortSignal, then: () => void): void {
  locks()
    ?.request(lockOf(id), { mode: "shared", signal }, () => undefined)
    .then(then, () => undefined);
}

function createHold(id: string): { until: Promise<void>; end: () => void } {
  let settle = () => {};
  const until = new Promise<void>((resolve) => {
    settle = resolve;
  });
  ownLocks.add(id);
  const end = () => {
    ownLocks.delete(id);
    settle();
  };
  return { until, end };
}
