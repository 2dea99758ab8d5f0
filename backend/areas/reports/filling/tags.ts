/** A paragraph of a layout with braces. */
export interface Paragraph {
  /** `document`, or another part around its pages: `header`, `footer`, `footnotes`, `comments`. */
  part: string;
  /** From 1 on, in its part. */
  paragraph: number;
  text: string;
  /** Placeholders of other programs, see `layout-paragraphs.mjs`. */
  foreign?: readonly string[];
  /** Instructions of its fields, such as a link's target, if they have braces. */
  instructions?: string;
}

export interface Delimiters {
  start: string;
  end: string;
}

/** Words between delimiters. */
export interface Tag extends Paragraph {
  /** With its delimiters. */
  whole: string;
  prefix: "#" | "^" | "/" | "%" | "@" | "";
  words: string;
  /** The explicitly repeated element, such as `w:tr`; empty by default. */
  element: string;
}

/** A brace that does not belong to a tag. */
export interface LostBrace {
  /** The rule that it breaks. */
  lost: "layoutStrayBrace" | "layoutBrace";
  text: string;
  /** A suggestion. */
  meant: string;
}

/** Some authors write one brace, some two: then single ones are text. */
export function delimitersOf(paragraphs: readonly Paragraph[]): Delimiters {
  const isDouble = paragraphs.some(({ text }) => /\{\{[^{}]*\}\}/.test(text));
  return isDouble ? { start: "{{", end: "}}" } : { start: "{", end: "}" };
}

/** The tags of a paragraph, and stray braces, in order. Lazy and linear: a file may have millions of braces. */
export function* tagsIn(paragraph: Paragraph, { start, end }: Delimiters): Generator<Tag | LostBrace> {
  const { text } = paragraph;
  const from = (sign: string, at: number) => {
    const found = text.indexOf(sign, at);
    return found < 0 ? Number.POSITIVE_INFINITY : found;
  };
  let opening = from(start, 0);
  let closing = from(end, 0);
  while (opening < text.length || closing < text.length) {
    if (closing < opening) {
      const before = text.slice(Math.max(0, closing - 40), closing).trim();
      const meant = `${start}${before.split(/\s/).at(-1) || "…"}${end}`;
      yield { lost: "layoutStrayBrace", text: `${before}${end}`, meant };
      closing = from(end, closing + end.length);
      continue;
    }
    const next = from(start, opening + start.length);
    if (next < closing || closing > text.length) {
      const rest = text.slice(opening, Math.min(next, opening + 60)).trimEnd();
      // A name ends with its letters.
      const [, word = "…"] = /^[{]+([#^/%]?[\p{L}\p{N}_.]+)/u.exec(rest) ?? [];
      yield { lost: "layoutBrace", text: rest, meant: `${start}${word}${end}` };
    } else {
      const whole = text.slice(opening, closing + end.length);
      yield { ...paragraph, whole, ...partsOf(whole.slice(start.length, -end.length)) };
      closing = from(end, closing + end.length);
    }
    opening = next;
  }
}

export const writtenWith = ({ start, end }: Delimiters, words: string): string => `${start}${words}${end}`;

/** Parses the text between delimiters. */
export function partsOf(inner: string): Pick<Tag, "prefix" | "words" | "element"> {
  const words = inner.replace(/\s+/g, " ");
  // `{-w:tr rows}` names the repeated element.
  const [, element = "", dashed] = /^-(\S+) (.+)$/.exec(words) ?? [];
  if (dashed !== undefined) return { prefix: "#", words: dashed.trim(), element };
  const [prefix = ""] = /^[#^/%@]/.exec(words) ?? [];
  return { prefix: prefix as Tag["prefix"], words: words.slice(prefix.length).trim(), element };
}

/** The lists that placeholders use, as written in a layout. */
export function listsIn(placeholders: readonly string[]): Set<string> {
  const parts = placeholders.map((written) => partsOf(written.replace(/^\{+|\}+$/g, "")));
  return new Set(parts.flatMap(({ prefix, words }) => (prefix === "#" || prefix === "^" ? [words] : [])));
}
