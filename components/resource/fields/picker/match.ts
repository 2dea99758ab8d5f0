import { fold } from "@/lib/format/fold";
import { type Loaded, pickerLimit } from "./loader";
import type { PickerOption } from "./source";

/** Typed text that matches no option; form rules reject it, so it cannot be saved. */
export interface Unmatched {
  unmatched: string;
  /** Chosen ids next to it, for multiple choice. */
  ids: readonly string[];
  /** The field has lost the focus: it is marked as invalid. */
  left: boolean;
}

export function isUnmatched(value: unknown): value is Unmatched {
  return typeof value === "object" && value !== null && "unmatched" in value;
}

const plain = (text: string) => fold(text.trim());

/**
 * Returns the option that a phrase identifies: the only result, or the only one with exactly that text (TL-05). Undefined for an
 * empty phrase.
 */
export function uniqueMatch(loaded: Loaded, phrase: string): PickerOption | undefined {
  if (loaded.status !== "ready" || plain(phrase) === "" || plain(loaded.phrase) !== plain(phrase))
    return undefined;
  const exact = loaded.options.filter(({ text }) => plain(text) === plain(phrase));
  const found = loaded.options.length === 1 && loaded.total <= 1 ? loaded.options : exact;
  return found.length === 1 && !found[0]?.denied ? found[0] : undefined;
}

/** Whether the limit is reached, so that "..." shows that there may be more (TL-05). */
export function isAtLimit(loaded: Loaded): boolean {
  return (
    loaded.status === "ready" &&
    (loaded.options.length >= pickerLimit || loaded.total > loaded.options.length)
  );
}
