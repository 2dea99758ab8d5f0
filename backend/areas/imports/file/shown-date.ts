import { intlLocale } from "@/lib/format/intl-locale";
import type { Piece, Section } from "@/lib/ooxml/format-code";
import type { Language } from "@/lib/preferences/preferences";

/** Languages for month and weekday names declared in a format (MS-LCID); otherwise the reader's. */
const locales: Readonly<Record<string, string>> = {
  "407": "de",
  "807": "de-CH",
  c07: "de-AT",
  "409": "en",
  "809": "en-GB",
  "415": "pl",
  "241a": "sr-Latn",
  "281a": "sr-Cyrl",
  "40c": "fr",
  "410": "it",
};

/** Formats a moment, in milliseconds of local time, by a section of its format. */
export function shownDate(
  milliseconds: number,
  elapsedDays: number,
  { pieces, locale }: Section,
  language: Language,
): string {
  const hasFraction = pieces.some(({ kind }, at) => isFraction(pieces, at, kind));
  const at = new Date(hasFraction ? milliseconds : Math.round(milliseconds / 1000) * 1000);
  const isTwelve = pieces.some(({ kind }) => kind === "noon");
  const named = (locale && locales[locale]) || intlLocale(language);
  let isAfterPoint = false;
  return pieces
    .map((piece, index) => {
      if (isFraction(pieces, index, piece.kind)) {
        isAfterPoint = true;
        return language === "en" ? "." : ",";
      }
      if (piece.kind === "digit" && isAfterPoint) return fractionDigit(pieces, index, at);
      isAfterPoint = false;
      switch (piece.kind) {
        case "date":
          return datePart(piece.text, at, { isTwelve, isMinutes: isMinutes(pieces, index), locale: named });
        case "elapsed":
          return elapsed(piece.text, elapsedDays);
        case "noon":
          return noon(piece.text, at);
        case "literal":
          return piece.text;
        case "slash":
          return "/";
        case "comma":
          return ",";
        case "point":
          return ".";
        default:
          return "";
      }
    })
    .join("");
}

/** Whether a point precedes fractions of a second. */
function isFraction(pieces: readonly Piece[], at: number, kind: Piece["kind"]): boolean {
  const next = pieces[at + 1];
  return kind === "point" && next?.kind === "digit" && next.text === "0";
}

function fractionDigit(pieces: readonly Piece[], index: number, at: Date): string {
  let place = 0;
  while (pieces[index - 1 - place]?.kind === "digit") place += 1;
  return String(at.getUTCMilliseconds()).padStart(3, "0")[place] ?? "0";
}

/** `m` means minutes after hours and before seconds, otherwise months. */
function isMinutes(pieces: readonly Piece[], index: number): boolean {
  const isUnit = (piece: Piece) => piece.kind === "date" || piece.kind === "elapsed";
  const before = pieces.slice(0, index).findLast(isUnit) as { text: string } | undefined;
  const after = pieces.slice(index + 1).find(isUnit) as { text: string } | undefined;
  return before?.text.startsWith("h") === true || after?.text.startsWith("s") === true;
}

interface Shown {
  isTwelve: boolean;
  isMinutes: boolean;
  locale: string;
}

function datePart(letters: string, at: Date, { isTwelve, isMinutes, locale }: Shown): string {
  const padded = (value: number) => String(value).padStart(Math.min(letters.length, 2), "0");
  const name = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(at);
  switch (letters[0]) {
    case "y":
      return letters.length <= 2
        ? String(at.getUTCFullYear() % 100).padStart(2, "0")
        : String(at.getUTCFullYear()).padStart(4, "0");
    case "e":
      return String(at.getUTCFullYear());
    case "m":
      if (isMinutes) return padded(at.getUTCMinutes());
      if (letters.length < 3) return padded(at.getUTCMonth() + 1);
      if (letters.length === 5) return name({ month: "narrow" });
      return name({ month: letters.length === 3 ? "short" : "long" });
    case "d":
      if (letters.length < 3) return padded(at.getUTCDate());
      return name({ weekday: letters.length === 3 ? "short" : "long" });
    case "h": {
      const hours = at.getUTCHours();
      return padded(isTwelve ? hours % 12 || 12 : hours);
    }
    default:
      return padded(at.getUTCSeconds());
  }
}

function elapsed(letters: string, days: number): string {
  const seconds = Math.round(Math.abs(days) * 86_400);
  const units = { h: 3600, m: 60, s: 1 }[letters[0] as "h" | "m" | "s"];
  return (days < 0 ? "-" : "") + String(Math.floor(seconds / units)).padStart(letters.length, "0");
}

function noon(letters: string, at: Date): string {
  const isAfternoon = at.getUTCHours() >= 12;
  return letters.length === 3 ? (isAfternoon ? "P" : "A") : isAfternoon ? "PM" : "AM";
}
