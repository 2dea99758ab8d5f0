import { fold } from "@/lib/format/fold";
import { type Loaded, pickerLimit } from "./loader";
import type { PickerOption } from "./source";

/** What was typed into a picker and is none of its options; no rule of a form lets it pass, so it cannot be saved. */
export interface Unmatched {
  unmatched: string;
  /** What was chosen beside it, where several may be. */
  ids: readonly string[];
  /** The field was left: from now on it is marked. */
  left: boolean;
}

export function isUnmatched(value: unknown): value is Unmatched {
  return typeof value === "object" && value !== null && "unmatched" in value;
}

const plain = (text: string) => fold(text.trim());

/**
 * The one option that a phrase means: the only one found, or the only one of exactly that text (TL-05). Nothing is
 * meant by an empty phrase.
 */
export function uniqueMatch(loaded: Loaded, phrase: string): PickerOption | undefined {
  if (loaded.status !== "ready" || plain(phrase) === "" || plain(loaded.phrase) !== plain(phrase))
    return undefined;
  const exact = loaded.options.filter(({ text }) => plain(text) === plain(phrase));
  const found = loaded.options.length === 1 && loaded.total <= 1 ? loaded.options : exact;
  return found.length === 1 && !found[0]?.denied ? found[0] : undefined;
}

/** Whether the limit is reached, so that there may be more than are shown, which is said with "..." (TL-05). */
export function isAtLimit(loaded: Loaded): boolean {
  return (
    loaded.status === "ready" &&
    (loaded.options.length >= pickerLimit || loaded.total > loaded.options.length)
  );
}
