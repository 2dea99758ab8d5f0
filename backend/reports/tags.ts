/** A paragraph of a layout that has braces. */
export interface Paragraph {
  /** `document`, or what stands around its pages: `header`, `footer`, `footnotes`, `comments`. */
  part: string;
  /** From 1 on, in its part. */
  paragraph: number;
  text: string;
  /** What another program would put something in place of, see `layout-paragraphs.mjs`. */
  foreign?: readonly string[];
  /** Those of its fields, such as where a link leads, if they have braces. */
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
  /** What it says is repeated, such as `w:tr`; empty unless it says so. */
  element: string;
}

/** One that begins or ends nothing. */
export interface LostBrace {
  /** The rule that it breaks. */
  lost: "layoutStrayBrace" | "layoutBrace";
  text: string;
  /** What may be meant. */
  meant: string;
}

/** Some write one brace, some two: then single ones are text. */
export function delimitersOf(paragraphs: readonly Paragraph[]): Delimiters {
  const isDouble = paragraphs.some(({ text }) => /\{\{[^{}]*\}\}/.test(text));
  return isDouble ? { start: "{{", end: "}}" } : { start: "{", end: "}" };
}

/**
 * The tags of a paragraph, and the braces that are none, in their order. Nothing is looked for twice, and nothing that is not asked
 * for: a file may have millions of braces.
 */
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
      // A name goes no further than its letters.
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

/** What stands between delimiters, taken apart. */
export function partsOf(inner: string): Pick<Tag, "prefix" | "words" | "element"> {
  const words = inner.replace(/\s+/g, " ");
  // `{-w:tr rows}` names the element that is repeated.
  const [, element = "", dashed] = /^-(\S+) (.+)$/.exec(words) ?? [];
  if (dashed !== undefined) return { prefix: "#", words: dashed.trim(), element };
  const [prefix = ""] = /^[#^/%@]/.exec(words) ?? [];
  return { prefix: prefix as Tag["prefix"], words: words.slice(prefix.length).trim(), element };
}

/** The lists that placeholders ask for, as they are written in a layout. */
export function listsIn(placeholders: readonly string[]): Set<string> {
  const parts = placeholders.map((written) => partsOf(written.replace(/^\{+|\}+$/g, "")));
  return new Set(parts.flatMap(({ prefix, words }) => (prefix === "#" || prefix === "^" ? [words] : [])));
}
