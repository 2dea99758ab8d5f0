"use client";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useIsPreview } from "@/components/ui/preview-context";
import { deleteDraft, draftsOf } from "@/lib/client/drafts/database";
import type { Draft } from "@/lib/client/drafts/draft";
import { lockedDrafts, onLockReleased, tryDraftLock } from "@/lib/client/drafts/draft-locks";
import { draftOwner } from "@/lib/client/drafts/names";
import { useStorageOwnerId } from "@/lib/client/permissions";
import { useTab } from "@/lib/client/tabs";
import { pathKey } from "@/lib/client/tabs/address";
import { usePrefix } from "@/lib/client/tabs/prefix";
import { type FormState, OwnDraft } from "./own-draft";

interface DraftOptions {
  /** Unique within the view. */
  section: string;
  title: string;
  label: (name: string) => string;
}

interface FormDraft {
  /** The newest draft that is not open in any window. */
  offered: Draft | undefined;
  /** The browser cannot store drafts. */
  failed: boolean;
  /** Reports a form change; the draft is written after a pause or when the page is unloaded. */
  changed(state: FormState): void;
  /** Excludes the field from drafts. */
  secret(name: string): void;
  /** Continues an offered draft; false if another window claimed it first. */
  adopt(draft: Draft): Promise<boolean>;
  /** Deletes the draft after saving or discarding. */
  end(): void;
  discard(draft: Draft): Promise<void>;
  /** Idempotency key of the current values; constant until they change. */
  attempt(): string;
  /** Creates a new idempotency key after the previous one was used. */
  newAttempt(): string;
}

/** Stores form input as a draft until it is saved, and offers abandoned drafts. */
export function useDraft({ section, title, label }: DraftOptions): FormDraft {
  const tab = useTab();
  const prefix = usePrefix();
  const userId = useStorageOwnerId() ?? "";
  const isPreview = useIsPreview();
  const path = pathKey(tab.path);
  const owner = draftOwner(prefix, userId);
  const [offers, setOffers] = useState<readonly Draft[]>([]);
  const [failed, setFailed] = useState(false);

  // One instance for the lifetime of the form, independent of rendering.
  const [own] = useState(() => new OwnDraft(setFailed));
  own.about = { owner, path, section, title, label };
  useEffect(() => own.succeed(`${tab.id} ${section}`), [own, tab.id, section]);

  const [round, setRound] = useState(0);
  const refreshOffers = useCallback(() => setRound((before) => before + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round searches again
  useEffect(() => {
    if (isPreview) return;
    const stop = new AbortController();
    findOffers({ owner, path, section, signal: stop.signal, refreshOffers }).then(
      (found) => !stop.signal.aborted && setOffers(found),
      () => undefined,
    );
    return () => stop.abort();
  }, [isPreview, owner, path, section, round, refreshOffers]);

  return useMemo<FormDraft>(
    () => ({
      offered: offers[0],
      failed,
      changed: (state) => own.changed(state),
      secret(name) {
        own.secrets.add(name);
      },
      attempt: () => own.attempt(),
      newAttempt: () => own.newAttempt(),
      async adopt(draft) {
        const release = await tryDraftLock(draft.id);
        if (release) own.takeOver(draft, release);
        refreshOffers();
        return release !== undefined;
      },
      end() {
        own.end();
        refreshOffers();
      },
      async discard(draft) {
        const release = await tryDraftLock(draft.id);
        if (release) await deleteDraft(draft.id);
        release?.();
        refreshOffers();
      },
    }),
    [offers, failed, own, refreshOffers],
  );
}

interface Search {
  owner: string;
  path: string;
  section: string;
  signal: AbortSignal;
  refreshOffers: () => void;
}

async function findOffers({ owner, path, section, signal, refreshOffers }: Search): Promise<Draft[]> {
  const drafts = (await draftsOf({ owner, path })).filter((draft) => draft.section === section);
  const busy = await lockedDrafts(drafts.map(({ id }) => id));
  // A window that is closed or crashes leaves its draft to this one.
  for (const id of busy) onLockReleased(id, signal, refreshOffers);
  return drafts.filter(({ id }) => !busy.has(id));
}
