"use client";
import { serverNow } from "@/lib/client/api/server-clock";
import { deleteDraft, writeDraft } from "@/lib/client/drafts/database";
import { cancel, debounce, runNow } from "@/lib/client/drafts/debounce";
import {
  type Draft,
  draftFormat,
  type FieldValues,
  maxDraftLength,
  splitKeepable,
} from "@/lib/client/drafts/draft";
import { holdDraftLock } from "@/lib/client/drafts/draft-locks";
import { openStore } from "@/lib/client/drafts/store";
import { setStored } from "@/lib/client/drafts/unstored";
import { newId } from "@/lib/client/new-id";
import { isSameValue } from "@/lib/client/same-value";

/** Snapshot of a form. */
export interface FormState {
  values: FieldValues;
  /** Values and record version at the start of the edit. */
  base: FieldValues;
  baseVersion?: number;
}

/** Metadata of a draft. */
type DraftMetadata = Pick<Draft, "owner" | "path" | "section" | "title"> & {
  label: (name: string) => string;
};

/** Drafts of mounted forms by place. */
const mountedDrafts = new Map<string, OwnDraft>();

/** Draft of one mounted form, from the first input until it is saved or discarded. */
export class OwnDraft {
  readonly secrets = new Set<string>();
  about: DraftMetadata | undefined;
  private id: string | undefined;
  private release: (() => void) | undefined;
  private sentAs: string | undefined;
  private state: FormState | undefined;

  /** @param fail receives whether storing drafts fails */
  constructor(private readonly fail: (failed: boolean) => void) {
    if (typeof indexedDB !== "undefined") openStore().catch(() => undefined);
  }

  /** Releases the draft of a crashed form at the same place, so that it can be offered again. */
  succeed(place: string): void {
    const before = mountedDrafts.get(place);
    if (before !== this) before?.leave();
    mountedDrafts.set(place, this);
  }

  changed(state: FormState): void {
    if (!this.state || !isSameValue(this.kept(state.values), this.kept(this.state.values)))
      this.sentAs = undefined;
    // Forms mutate the object they pass.
    this.state = { ...state, values: { ...state.values } };
    setStored(this, false);
    debounce(this, () => this.write());
  }

  attempt(): string {
    this.sentAs ??= newId();
    // Written before sending: after a lost response, the retry sends the same values under the same key.
    this.write();
    return this.sentAs;
  }

  newAttempt(): string {
    this.sentAs = undefined;
    return this.attempt();
  }

  /** @param release releases the claim on the draft */
  takeOver(draft: Draft, release: () => void): void {
    this.leave();
    this.id = draft.id;
    this.release = release;
    this.sentAs = draft.attempt;
    this.state = draft;
  }

  end(): void {
    cancel(this);
    this.remove();
    this.forget();
  }

  private leave(): void {
    runNow(this);
    this.forget();
  }

  private forget(): void {
    this.release?.();
    this.id = undefined;
    this.release = undefined;
    this.sentAs = undefined;
    this.state = undefined;
    setStored(this, true);
  }

  private kept(values: FieldValues): FieldValues {
    return splitKeepable(values, this.secrets).values;
  }

  private write(): void {
    const { about, state } = this;
    if (!about || !state) return;
    const { values, omitted } = splitKeepable(state.values, this.secrets);
    const base = this.kept(state.base);
    if (isSameValue(values, base) && this.sentAs === undefined) {
      this.remove();
      setStored(this, omitted.length === 0);
      return;
    }
    if (JSON.stringify(values).length > maxDraftLength) {
      this.fail(true);
      return;
    }
    if (this.id === undefined) {
      this.id = newId();
      this.release = holdDraftLock(this.id);
    }
    const { label, ...place } = about;
    writeDraft({
      ...place,
      format: draftFormat,
      id: this.id,
      labels: Object.fromEntries(Object.keys(values).map((name) => [name, label(name)])),
      values,
      base,
      baseVersion: state.baseVersion,
      omitted,
      attempt: this.sentAs,
      savedAt: serverNow(),
    }).then(
      () => {
        this.fail(false);
        if (this.state === state) setStored(this, omitted.length === 0);
      },
      () => this.fail(true),
    );
  }

  private remove(): void {
    if (this.id !== undefined) deleteDraft(this.id).catch(() => undefined);
  }
}
