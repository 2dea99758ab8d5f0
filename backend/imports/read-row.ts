import type { RecordColumn } from "../../lib/contract/columns";
import { isAmbiguous, readNumber } from "../../lib/format/typed-number";
import { instantOf } from "../../lib/format/zone";
import { type Language, languages } from "../../lib/preferences/preferences";
import { isDay, readInstant } from "../../lib/validation/calendar";
import { areaTexts } from "../area-texts";
import { exportTexts } from "../export/texts";
import type { FieldFault } from "../http/errors";
import { type Cell, isEmpty, isFault, isMoment, textOfCell } from "./file/cell";
import type { ImportField, ImportTarget } from "./targets";

/** The reader; their language decides the meaning of `03/04/2026`. */
export interface Reader {
  language: Language;
  timeZone?: string;
}

/** A row's values for a record. */
export interface RowValues {
  /** From its cell; undefined for none. */
  recordId?: string;
  /** By field name; an empty cell is `undefined`. */
  values: Record<string, unknown>;
  faults: FieldFault[];
}

/** Reads the cells of a row. @param fields the field of each column, undefined for none */
export function readRow(
  target: ImportTarget,
  fields: readonly (ImportField | undefined)[],
  cells: readonly Cell[],
  reader: Reader,
): RowValues {
  const row: RowValues = { values: {}, faults: [] };
  if (cells.length > fields.length && cells.slice(fields.length).some((cell) => !isEmpty(cell)))
    row.faults.push({ propertyName: "", rule: "importExtraCells", values: { count: fields.length } });
  fields.forEach((field, index) => {
    if (!field) return;
    const { name, column } = field;
    const cell = cells[index] ?? null;
    if (!column) {
      if (!isEmpty(cell)) row.recordId = textOfCell(cell).trim();
      return;
    }
    const read = isEmpty(cell) ? { value: undefined } : readCell(target.area, name, column, cell, reader);
    if ("rule" in read) row.faults.push({ propertyName: name, ...read });
    else row.values[name] = read.value;
  });
  return row;
}

type Read = { value: unknown } | Pick<FieldFault, "rule" | "values">;

function readCell(area: string, name: string, column: RecordColumn, cell: Cell, reader: Reader): Read {
  if (isFault(cell)) return { rule: "importFormula", values: { text: cell.fault.slice(0, 100) } };
  const text = textOfCell(cell).trim();
  switch (column.kind) {
    case "int":
    case "number": {
      if (typeof cell === "number") return { value: cell };
      const facts = { isWhole: column.kind === "int", language: reader.language };
      const value = isMoment(cell) ? undefined : readNumber(text, facts);
      if (value !== undefined) return { value };
      return isAmbiguous(text) ? { rule: "ambiguousNumber", values: { text } } : { rule: "number" };
    }
    case "flag":
      return typeof cell === "boolean" ? { value: cell } : readFlag(text, reader.language);
    case "day": {
      const day = isMoment(cell) ? cell.at.slice(0, 10) : parseWallTime(text, reader.language)?.slice(0, 10);
      return day === undefined ? { rule: "day" } : { value: day };
    }
    case "instant": {
      const value = readMoment(cell, text, reader);
      return value === undefined ? { rule: "moment" } : { value };
    }
    case "choice":
      return readChoice(area, name, column, text, reader.language);
    case "html":
      return { value: textOfCell(cell) };
    default:
      return { value: text };
  }
}

const yes = new Set(["1", "true", "x", ...languages.map((language) => words(language).yes)]);
const no = new Set(["0", "false", ...languages.map((language) => words(language).no)]);

function words(language: Language) {
  const { yes, no } = exportTexts(language, "users");
  return { yes: yes.toLowerCase(), no: no.toLowerCase() };
}

function readFlag(text: string, language: Language): Read {
  const given = text.toLowerCase();
  if (yes.has(given)) return { value: true };
  if (no.has(given)) return { value: false };
  const texts = exportTexts(language, "users");
  return { rule: "oneOf", values: { options: `${texts.yes}, ${texts.no}` } };
}

/** By its value, or by its name in any of our languages. */
function readChoice(
  area: string,
  name: string,
  { values }: RecordColumn,
  text: string,
  language: Language,
): Read {
  const called = (value: string, each: Language) => areaTexts[each].choices[area]?.[name]?.[value] ?? value;
  const given = text.toLowerCase();
  const value =
    values.find((one) => one.toLowerCase() === given) ??
    values.find((one) => languages.some((each) => called(one, each).toLowerCase() === given));
  const options = values.map((one) => called(one, language)).join(", ");
  return value === undefined ? { rule: "oneOf", values: { options } } : { value };
}

function readMoment(cell: Cell, text: string, { language, timeZone = "UTC" }: Reader): string | undefined {
  const exact = readInstant(text);
  if (exact !== undefined) return new Date(exact).toISOString();
  const wall = isMoment(cell) ? cell.at : parseWallTime(text, language);
  if (wall === undefined) return undefined;
  const at = instantOf(Date.parse(`${wall}Z`), timeZone);
  return at === undefined ? undefined : new Date(at).toISOString();
}

const time = /[ T](\d{1,2}):(\d\d)(?::(\d\d))?$/;
const dates: readonly { form: RegExp; order: (language: Language) => "ymd" | "dmy" | "mdy" }[] = [
  { form: /^(\d{4})-(\d{1,2})-(\d{1,2})$/, order: () => "ymd" },
  { form: /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\.?$/, order: () => "dmy" },
  // The English format of exports (TL-03).
  { form: /^(\d{1,2})-(\d{1,2})-(\d{4})$/, order: () => "mdy" },
  { form: /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, order: (language) => (language === "en" ? "mdy" : "dmy") },
];

/** Converts a written date with an optional time to `2026-03-01T09:30:00.000`; undefined for an invalid one. */
function parseWallTime(text: string, language: Language): string | undefined {
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
