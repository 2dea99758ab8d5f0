"use client";
import { deleteDraft, draftsOwnedBy } from "./database";
import { closeForGood } from "./soon";

/** How many drafts wait for the user; none when the browser keeps none. */
export async function countDrafts(owner: string): Promise<number> {
  return draftsOwnedBy(owner).then(
    ({ length }) => length,
    () => 0,
  );
}

/** Leaves nothing that the user typed in this browser, which the next one may be sitting at. */
export async function forgetDrafts(owner: string): Promise<void> {
  closeForGood();
  const drafts = await draftsOwnedBy(owner).catch(() => []);
  await Promise.allSettled(drafts.map(({ id }) => deleteDraft(id)));
}
