import { builtInFormats, type Piece, readFormatCode } from "@/lib/ooxml/format-code";
import { momentOfSerial } from "@/lib/ooxml/serial-dates";

/** Simplified number format of a cell. */
export type NumberFormat =
  | { kind: "general" }
  | { kind: "date" | "time" | "dateTime" }
  | {
      kind: "number" | "percent";
      decimals: number;
      isGrouped: boolean;
      /** Prefix and suffix, such as a currency. */
      before: string;
      after: string;
    };

/** Maximum length of a format code in office programs. */
const maxCodeLength = 255;

/** @param codes custom formats of the workbook, by number */
export function numberFormatOf(id: number, codes: ReadonlyMap<number, string>): NumberFormat {
  return readFormat(codeOf(id, codes));
}

/** Approximate number of characters of a date or time in the workbook's format; undefined for other formats. */
export function dateLengthOf(id: number, codes: ReadonlyMap<number, string>): number | undefined {
  const code = codeOf(id, codes);
  const { kind } = readFormat(code);
  const isDate = kind === "date" || kind === "time" || kind === "dateTime";
  return isDate ? code.replace(/\[[^\]]*\]|["\\]|;.*$/g, "").length : undefined;
}

const codeOf = (id: number, codes: ReadonlyMap<number, string>) =>
  (codes.get(id) ?? builtInFormats[id] ?? "General").slice(0, maxCodeLength);

const isDigit = ({ kind }: Piece) => kind === "digit";
const isLeftOut = ({ kind }: Piece) =>
  kind === "exponent" || kind === "slash" || kind === "general" || kind === "text";

/** Reads a format such as `#,##0.00\ "€";[Red]-#,##0.00`: the part for positive numbers. */
export function readFormat(code: string): NumberFormat {
  const [{ pieces, isDate } = { pieces: [], isDate: false }] = readFormatCode(code);
  if (isDate) return { kind: dateKindOf(pieces) };
  const [first, last] = [pieces.findIndex(isDigit), pieces.findLastIndex(isDigit)];
  if (first < 0 || pieces.some(isLeftOut)) return { kind: "general" };
  const number = pieces.slice(first, last + 1);
  const point = number.findIndex(({ kind }) => kind === "point");
  return {
    kind: pieces.some(({ kind }) => kind === "percent") ? "percent" : "number",
    decimals: point < 0 ? 0 : Math.min(number.slice(point).filter(isDigit).length, 20),
    isGrouped: number.some(({ kind }) => kind === "comma"),
    before: literalOf(pieces.slice(0, first)),
    after: literalOf(pieces.slice(last + 1)),
  };
}

function dateKindOf(pieces: readonly Piece[]): "date" | "time" | "dateTime" {
  const has = (units: RegExp) =>
    pieces.some((piece) => (piece.kind === "date" || piece.kind === "elapsed") && units.test(piece.text));
  if (!has(/[hs]/)) return "date";
  return has(/[dy]/) ? "dateTime" : "time";
}

/** Joins literal texts, with at most one space at either end. */
const literalOf = (pieces: readonly Piece[]) =>
  pieces
    .map((piece) => (piece.kind === "literal" ? piece.text : ""))
    .join("")
    .replace(/^\s+|\s+$/g, (space) => space.slice(0, 1));

/** Converts a serial number to `2026-03-01T08:30:00`, counting days from 1900 or 1904. */
export function momentOf(serial: number, isFrom1904: boolean): string | undefined {
  const moment = new Date(Math.round(momentOfSerial(serial, isFrom1904) / 1_000) * 1_000);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString().slice(0, 19);
}
