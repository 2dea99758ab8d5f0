import { fold } from "@/lib/format/fold";
/** Match in the text of a page, which is the concatenation of its text items. */
export interface Found {
  /** Starting at 1. */
  page: number;
  start: number;
  end: number;
}

/** Normalised text for comparison: without case, accents and spaces at line breaks. */
interface Comparable {
  text: string;
  /** Index of each character in the original text. */
  origins: number[];
}

function comparable(text: string): Comparable {
  let out = "";
  const origins: number[] = [];
  let at = 0;
  for (const character of text) {
    const plain = fold(character);
    const isSpace = /^\s+$/.test(plain);
    if (!(isSpace && out.endsWith(" "))) {
      const added = isSpace ? " " : plain;
      out += added;
      for (let index = 0; index < added.length; index++) origins.push(at);
    }
    at += character.length;
  }
  return { text: out, origins };
}

/** Finds all matches of a phrase in the text of a page. */
export function findInPage(page: number, text: string, phrase: string): Found[] {
  const wanted = comparable(phrase).text.trim();
  if (wanted === "") return [];
  const { text: searched, origins } = comparable(text);
  const found: Found[] = [];
  for (let at = searched.indexOf(wanted); at >= 0; at = searched.indexOf(wanted, at + wanted.length)) {
    const start = origins[at] ?? 0;
    const last = origins[at + wanted.length - 1] ?? start;
    const isPair = (text.codePointAt(last) ?? 0) > 0xffff;
    found.push({ page, start, end: last + (isPair ? 2 : 1) });
  }
  return found;
}

/** Returns the DOM range of a match across the elements of the text items. */
export function rangeOf(
  { start, end }: Found,
  items: readonly string[],
  elements: readonly HTMLElement[],
): Range | undefined {
  const from = placeOf(start, items);
  const to = placeOf(end - 1, items);
  const [first, last] = [elements[from.item]?.firstChild, elements[to.item]?.firstChild];
  if (!first || !last) return undefined;
  const range = document.createRange();
  range.setStart(first, Math.min(from.at, first.textContent?.length ?? 0));
  range.setEnd(last, Math.min(to.at + 1, last.textContent?.length ?? 0));
  return range;
}

/** Returns the item that contains an offset in the concatenated text. */
function placeOf(offset: number, items: readonly string[]): { item: number; at: number } {
  let left = offset;
  for (const [item, text] of items.entries()) {
    if (left < text.length) return { item, at: left };
    left -= text.length;
  }
  return { item: items.length - 1, at: 0 };
}
