"use client";

import { serverNow } from "../api/server-clock";
import { type Draft, type DraftPlace, readDraft } from "./draft";
import { spillPrefix, storeName } from "./names";
import { unsealDrafts } from "./sealed";
import { byPlace, changed, openStore, resultOf, storedOf } from "./store";

/**
 * Saves a draft; changes apply in call order.
 * @throws if the browser stores nothing, or is out of space
 */
export async function writeDraft(draft: Draft): Promise<void> {
  const written = spillWhenLeaving(draft);
  try {
    await changed((store) => store.put(draft));
  } finally {
    written();
  }
}

export async function deleteDraft(id: string): Promise<void> {
  forgetSpilled(id);
  await changed((store) => store.delete(id));
}

/** Imports drafts that the previous page spilled, and those sealed at sign-out. */
async function importDrafts(owner: string): Promise<void> {
  await importSpilledDrafts();
  await unsealDrafts(owner);
}

async function importSpilledDrafts(): Promise<void> {
  for (const [id, given] of getSpilledDrafts()) {
    const draft = readDraft(given, serverNow());
    if (draft?.id === id)
      await changed((store) => {
        const request = store.get(id);
        request.onsuccess = () => {
          if (!(request.result?.savedAt >= draft.savedAt)) store.put(draft);
        };
        return request;
      }, false);
    forgetSpilled(id);
  }
}

/** All drafts of a view, the newest first. */
export async function draftsOf({ owner, path }: Omit<DraftPlace, "section">): Promise<Draft[]> {
  await importDrafts(owner);
  const database = await openStore();
  const index = database.transaction(storeName).objectStore(storeName).index(byPlace);
  return parseDrafts(await resultOf(index.getAll([owner, path])));
}

/** All drafts of a user, the newest first. */
export async function draftsOwnedBy(owner: string): Promise<Draft[]> {
  await importDrafts(owner);
  return parseDrafts(await storedOf(owner));
}

function parseDrafts(stored: unknown[]): Draft[] {
  const now = serverNow();
  return stored.flatMap((one) => readDraft(one, now) ?? []).sort((a, b) => b.savedAt - a.savedAt);
}

// A page that unloads gets no further turn, and its database may still be closed: pending drafts are written to
// localStorage, which is synchronous, and imported by the next page.
const pendingDrafts = new Map<string, Draft>();
let isUnloading = false;

/** Registers a pending draft. @returns function to call once it is written or has failed */
function spillWhenLeaving(draft: Draft): () => void {
  pendingDrafts.set(draft.id, draft);
  if (isUnloading) spill(draft);
  return () => {
    if (pendingDrafts.get(draft.id) === draft) pendingDrafts.delete(draft.id);
  };
}

/** All spilled drafts by id; unchecked. */
function getSpilledDrafts(): [id: string, draft: unknown][] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(spillPrefix));
    return keys.map((key) => [key.slice(spillPrefix.length), parsed(localStorage.getItem(key))]);
  } catch {
    return []; // storage is disabled
  }
}

function forgetSpilled(id: string): void {
  pendingDrafts.delete(id);
  try {
    localStorage.removeItem(spillPrefix + id);
  } catch {
    // Storage is disabled, so nothing was spilled.
  }
}

function spill(draft: Draft): void {
  try {
    localStorage.setItem(spillPrefix + draft.id, JSON.stringify(draft));
  } catch {
    // localStorage is full: the database may still accept the draft.
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
  // Runs before the listeners that write their last input.
  window.addEventListener(
    "pagehide",
    () => {
      isUnloading = true;
      for (const draft of pendingDrafts.values()) spill(draft);
    },
    true,
  );
  window.addEventListener("pageshow", () => {
    isUnloading = false;
  });
}
