"use client";
import { serverNow } from "../api/server-clock";
import { canSeal } from "../can-seal";
import { seal, unseal } from "../sealing";
import { type Draft, readDraft } from "./draft";
import { ownKey } from "./own-key";
import { exchange, storedOf } from "./store";

// A draft encrypted at sign-out under the user's key, which only this user gets again
// (docs/decisions/0055). It has no path, so no view finds it before it is unsealed.
interface SealedDraft {
  id: string;
  owner: string;
  savedAt: number;
  sealed: string;
}

function isSealed(stored: unknown): stored is SealedDraft {
  return typeof (stored as Partial<SealedDraft> | undefined)?.sealed === "string";
}

/** @returns whether the draft is now sealed; false where encryption is unavailable */
export async function sealDraft(draft: Draft): Promise<boolean> {
  const { id, owner, savedAt } = draft;
  const sealed = await seal(JSON.stringify(draft), ownKey());
  if (sealed === undefined) return false;
  const isSame = (stored: unknown) => readDraft(stored, savedAt)?.savedAt === savedAt;
  await exchange(id, isSame, { id, owner, savedAt, sealed } satisfies SealedDraft);
  return true;
}

const opened = new Map<string, Promise<void>>();

/** Unseals the user's drafts, once per page; those of another key remain sealed. */
export function unsealDrafts(owner: string): Promise<void> {
  const underWay = opened.get(owner) ?? unsealAll(owner);
  opened.set(owner, underWay);
  return underWay;
}

async function unsealAll(owner: string): Promise<void> {
  const key = ownKey();
  if (!canSeal(key)) return;
  for (const stored of (await storedOf(owner)).filter(isSealed)) {
    const clear = await unseal(stored.sealed, key);
    const draft = clear === undefined ? undefined : readDraft(JSON.parse(clear), serverNow());
    if (draft?.owner === owner && draft.id === stored.id) await exchange(stored.id, isSealed, draft);
  }
}
