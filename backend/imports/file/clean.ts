import type { Cell } from "./cell";

// Space, controls but U+0000, and what has no width: such characters come along at the ends of what is copied. What ends an
// emoji or begins an Arabic number is left.
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\s\u0001-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0]/;

/** How many texts have lost invisible characters at their ends. */
export interface Trimmed {
  trimmed: number;
}

/** Invisible characters at the ends of a text are taken off, and counted where they are not only spaces and line breaks. */
export function cleanText(text: string, found: Trimmed): string {
  let begin = 0;
  let end = text.length;
  while (begin < end && unseen.test(text.charAt(begin))) begin += 1;
  while (end > begin && unseen.test(text.charAt(end - 1))) end -= 1;
  if (end - begin === text.length) return text;
  if (/[^ \t\r\n]/.test(text.slice(0, begin) + text.slice(end))) found.trimmed += 1;
  return text.slice(begin, end);
}

/** PostgreSQL keeps neither U+0000 nor half a surrogate pair. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const unstorable = /[\u0000\p{Surrogate}]/gu;

/** `U+200B` */
export const codePoint = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** A cell as it is kept: one with what cannot be stored names that. */
export function cleanCell(cell: Cell, found: Trimmed): Cell {
  if (typeof cell !== "string") return cell;
  const text = cleanText(cell, found);
  const characters = [...new Set(text.match(unstorable))].map(codePoint).join(", ");
  return characters ? { fault: text.replace(unstorable, "\uFFFD"), characters } : text;
}
