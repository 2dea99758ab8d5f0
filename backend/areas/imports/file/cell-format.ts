import { builtInFormats, readFormatCode, type Section } from "@/lib/ooxml/format-code";
import { momentOfSerial } from "@/lib/ooxml/serial-dates";
import type { Language } from "@/lib/preferences/preferences";
import type { Cell } from "./cell";
import { shownDate } from "./shown-date";
import { generalNumber, shownNumber } from "./shown-number";

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
  let sections: readonly Section[] | undefined;
  const read = () => {
    sections ??= readFormatCode(code || builtInCode(id, language));
    return sections;
  };
  return {
    number: (value, is1904) => {
      const { section, isNegated } = sectionFor(value, read());
      if (section.isDate) return dateCell(value, is1904, section, language);
      const sign = value < 0 && !isNegated ? "-" : "";
      const shown = sign + shownNumber(Math.abs(value), section, language).trim();
      return shown === String(value) ? value : { value, shown };
    },
    text: (value) => {
      const all = read();
      const section = all.length > 3 ? all[3] : all.length === 1 && isOfText(all[0]) ? all[0] : undefined;
      if (!section || !isOfText(section)) return value;
      return section.pieces
        .map((piece) => (piece.kind === "text" ? value : piece.kind === "literal" ? piece.text : ""))
        .join("");
    },
  };
}

const isOfText = (section: Section | undefined) =>
  section?.pieces.some(({ kind }) => kind === "text") ?? false;

function builtInCode(id: number, language: Language): string {
  const { day, minute } = languageFormats[language];
  if (id === 22) return minute;
  // East Asian versions have date formats at these numbers.
  if (id === 14 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return day;
  return builtInFormats[id] ?? "General";
}

const general: Section = { pieces: [{ kind: "general" }], isDate: false };

/** Sections are for positive numbers, negative ones and zero, or have their own conditions. */
function sectionFor(value: number, all: readonly Section[]): { section: Section; isNegated: boolean } {
  const [first = general, second, third] = all;
  if (first.holds || second?.holds) {
    const found = all.slice(0, 3).find(({ holds }) => holds === undefined || holds(value));
    const isNegated =
      found !== undefined && found === second && !second.holds && value < 0 && first.holds?.(0) === true;
    return { section: found ?? general, isNegated };
  }
  // The fourth section is for texts, and so is a sole one with a text placeholder.
  if (value < 0 && second) return { section: second, isNegated: true };
  if (value === 0 && third) return { section: third, isNegated: false };
  return { section: first, isNegated: false };
}

const [firstDay, lastDay] = [Date.UTC(1, 0, 1), Date.UTC(9999, 11, 31, 23, 59, 59, 999)];

/** Formats a count of days since 1900 or 1904. */
function dateCell(serial: number, is1904: boolean, section: Section, language: Language): Cell {
  // Days with six or seven digits are inexact by part of a millisecond.
  const milliseconds = Math.round(momentOfSerial(serial, is1904) / 10) * 10;
  const isDuration = section.pieces.some(({ kind }) => kind === "elapsed");
  const isThere = milliseconds >= Date.UTC(1899, 11, 30) && milliseconds <= lastDay;
  if (!isThere && !isDuration) return { fault: generalNumber(serial, language) };
  const shown = shownDate(milliseconds, serial, section, language).trim();
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
