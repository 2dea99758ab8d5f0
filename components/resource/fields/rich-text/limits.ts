/** Characters of text that are taken from the clipboard at once; an editor with more of them becomes slow. */
export const longestPaste = 100_000;
const maxLines = 2_000;
/** Marked-up text above this is taken as plain text: every tag costs a node. */
const longestHtml = 200_000;

export interface Pasted {
  text: string;
  /** The text was too long and is cut off. */
  cut: boolean;
}

/** What to take of a large paste as plain text; undefined when it is small enough to be pasted as it is. */
export function limitPaste(text: string, html: string): Pasted | undefined {
  const lines = countLines(text);
  if (text.length <= longestPaste && lines <= maxLines && html.length <= longestHtml) return undefined;
  // A character of two code units stays whole or goes.
  const short = text.slice(0, longestPaste).replace(/[\uD800-\uDBFF]$/, "");
  const kept = lines > maxLines ? firstLines(short) : short;
  return { text: kept, cut: kept.length < text.length };
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

function firstLines(text: string): string {
  let end = -1;
  for (let line = 0; line < maxLines; line += 1) {
    end = text.indexOf("\n", end + 1);
    if (end < 0) return text;
  }
  return text.slice(0, end);
}
