import type { Piece, Section } from "@/lib/ooxml/format-code";
import type { Language } from "@/lib/preferences/preferences";

interface Signs {
  decimal: string;
  group: string;
}

const signsOf: Readonly<Record<Language, Signs>> = {
  en: { decimal: ".", group: "," },
  de: { decimal: ",", group: "." },
  pl: { decimal: ",", group: " " },
  sr: { decimal: ",", group: "." },
};

/** Significant digits of a spreadsheet's numbers. */
const exactDigits = 15;

/** Formats a number without a format, with all its digits; Excel would display eleven. */
export function generalNumber(value: number, language: Language): string {
  const text = String(Number(value.toPrecision(exactDigits)));
  const [digits = "", exponent] = text.split("e");
  const written = digits.replace(".", signsOf[language].decimal);
  if (exponent === undefined) return written;
  const [, sign = "", power = ""] = /^([+-])(\d+)$/.exec(exponent) ?? [];
  return `${written}E${sign}${power.padStart(2, "0")}`;
}

/** Formats an unsigned number by a section of its format. */
export function shownNumber(value: number, { pieces }: Section, language: Language): string {
  const signs = signsOf[language];
  if (pieces.some(({ kind }) => kind === "general" || kind === "text") || !pieces.some(isDigit))
    return pieces
      .map((piece) =>
        piece.kind === "general" || piece.kind === "text"
          ? generalNumber(value, language)
          : literalOf(piece, signs),
      )
      .join("");
  const scaled = value * 100 ** pieces.filter(({ kind }) => kind === "percent").length;
  const slash = pieces.findIndex(({ kind }, at) => kind === "slash" && isPartOfFraction(pieces, at));
  if (slash >= 0) return fraction(scaled, pieces, slash, signs);
  const exponent = pieces.findIndex(({ kind }) => kind === "exponent");
  if (exponent >= 0) return scientific(scaled, pieces, exponent, signs);
  return plain(scaled, pieces, signs);
}

const isDigit = (piece: Piece | undefined) => piece?.kind === "digit";

function literalOf(piece: Piece, { decimal }: Signs): string {
  if (piece.kind === "literal") return piece.text;
  if (piece.kind === "percent") return "%";
  if (piece.kind === "slash") return "/";
  if (piece.kind === "comma") return ",";
  return piece.kind === "point" ? decimal : "";
}

/** Rounds a number half up in its decimal notation. */
function rounded(value: number, decimals: number): { whole: string; decimals: string } {
  const [mantissa = "0", power = "0"] = value.toExponential(exactDigits - 1).split("e");
  const digits = BigInt(mantissa.replace(".", ""));
  // Exponent of the last digit.
  const unit = Number(power) - (exactDigits - 1);
  const shift = unit + decimals;
  const scaled =
    shift >= 0
      ? digits * 10n ** BigInt(shift)
      : (digits + 5n * 10n ** BigInt(-shift - 1)) / 10n ** BigInt(-shift);
  const text = scaled.toString().padStart(decimals + 1, "0");
  return {
    whole: text.slice(0, text.length - decimals).replace(/^0+/, ""),
    decimals: decimals === 0 ? "" : text.slice(-decimals),
  };
}

function plain(value: number, pieces: readonly Piece[], signs: Signs): string {
  const point = pieces.findIndex(({ kind }) => kind === "point");
  const before = point < 0 ? pieces : pieces.slice(0, point);
  const after = point < 0 ? [] : pieces.slice(point + 1);
  const isComma = ({ kind }: Piece) => kind === "comma";
  const first = before.findIndex(isDigit);
  const last = before.findLastIndex(isDigit);
  const isGrouped = before.slice(Math.max(first, 0), Math.max(last, 0)).some(isComma);
  // Each separator after the last digit divides by a thousand.
  const behind = [...before.slice(last + 1), ...after.slice(after.findLastIndex(isDigit) + 1)];
  const thousands = behind.filter(isComma).length;
  const number = rounded(value / 1000 ** thousands, after.filter(isDigit).length);
  const withoutCommas = (some: readonly Piece[]) => some.filter((piece) => !isComma(piece));
  return (
    wholePart(number.whole, withoutCommas(before), isGrouped ? signs.group : "", signs) +
    (point < 0 ? "" : signs.decimal) +
    decimalPart(number.decimals, withoutCommas(after), signs)
  );
}

