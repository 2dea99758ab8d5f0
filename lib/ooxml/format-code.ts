/** A piece of a number format (ECMA-376 part 1, 18.8.31). */
export type Piece =
  | { kind: "literal"; text: string }
  /** `0`, `#` or `?`. */
  | { kind: "digit"; text: string }
  | { kind: "point" | "comma" | "percent" | "slash" | "general" | "text" }
  /** `E+` or `E-`. */
  | { kind: "exponent"; text: string }
  /** Letters of a date or a time, such as `yyyy`. */
  | { kind: "date"; text: string }
  /** `h`, `m` or `s` of a duration. */
  | { kind: "elapsed"; text: string }
  /** `AM/PM` or `A/P`. */
  | { kind: "noon"; text: string };

/** One of up to four sections of a format, each for some numbers. */
export interface Section {
  pieces: readonly Piece[];
  isDate: boolean;
  /** Its own condition, such as `[>=100]`. */
  holds?: (value: number) => boolean;
  /** Id of its declared locale, such as 407. */
  locale?: string;
}

/** Limit of parsed characters of a format; Excel's is 255. */
export const maxFormatLength = 1_000;

const comparisons: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  "<": (value, limit) => value < limit,
  "<=": (value, limit) => value <= limit,
  ">": (value, limit) => value > limit,
  ">=": (value, limit) => value >= limit,
  "=": (value, limit) => value === limit,
  "<>": (value, limit) => value !== limit,
};

/** Matches in linear time: a file may have very many formats. */
const token =
  /"([^"]*)"?|\\([\s\S])|_([\s\S])|\*[\s\S]|\[([^\]]*)\]|(general)|(am\/pm|a\/p)|(e[+-])|(y+|m+|d+|h+|s+|e+|b+|g+)|([0#?])|(;)|([\s\S])/giy;

/** Parses a format in one pass. */
export function readFormatCode(code: string): Section[] {
  const sections: Section[] = [];
  let section = newSection();
  token.lastIndex = 0;
  for (const match of code.slice(0, maxFormatLength).matchAll(token)) {
    const [, quoted, escaped, space, bracket, general, noon, exponent, letters, digit, end, other] = match;
    if (end) {
      sections.push(section);
      section = newSection();
      continue;
    }
    if (bracket !== undefined) readBracket(bracket, section);
    else {
      const piece = pieceOf({
        literal: quoted ?? escaped,
        space,
        general,
        noon,
        exponent,
        letters,
        digit,
        other,
      });
      if (piece) section.pieces.push(piece);
    }
  }
  return [...sections, section].map((one) => ({ ...one, isDate: isOfDates(one.pieces) }));
}

/** Before digits, `m` is plain text. */
function isOfDates(pieces: readonly Piece[]): boolean {
  const isUnit = (piece: Piece) =>
    piece.kind === "elapsed" || (piece.kind === "date" && /^[ydhs]/.test(piece.text));
  const lastDigit = pieces.findLastIndex(({ kind }) => kind === "digit");
  return pieces.some(
    (piece, at) => isUnit(piece) || (piece.kind === "date" && piece.text.startsWith("m") && at > lastDigit),
  );
}

const newSection = (): Section & { pieces: Piece[] } => ({ pieces: [], isDate: false });

function readBracket(bracket: string, section: Section & { pieces: Piece[] }): void {
  const [, elapsed] = /^(h+|m+|s+)$/i.exec(bracket) ?? [];
  const [, sign = "", limit = ""] = /^(<=|>=|<>|<|>|=)\s*(-?\d*\.?\d+)$/.exec(bracket) ?? [];
  const [isCurrency, symbol = "", locale] = /^\$([^-]*)(?:-([0-9a-f]+))?$/i.exec(bracket) ?? [];
  if (elapsed) section.pieces.push({ kind: "elapsed", text: elapsed.toLowerCase() });
  else if (sign) section.holds = (value) => comparisons[sign]?.(value, Number(limit)) ?? false;
  else if (isCurrency !== undefined) {
    if (symbol) section.pieces.push({ kind: "literal", text: symbol });
    if (locale) section.locale = locale.toLowerCase().replace(/^0+/, "");
  }
}

type Matched = Partial<
  Record<"literal" | "space" | "general" | "noon" | "exponent" | "letters" | "digit" | "other", string>
>;

const signs: Readonly<Record<string, Piece["kind"] & ("point" | "comma" | "percent" | "slash" | "text")>> = {
  ".": "point",
  ",": "comma",
  "%": "percent",
  "/": "slash",
  "@": "text",
};

function pieceOf(matched: Matched): Piece | undefined {
  const { literal, space, general, noon, exponent, letters, digit, other } = matched;
  if (literal !== undefined) return { kind: "literal", text: literal };
  if (space !== undefined) return { kind: "literal", text: " " };
  if (general) return { kind: "general" };
  if (noon) return { kind: "noon", text: noon };
  if (exponent) return { kind: "exponent", text: exponent };
  if (letters)
    return /^[bg]/i.test(letters)
      ? { kind: "literal", text: "" }
      : { kind: "date", text: letters.toLowerCase() };
  if (digit) return { kind: "digit", text: digit };
  if (other === undefined) return undefined;
  const sign = signs[other];
  return sign ? { kind: sign } : { kind: "literal", text: other };
}

/** Built-in formats by number (18.8.30); 14 and 22 depend on the language. */
export const builtInFormats: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  14: "yyyy-mm-dd",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "yyyy-mm-dd h:mm",
  37: "#,##0;-#,##0",
  38: "#,##0;-#,##0",
  39: "#,##0.00;-#,##0.00",
  40: "#,##0.00;-#,##0.00",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  48: "##0.0E+0",
  49: "@",
};
