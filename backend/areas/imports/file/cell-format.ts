import { intlLocale } from "@/lib/format/intl-locale";
import { formattedNumber, formattedText, type NumberFormat, numberFormatOf } from "@/lib/ooxml/number-format";
import { momentOfSerial } from "@/lib/ooxml/serial-dates";
import type { Language } from "@/lib/preferences/preferences";
import type { Cell } from "./cell";

/** Formats that depend on the language: a date, and a date with a time. */
const languageFormats: Readonly<Record<Language, { day: string; minute: string }>> = {
  en: { day: "m/d/yyyy", minute: "m/d/yyyy h:mm" },
  de: { day: "dd.mm.yyyy", minute: "dd.mm.yyyy hh:mm" },
  pl: { day: "dd.mm.yyyy", minute: "dd.mm.yyyy hh:mm" },
  sr: { day: "d.m.yyyy.", minute: "d.m.yyyy. hh:mm" },
};

const booleans: Readonly<Record<Language, readonly [string, string]>> = {
  en: ["FALSE", "TRUE"],
  de: ["FALSCH", "WAHR"],
  pl: ["FAŁSZ", "PRAWDA"],
  sr: ["NETAČNO", "TAČNO"],
};

/** The display format of cells with a style. */
export interface CellFormat {
  number: (value: number, is1904: boolean) => Cell;
  text: (value: string) => string;
}

/** A boolean in the words of a language. */
export function booleanCell(value: boolean, language: Language): Cell {
  return { value, shown: booleans[language][value ? 1 : 0] };
}

/** Parses the format on first use. @param code declared in the workbook; undefined for built-in formats */
export function cellFormatOf(id: number, code: string | undefined, language: Language): CellFormat {
  let known: NumberFormat | undefined;
  const read = () => {
    known ??= numberFormatOf(id, code || codeByLanguage(id, language));
    return known;
  };
  return {
    number: (value, is1904) => {
      const format = read();
      if (format.isDate) return dateCell(value, is1904, format, language);
      const shown = shownText(value, format, language);
      return shown === String(value) ? value : { value, shown };
    },
    text: (value) => formattedText(value, read()),
  };
}

function codeByLanguage(id: number, language: Language): string | undefined {
  const { day, minute } = languageFormats[language];
  if (id === 22) return minute;
  // East Asian versions have date formats at these numbers.
  return id === 14 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? day : undefined;
}

/** Without spaces that only align numbers. */
function shownText(value: number, format: NumberFormat, language: Language): string {
  const text = formattedNumber(value, format, intlLocale(language)).replaceAll("\u00a0", " ");
  return (format.code.includes("?") ? text.replace(/ {2,}/g, " ") : text).trim();
}

const [firstDay, lastDay] = [Date.UTC(1, 0, 1), Date.UTC(9999, 11, 31, 23, 59, 59, 999)];

/** Formats a count of days since 1900 or 1904. */
function dateCell(serial: number, is1904: boolean, format: NumberFormat, language: Language): Cell {
  // Days with six or seven digits are inexact by part of a millisecond.
  const milliseconds = Math.round(momentOfSerial(serial, is1904) / 10) * 10;
  const isDuration = /\[[hms]+\]/i.test(format.code);
  const isThere = milliseconds >= Date.UTC(1899, 11, 30) && milliseconds <= lastDay;
  if (!isThere && !isDuration) return { fault: shownText(serial, numberFormatOf(0), language) };
  const shown = shownText(is1904 && !isDuration ? serial + 1462 : serial, format, language);
  // A time without a day has no moment.
  if (isDuration || Math.abs(serial) < 1) return { at: "", shown };
  return { at: new Date(milliseconds).toISOString().slice(0, -1), shown };
}

/** Parses an ISO moment such as `2026-03-01T09:30:00`. */
export function momentCell(text: string): Cell {
  const milliseconds = Date.parse(`${text.replace(/Z$/, "")}Z`);
  return Number.isNaN(milliseconds) || milliseconds < firstDay || milliseconds > lastDay
    ? { fault: text }
    : { at: new Date(milliseconds).toISOString().slice(0, -1) };
}