/** Fills digit placeholders from the right; excess digits precede the first placeholder. */
function wholePart(digits: string, pieces: readonly Piece[], group: string, signs: Signs): string {
  const first = pieces.findIndex(isDigit);
  let text = "";
  let used = 0;
  const put = (digit: string) => {
    if (group && used > 0 && used % 3 === 0 && digit !== " ") text = group + text;
    text = digit + text;
    used += 1;
  };
  for (let at = pieces.length - 1; at >= 0; at -= 1) {
    const piece = pieces[at] as Piece;
    if (piece.kind !== "digit") {
      text = literalOf(piece, signs) + text;
      continue;
    }
    const digit = digits[digits.length - 1 - used];
    if (digit !== undefined) put(digit);
    else if (piece.text === "0") put("0");
    else if (piece.text === "?") put(" ");
    if (at === first) while (used < digits.length) put(digits[digits.length - 1 - used] as string);
  }
  return first < 0 ? text + digits : text;
}

function decimalPart(digits: string, pieces: readonly Piece[], signs: Signs): string {
  const places = pieces.filter(isDigit) as { text: string }[];
  // Omits trailing zeros that the format does not require.
  let shown = digits.length;
  while (shown > 0 && digits[shown - 1] === "0" && places[shown - 1]?.text === "#") shown -= 1;
  let at = 0;
  return pieces
    .map((piece) => {
      if (piece.kind !== "digit") return literalOf(piece, signs);
      at += 1;
      return at <= shown ? digits[at - 1] : "";
    })
    .join("");
}

function scientific(value: number, pieces: readonly Piece[], exponent: number, signs: Signs): string {
  const mantissa = pieces.slice(0, exponent);
  const point = mantissa.findIndex(({ kind }) => kind === "point");
  const wholeDigits = (point < 0 ? mantissa : mantissa.slice(0, point)).filter(isDigit).length || 1;
  const decimals = point < 0 ? 0 : mantissa.slice(point).filter(isDigit).length;
  const powerOf = (number: number) =>
    Math.floor(Number(number.toExponential(exactDigits - 1).split("e")[1]) / wholeDigits) * wholeDigits;
  let power = value === 0 ? 0 : powerOf(value);
  const number = rounded(value / 10 ** power, decimals);
  // 9.995 rounds to 10.00, which needs the next power.
  if (number.whole.length > wholeDigits) power = powerOf(Number(number.whole) * 10 ** power);
  const after = pieces.slice(exponent + 1);
  const sign = power < 0 ? "-" : (pieces[exponent] as { text: string }).text.endsWith("+") ? "+" : "";
  return `${plain(value / 10 ** power, mantissa, signs)}E${sign}${wholePart(String(Math.abs(power)), after, "", signs)}`;
}

/** Whether a slash separates a numerator from a denominator, which may be a literal number. */
function isPartOfFraction(pieces: readonly Piece[], slash: number): boolean {
  const next = pieces[slash + 1];
  return isDigit(pieces[slash - 1]) && (isDigit(next) || (next?.kind === "literal" && /^\d/.test(next.text)));
}

function fraction(value: number, pieces: readonly Piece[], slash: number, signs: Signs): string {
  let begin = slash;
  while (isDigit(pieces[begin - 1])) begin -= 1;
  let end = slash + 1;
  let written = "";
  for (
    let piece = pieces[end];
    piece && (isDigit(piece) || /^\d$/.test(literalOf(piece, signs)));
    piece = pieces[end]
  ) {
    written += piece.kind === "digit" ? piece.text : literalOf(piece, signs);
    end += 1;
  }
  const before = pieces.slice(0, begin);
  const hasWhole = before.some(isDigit);
  const fixed = /^\d+$/.test(written) && Number(written) > 0 ? Number(written) : undefined;
  const whole = hasWhole ? Math.floor(value) : 0;
  let [numerator, denominator] = fixed
    ? [Math.round((value - whole) * fixed), fixed]
    : nearest(value - whole, 10 ** Math.min(written.length, 3) - 1);
  const carried = hasWhole && numerator === denominator ? 1 : 0;
  if (carried) [numerator, denominator] = [0, 1];
  const after = pieces.slice(end).map((piece) => literalOf(piece, signs));
  const shownWhole = hasWhole
    ? wholePart(whole + carried === 0 && numerator > 0 ? "" : String(whole + carried), before, "", signs)
    : before.map((piece) => literalOf(piece, signs)).join("");
  const shown = hasWhole && numerator === 0 ? shownWhole : `${shownWhole}${numerator}/${denominator}`;
  return shown + after.join("");
}

/** The closest fraction with a denominator up to `most`. */
function nearest(value: number, most: number): [number, number] {
  let best: [number, number] = [Math.round(value), 1];
  for (let denominator = 2; denominator <= most; denominator += 1) {
    const numerator = Math.round(value * denominator);
    if (Math.abs(value - numerator / denominator) < Math.abs(value - best[0] / best[1]) - 1e-12)
      best = [numerator, denominator];
  }
  return best;
}
