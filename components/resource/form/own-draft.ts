"use client";
import { deleteDraft, writeDraft } from "@/lib/client/drafts/database";
import { cancel, debounce, runNow } from "@/lib/client/drafts/debounce";
import {
  type Draft,
  draftFormat,
  type FieldValues,
  keepable,
  maxDraftLength,
} from "@/lib/client/drafts/draft";
import { holdDraftLock } from "@/lib/client/drafts/draft-locks";
import { openStore } from "@/lib/client/drafts/store";
import { noteStored } from "@/lib/client/drafts/unstored";
import { newId } from "@/lib/client/new-id";
import { isSameValue } from "@/lib/client/same-value";
import { serverNow } from "@/lib/client/server-clock";

/** What a form looks like at a moment. */
export interface FormState {
  values: FieldValues;
  /** The values and the version of the record that the edit began with. */
  base: FieldValues;
  baseVersion?: number;
}

/** What a draft says of its form. */
type About = Pick<Draft, "owner" | "path" | "section" | "title"> & {
  label: (name: string) => string;
};

/** Forms on the page, by where they stand. */
const standing = new Map<string, OwnDraft>();

/** The draft of one form on the page, from the first word typed until it is saved or thrown away. */
export class OwnDraft {
  readonly secrets = new Set<string>();
  about: About | undefined;
  private id: string | undefined;
  private release: (() => void) | undefined;
  private sentAs: string | undefined;
  private state: FormState | undefined;

  /** @param fail told whether the browser keeps what is typed */
  constructor(private readonly fail: (failed: boolean) => void) {
    if (typeof indexedDB !== "undefined") openStore().catch(() => undefined);
  }

  /** Leaves the draft of a form that broke down in the same place to whoever is offered it. */
  succeed(place: string): void {
    const before = standing.get(place);
    if (before !== this) before?.leave();
    standing.set(place, this);
  }

  changed(state: FormState): void {
    if (!this.state || !isSameValue(this.kept(state.values), this.kept(this.state.values)))
      this.sentAs = undefined;
    // Forms go on writing into the object that they hand out.
    this.state = { ...state, values: { ...state.values } };
    noteStored(this, false);
    debounce(this, () => this.write());
  }

  attempt(): string {
    this.sentAs ??= newId();
    // Before it is sent: should the answer never come, the same values are sent under the same key.
    this.write();
    return this.sentAs;
  }

  newAttempt(): string {
    this.sentAs = undefined;
    return this.attempt();
  }

  /** @param release ends the claim to the draft */
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
    noteStored(this, true);
  }

  private kept(values: FieldValues): FieldValues {
    return keepable(values, this.secrets).values;
  }

  private write(): void {
    const { about, state } = this;
    if (!about || !state) return;
    const { values, omitted } = keepable(state.values, this.secrets);
    const base = this.kept(state.base);
    if (isSameValue(values, base) && this.sentAs === undefined) {
      this.remove();
      noteStored(this, omitted.length === 0);
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
        if (this.state === state) noteStored(this, omitted.length === 0);
      },
      () => this.fail(true),
    );
  }

  private remove(): void {
    if (this.id !== undefined) deleteDraft(this.id).catch(() => undefined);
  }
}
