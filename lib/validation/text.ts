import * as z from "zod";
import type { RuleParams } from "./messages";

// PostgreSQL cannot store U+0000, and other C0 controls only arrive by accident or malice.
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;
// Half a surrogate pair; characters without width, which make two names look alike; characters that reverse the following text
// (Unicode Technical Report 36). Joiners, which emoji and some scripts need, and direction marks are allowed. Refused rather than
// removed, so that the stored text is the typed one.
const unseen = /[\u200B\u2028-\u202E\u2060\u2066-\u2069\uFEFF]|\p{Surrogate}/u;

/** Each character of a text that {@link text} refuses. */
export const seenAsNothing = new RegExp(`${controls.source}|${unseen.source}`, "gu");

/** Whether a text can be kept as it is: PostgreSQL stores neither U+0000 nor half a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes("\u0000") && !/\p{Surrogate}/u.test(text);
}

/** An untrimmed text, such as a password. */
export function exactText(min: number, max: number) {
  return z
    .string()
    .min(min)
    .max(max)
    .refine(isStorable, { params: { rule: "controlCharacters" } satisfies RuleParams });
}

/** One line or paragraph of text, trimmed, of at most `max` UTF-16 code units. */
export function text(max = 200) {
  return z
    .string()
    .trim()
    .max(max)
    .refine((value) => !controls.test(value) && !unseen.test(value), {
      params: { rule: "controlCharacters" } satisfies RuleParams,
    });
}

/** As {@link text}, and not empty. */
export function requiredText(max = 200) {
  return text(max).min(1);
}
