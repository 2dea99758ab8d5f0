import { fold } from "@/lib/format/fold";

export interface Searchable {
  label: string;
  hint?: string;
  /** Other words for the label, such as "create" for "New role". */
  synonyms?: readonly string[];
  /** Found by the server, which may match more than the label. */
  isFound?: true;
}

/** Kinds of matches, best first. */
export const kinds = ["exact", "prefix", "words", "related", "letters"] as const;
export type MatchKind = (typeof kinds)[number];

export interface Match<Item> {
  item: Item;
  kind: MatchKind;
}

/**
 * Returns the items that match a phrase, ignoring case and diacritics: equal labels, then labels that begin with it, whole words
 * first, then those whose words begin with its words, then those with the help of synonyms, hints and the server, whole words
 * first, then labels that contain its letters in order. Equally good ones keep their order.
 */
export function rank<Item extends Searchable>(phrase: string, items: readonly Item[]): Match<Item>[] {
  const wanted = { text: normalize(phrase), words: wordsOf(phrase) };
  return items
    .flatMap((item) => {
      const match = matchOf(wanted, item);
      return match ? [{ item, ...match }] : [];
    })
    .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || a.distance - b.distance)
    .map(({ item, kind }) => ({ item, kind }));
}

interface Wanted {
  text: string;
  words: readonly string[];
}

function matchOf(
  wanted: Wanted,
  { label, hint = "", synonyms = [], isFound }: Searchable,
): { kind: MatchKind; distance: number } | undefined {
  const name = normalize(label);
  const words = wordsOf(label);
  const match = (kind: MatchKind, distance = 0) => ({ kind, distance });
  if (name === wanted.text) return match("exact");
  if (name.startsWith(wanted.text)) return match("prefix", name.startsWith(`${wanted.text} `) ? 0 : 1);
  if (startAll(words, wanted.words)) return match("words");
  const related = [...words, ...synonyms.flatMap(wordsOf), ...wordsOf(hint)];
  if (wanted.words.length > 0 && wanted.words.every((word) => related.includes(word)))
    return match("related", 0);
  if (isFound || startAll(related, wanted.words)) return match("related", 1);
  const distance = letterDistance(name, wanted.text.replaceAll(" ", ""));
  return distance === undefined ? undefined : match("letters", distance);
}

const normalize = (text: string) => fold(text).trim().replace(/\s+/g, " ");

export const wordsOf = (text: string) => fold(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Whether each wanted word begins one of the words. */
function startAll(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.length > 0 && wanted.every((start) => words.some((word) => word.startsWith(start)));
}

/** Length of the shortest part of a text that contains the letters in order; undefined if there is none. */
function letterDistance(text: string, letters: string): number | undefined {
  return shortestPart(text, letters)?.length;
}

/** Where the letters are in that part. */
export const lettersIn = (text: string, letters: string) => shortestPart(text, letters)?.places;

/** Parts that begin within a word are worse than all that begin a word. */
function shortestPart(text: string, letters: string): { length: number; places: number[] } | undefined {
  let shortest: { length: number; places: number[] } | undefined;
  for (
    let start = text.indexOf(letters[0] ?? "");
    start >= 0;
    start = text.indexOf(letters[0] ?? "", start + 1)
  ) {
    const places = placesFrom(text, letters, start);
    if (places === undefined || letters === "") break;
    const isWithinWord = start > 0 && text[start - 1] !== " ";
    const length = (places.at(-1) ?? start) + 1 - start + (isWithinWord ? text.length : 0);
    if (!shortest || length < shortest.length) shortest = { length, places };
  }
  return shortest;
}

function placesFrom(text: string, letters: string, start: number): number[] | undefined {
  const places: number[] = [];
  let at = start;
  for (const letter of letters) {
    const found = text.indexOf(letter, at);
    if (found < 0) return undefined;
    at = found + letter.length;
    for (let place = found; place < at; place++) places.push(place);
  }
  return places;
}
