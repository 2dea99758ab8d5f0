import type { Language } from "../preferences/preferences";
import { intlLocale } from "./intl-locale";

/** A number has no more digits than are kept exactly (IEEE 754 double: 15). */
export const exactDigits = 15;

/**
 * Reads a number with decimal comma or dot (FM-06). With both, the last one is the decimal sign and the others group;
 * one that repeats groups as well. Spaces and apostrophes group. Undefined for what is no number.
 */
export function readNumber(text: string): number | undefined {
  const plain = text.replace(/[\s\u00a0\u202f'’]/g, "").replace("\u2212", "-");
  if (!/^[+-]?[\d.,]*\d[\d.,]*$/.test(plain)) return undefined;
  const decimal = decimalSign(plain);
  const [whole = "", fraction = "", ...more] = decimal ? plain.split(decimal) : [plain];
  if (more.length > 0 || !isGrouped(whole) || /[.,]/.test(fraction)) return undefined;
  const digits = whole.replace(/[.,]/g, "");
  if (significantDigits(digits + fraction) > exactDigits) return undefined;
  const number = Number(`${digits}.${fraction}`) + 0;
  return Number.isFinite(number) ? number : undefined;
}

/** Digits between the first and the last that is not zero: `0120` has 2. */
export function significantDigits(text: string): number {
  return text.replace(/\D/g, "").replace(/^0+|0+$/g, "").length;
}

/** The sign that stands before the fraction; undefined when there is none. */
function decimalSign(text: string): string | undefined {
  const last = Math.max(text.lastIndexOf(","), text.lastIndexOf("."));
  if (last < 0) return undefined;
  const sign = text.charAt(last);
  return text.indexOf(sign) === last ? sign : undefined;
}

function isGrouped(whole: string): boolean {
  return /^[+-]?\d*$/.test(whole) || /^[+-]?\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(whole);
}

/** The number as it is typed in a language: its decimal sign, no grouping, so that reading it gives the same number. */
export function writeNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(intlLocale(language), {
    useGrouping: false,
    maximumFractionDigits: 20,
    maximumSignificantDigits: exactDigits,
  })
    .format(value)
    .replace("\u2212", "-");
}
