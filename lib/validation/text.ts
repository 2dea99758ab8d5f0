import * as z from "zod";

// U+0000 cannot be stored by PostgreSQL, and the other C0 controls only ever arrive by accident or malice.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const controlCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/;

/** One line or paragraph of text, trimmed, of at most `atMost` UTF-16 code units. */
export function text(atMost = 200) {
  return z
    .string()
    .trim()
    .max(atMost)
    .refine((value) => !controlCharacters.test(value), { params: { rule: "controlCharacters" } });
}

/** As {@link text}, and not empty. */
export function requiredText(atMost = 200) {
  return text(atMost).min(1);
}
