"use client";
import { deleteDraft, draftsOwnedBy } from "./database";
import { closeForGood } from "./debounce";
import { sealDraft } from "./sealed";
import { storedOf } from "./store";

/** Leaves nothing that the user typed in this browser, which the next one may be sitting at. */
export async function forgetDrafts(owner: string): Promise<void> {
  closeForGood();
  const drafts = await draftsOwnedBy(owner).catch(() => []);
  // Those too that cannot be read.
  const stored = await storedOf(owner).catch(() => []);
  const ids = new Set([...drafts, ...(stored as { id: string }[])].map(({ id }) => id));
  await Promise.allSettled([...ids].map(deleteDraft));
}

/** Leaves what the user typed under their key, to be found again by nobody else; where there is none, nothing. */
export async function sealDrafts(owner: string): Promise<void> {
  closeForGood({ keep: true });
  const drafts = await draftsOwnedBy(owner).catch(() => []);
  await Promise.allSettled(drafts.map(async (draft) => (await sealDraft(draft)) || deleteDraft(draft.id)));
}
