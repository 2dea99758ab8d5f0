"use client";
import { deleteDraft, draftsOwnedBy } from "./database";
import { stopDraftWrites } from "./debounce";
import { sealDraft } from "./sealed";
import { storedOf } from "./store";

/** Deletes all input of the user from this browser, which another user may share. */
export async function forgetDrafts(owner: string): Promise<void> {
  stopDraftWrites();
  const drafts = await draftsOwnedBy(owner).catch(() => []);
  // Includes unreadable ones.
  const stored = await storedOf(owner).catch(() => []);
  const ids = new Set([...drafts, ...(stored as { id: string }[])].map(({ id }) => id));
  await Promise.allSettled([...ids].map(deleteDraft));
}

/** Encrypts the user's drafts so that only this user can read them again; deletes them if that is impossible. */
export async function sealDrafts(owner: string): Promise<void> {
  stopDraftWrites({ keep: true });
  const drafts = await draftsOwnedBy(owner).catch(() => []);
  await Promise.allSettled(drafts.map(async (draft) => (await sealDraft(draft)) || deleteDraft(draft.id)));
}
