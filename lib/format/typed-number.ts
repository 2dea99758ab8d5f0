import type { Language } from "../preferences/preferences";
import { intlLocale } from "./intl-locale";

/** Maximum number of exactly stored digits (IEEE 754 double: 15). */
export const exactDigits = 15;

export interface NumberOptions {
  /** Integers only: one separator before three digits groups. */
  isWhole?: boolean;
  /** The user's language: one separator before three digits is a decimal sign only if it is the language's own. */
  language?: Language;
}

/** One separator before exactly three digits: groups thousands or starts a fraction. */
const oneGroup = /^([+-]?[1-9]\d{0,2})([.,])(\d{3})$/;

/**
 * Parses a number with decimal comma or dot (FM-06). With both, the last one is the decimal sign and the others group; a
 * repeated one groups too, as do spaces and apostrophes.
 * @returns undefined for invalid numbers, and for `1,234` in English and `1.234` in other languages: see {@link
 * isAmbiguous}
 */
export function readNumber(text: string, { isWhole, language }: NumberOptions = {}): number | undefined {
  const plain = plainDigits(text);
  if (!/^[+-]?[\d.,]*\d[\d.,]*$/.test(plain)) return undefined;
  const group = oneGroup.exec(plain);
  if (group && isWhole) return Number(`${group[1]}${group[3]}`);
  if (group && language && group[2] !== decimalSignOf(language)) return undefined;
  const decimal = decimalSign(plain);
  const [whole = "", fraction = "", ...more] = decimal ? plain.split(decimal) : [plain];
  if (more.length > 0 || !isGrouped(whole) || /[.,]/.test(fraction)) return undefined;
  const digits = whole.replace(/[.,]/g, "");
  if (significantDigits(digits + fraction) > exactDigits) return undefined;
  const number = Number(`${digits}.${fraction}`) + 0;
  return Number.isFinite(number) ? number : undefined;
}

/** Whether a separator may group thousands or start a fraction. */
export function isAmbiguous(text: string): boolean {
  return oneGroup.test(plainDigits(text));
}

const plainDigits = (text: string) => text.replace(/[\s\u00a0\u202f'’]/g, "").replace("\u2212", "-");

const decimalSignOf = (language: Language) => (language === "en" ? "." : ",");

/** Number of digits without leading and trailing zeros: `0120` has 2. */
export function significantDigits(text: string): number {
  return text.replace(/\D/g, "").replace(/^0+|0+$/g, "").length;
}

/** The separator before the fraction; undefined without one. */
function decimalSign(text: string): string | undefined {
  const last = Math.max(text.lastIndexOf(","), text.lastIndexOf("."));
  if (last < 0) return undefined;
  const sign = text.charAt(last);
  return text.indexOf(sign) === last ? sign : undefined;
}

function isGrouped(whole: string): boolean {
  return /^[+-]?\d*$/.test(whole) || /^[+-]?\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(whole);
}

/** Formats a number for typing in a language: with its decimal sign and no grouping, so that parsing returns the same number. */
export function writeNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(intlLocale(language), {
    useGrouping: false,
    maximumFractionDigits: 20,
    maximumSignificantDigits: exactDigits,
  })
    .format(value)
    .replace("\u2212", "-");
}
