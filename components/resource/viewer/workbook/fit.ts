/** Character classes by width; the widths are slightly larger than in common fonts. */
const digit = /\d/;
const narrow = /[.,:;'’|!\s\u00a0\u202f()[\]/-]/u;
const wide = /[#%@MWmw\u1100-\uffdc]/u;

/** Approximate width of a text, in digits. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text)
    width += digit.test(letter) ? 1 : narrow.test(letter) ? 0.55 : wide.test(letter) ? 1.6 : 1;
  return width;
}

/** Replaces a number or date that does not fit a cell by `#`: truncated, it would read as another value. */
export function fitted(text: string, digits: number): string {
  return widthOf(text) <= digits ? text : "#".repeat(Math.max(1, Math.floor(digits / widthOf("#"))));
}

/**
 * Formats a number without a format, "General": no groups, as many decimals as fit, at most 11 characters as in Excel, else in
 * scientific notation.
 */
export function generalText(value: number, digits: number, decimalSign: string): string {
  if (!Number.isFinite(value)) return String(value);
  const texts = value === 0 ? ["0"] : [...plainTexts(value), ...powers(value)];
  const fits = (text: string) => text.replace("-", "").length <= 11 && widthOf(text) <= digits;
  return fitted(texts.find(fits) ?? texts.at(-1) ?? "", digits).replace(".", decimalSign);
}

function plainTexts(value: number): string[] {
  const power = Math.floor(Math.log10(Math.abs(value)));
  if (power < -4 || power > 10) return [];
  const decimals = Math.max(0, 9 - Math.max(0, power));
  return Array.from({ length: decimals + 1 }, (_, fewer) =>
    withoutZeros(value.toFixed(decimals - fewer)).replace(/^-0$/, "0"),
  );
}

function powers(value: number): string[] {
  return [5, 4, 3, 2, 1, 0].map((decimals) => {
    const [mantissa = "", exponent = ""] = value.toExponential(decimals).split("e");
    return `${withoutZeros(mantissa)}E${exponent.slice(0, 1)}${exponent.slice(1).padStart(2, "0")}`;
  });
}

const withoutZeros = (text: string) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
