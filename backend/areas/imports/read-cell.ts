// See docs/decisions/0109.
import { isDay, readInstant } from "../../../lib/format/calendar";
import { fold } from "../../../lib/format/fold";
import { isAmbiguous, type NumberOptions, readNumber } from "../../../lib/format/typed-number";
import { instantOf } from "../../../lib/format/zone";
import { type Language, languages } from "../../../lib/preferences/preferences";
import { seenAsNothing } from "../../../lib/validation/text";
import type { FieldFault } from "../../core/errors";
import { exportTexts } from "../../export/texts";
import { type Cell, type Fault, heldValue, isMoment } from "./file/cell";
import { codePoint } from "./file/clean";

/** The reader's settings, which decide what `03/04/2026` means. */
export interface Reader {
  language: Language;
  timeZone?: string;
}

export type Read = { value: unknown } | Pick<FieldFault, "rule" | "values">;

/** The error of a cell without a valid value. */
export function unreadable({ fault, characters }: Fault): Extract<Read, { rule: unknown }> {
  const text = fault.slice(0, 100);
  return characters
    ? { rule: "importCharacters", values: { text, characters } }
    : { rule: "importFormula", values: { text } };
}

/** Names invisible characters within a text, which a form would refuse without naming them. */
export function textOf(text: string): Read {
  const unseen = [...new Set(text.match(seenAsNothing))].map(codePoint);
  return unseen.length > 0
    ? { rule: "importCharacters", values: { text: text.slice(0, 100), characters: unseen.join(", ") } }
    : { value: text };
}

export function numberOf(cell: Cell, text: string, facts: NumberOptions): Read {
  const held = heldValue(cell);
  if (typeof held === "number") return { value: held };
  const value = isMoment(cell) ? undefined : readNumber(text, facts);
  if (value !== undefined) return { value };
  return isAmbiguous(text) ? { rule: "ambiguousNumber", values: { text } } : { rule: "number" };
}

/** Usual words for yes and no in our languages, in Latin and Cyrillic letters. */
const written = {
  yes: "1 true t yes y on x ✓ ✔ ☑ ja j wahr w an ein tak prawda p da d tacno истина да д тачно".split(" "),
  no: "0 false f no n off ✗ ✘ ☐ nein falsch aus nie falsz ne netacno не н нетачно".split(" "),
};
const exported = (which: "yes" | "no") => languages.map((language) => exportTexts(language, "users")[which]);
const yes = new Set([...written.yes, ...exported("yes")].map(fold));
const no = new Set([...written.no, ...exported("no")].map(fold));

export function flagOf(cell: Cell, text: string, language: Language): Read {
  const held = heldValue(cell);
  if (typeof held === "boolean") return { value: held };
  const said = fold(typeof held === "number" ? String(held) : text);
  if (yes.has(said)) return { value: true };
  if (no.has(said)) return { value: false };
  const texts = exportTexts(language, "users");
  return { rule: "oneOf", values: { options: `${texts.yes}, ${texts.no}` } };
}

export function dayOf(cell: Cell, text: string, language: Language): Read {
  const day = isMoment(cell) ? cell.at.slice(0, 10) : wallOf(text, language)?.slice(0, 10);
  return day ? { value: day } : { rule: "day" };
}

export function momentOf(cell: Cell, text: string, { language, timeZone = "UTC" }: Reader): Read {
  const exact = isMoment(cell) ? undefined : readInstant(text);
  if (exact !== undefined) return { value: new Date(exact).toISOString() };
  const wall = isMoment(cell) ? cell.at : wallOf(text, language);
  const at = wall ? instantOf(Date.parse(`${wall}Z`), timeZone) : undefined;
  return at === undefined ? { rule: "moment" } : { value: new Date(at).toISOString() };
}

const time = /[ T](\d{1,2}):(\d\d)(?::(\d\d))?$/;
const dates: readonly { form: RegExp; order: (language: Language) => "ymd" | "dmy" | "mdy" }[] = [
  { form: /^(\d{4})-(\d{1,2})-(\d{1,2})$/, order: () => "ymd" },
  { form: /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\.?$/, order: () => "dmy" },
  // As exports write it in English (TL-03).
  { form: /^(\d{1,2})-(\d{1,2})-(\d{4})$/, order: () => "mdy" },
  { form: /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, order: (language) => (language === "en" ? "mdy" : "dmy") },
];

/** Parses a date with an optional time to `2026-03-01T09:30:00.000`; undefined for an invalid one. */
function wallOf(text: string, language: Language): string | undefined {
  const [shown, hours = "0", minutes = "00", seconds = "00"] = time.exec(text) ?? [""];
  const written = text.slice(0, text.length - shown.length).trim();
  for (const { form, order } of dates) {
    const [matched, ...parts] = form.exec(written) ?? [];
    if (matched === undefined) continue;
    const named = Object.fromEntries([...order(language)].map((part, place) => [part, parts[place] ?? ""]));
    const day = `${named.y}-${named.m?.padStart(2, "0")}-${named.d?.padStart(2, "0")}`;
    const isTime = Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60;
    return isDay(day) && isTime ? `${day}T${hours.padStart(2, "0")}:${minutes}:${seconds}.000` : undefined;
  }
  return undefined;
}
