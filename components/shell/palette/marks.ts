import { fold } from "@/lib/format/fold";
import { lettersIn, type MatchKind, wordsOf } from "./rank";

interface Part {
  text: string;
  isMatch: boolean;
}

/**
 * Splits a text into the parts that a phrase matches and the others, like {@link rank}: its beginning, else the beginnings of its
 * words, else a part of a word, else, of a match by letters, these letters.
 */
export function matchedParts(text: string, phrase: string, kind: MatchKind | undefined): Part[] {
  const characters = [...text];
  const folded = characters.map(fold);
  /** The character of each UTF-16 unit of the folded text. */
  const owners = folded.flatMap(({ length }, character) => Array.from({ length }, () => character));
  const isMatch = new Set(placesOf(folded.join(""), phrase, kind).map((place) => owners[place]));
  const parts: Part[] = [];
  characters.forEach((character, index) => {
    const last = parts.at(-1);
    // A character without units of its own, such as a combining mark, belongs to the one before.
    const isMatched = folded[index] === "" ? last?.isMatch === true : isMatch.has(index);
    if (last?.isMatch === isMatched) last.text += character;
    else parts.push({ text: character, isMatch: isMatched });
  });
  return parts;
}

/** Units of a folded text that a phrase matches. */
function placesOf(text: string, phrase: string, kind: MatchKind | undefined): number[] {
  const wanted = fold(phrase).trim();
  const first = text.search(/\S/);
  if (wanted === "" || kind === undefined) return [];
  if (text.startsWith(wanted, first)) return range(first, wanted.length);
  const starts = wordsOf(phrase);
  const places = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].flatMap(({ 0: word, index }) => {
    const longest = Math.max(
      0,
      ...starts.filter((start) => word.startsWith(start)).map(({ length }) => length),
    );
    return range(index, longest);
  });
  if (places.length > 0) return places;
  // The server finds parts of words, too.
  const within = text.indexOf(wanted);
  if (within >= 0) return range(within, wanted.length);
  return kind === "letters" ? (lettersIn(text, wanted.replaceAll(" ", "")) ?? []) : [];
}

const range = (from: number, length: number) => Array.from({ length }, (_, index) => from + index);
