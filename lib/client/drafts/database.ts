"use client";
import { type Draft, type DraftPlace, readDraft } from "./draft";
import { storeName } from "./names";
import { unsealDrafts } from "./sealed";
import { forgetSpilled, spilled, spillWhenLeaving } from "./spill";
import { byPlace, changed, openStore, resultOf, storedOf } from "./store";

/**
 * Changes are made in the order of the calls.
 * @throws when the browser keeps nothing, or has no room
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

/** Takes in what the last page had no time to write, and what was put under the user's key when they signed out. */
async function takeIn(owner: string): Promise<void> {
  await takeInSpilled();
  await unsealDrafts(owner);
}

async function takeInSpilled(): Promise<void> {
  for (const [id, given] of spilled()) {
    const draft = readDraft(given, Date.now());
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
  await takeIn(owner);
  const database = await openStore();
  const index = database.transaction(storeName).objectStore(storeName).index(byPlace);
  return readable(await resultOf(index.getAll([owner, path])));
}

/** All drafts of a user, the newest first. */
export async function draftsOwnedBy(owner: string): Promise<Draft[]> {
  await takeIn(owner);
  return readable(await storedOf(owner));
}

function readable(stored: unknown[]): Draft[] {
  const now = Date.now();
  return stored.flatMap((one) => readDraft(one, now) ?? []).sort((a, b) => b.savedAt - a.savedAt);
}
