import type { Cell } from "./cell";

// Spaces, controls except U+0000, and zero-width characters, which copying often adds at the ends. Excludes
// characters that end an emoji or begin an Arabic number.
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: searches for control characters
  /[\s\u0001-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0]/;

/** Number of texts trimmed of invisible characters. */
export interface Trimmed {
  trimmed: number;
}

/** Trims invisible characters; counts texts that had more than spaces and line breaks. */
export function cleanText(text: string, found: Trimmed): string {
  let begin = 0;
  let end = text.length;
  while (begin < end && unseen.test(text.charAt(begin))) begin += 1;
  while (end > begin && unseen.test(text.charAt(end - 1))) end -= 1;
  if (end - begin === text.length) return text;
  if (/[^ \t\r\n]/.test(text.slice(0, begin) + text.slice(end))) found.trimmed += 1;
  return text.slice(begin, end);
}

/** PostgreSQL cannot store U+0000 or half a surrogate pair. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const unstorable = /[\u0000\p{Surrogate}]/gu;

/** `U+200B` */
export const codePoint = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** The cell to store; characters that cannot be stored become a fault naming them. */
export function cleanCell(cell: Cell, found: Trimmed): Cell {
  if (typeof cell !== "string") return cell;
  const text = cleanText(cell, found);
  const characters = [...new Set(text.match(unstorable))].map(codePoint).join(", ");
  return characters ? { fault: text.replace(unstorable, "\uFFFD"), characters } : text;
}
