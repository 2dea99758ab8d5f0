import type { RecordColumn } from "../../../lib/contract/columns";
import { type Language, languages } from "../../../lib/preferences/preferences";
import { areaTexts } from "../../core/area-texts";
import type { FieldFault } from "../../core/errors";
import { type Cell, heldValue, isEmpty, isFault, textOfCell } from "./file/cell";
import { dayOf, flagOf, momentOf, numberOf, type Read, type Reader, textOf, unreadable } from "./read-cell";
import type { ImportField, ImportTarget } from "./targets";

/** A record's values in a row. */
export interface RowValues {
  /** The id in the row, if any. */
  recordId?: string;
  /** By field name; an empty cell is `undefined`. */
  values: Record<string, unknown>;
  faults: FieldFault[];
}

/** Reads the cells of a row except attributes. @param fields by column; undefined for ignored columns */
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
    if (!field || field.attribute) return;
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

function readCell(area: string, name: string, column: RecordColumn, cell: Cell, reader: Reader): Read {
  if (isFault(cell)) return unreadable(cell);
  const text = textOfCell(cell).trim();
  const { language } = reader;
  switch (column.kind) {
    case "int":
    case "number":
      return numberOf(cell, text, { isWhole: column.kind === "int", language });
    case "flag":
      return flagOf(cell, text, language);
    case "day":
      return dayOf(cell, text, language);
    case "instant":
      return momentOf(cell, text, reader);
    case "choice":
      return readChoice(area, name, column, [text, String(heldValue(cell))], language);
    case "html":
      return { value: textOfCell(cell) };
    default:
      return textOf(text);
  }
}

/** Finds a choice by its value, or by its name in any of our languages. */
function readChoice(
  area: string,
  name: string,
  { values }: RecordColumn,
  texts: readonly string[],
  language: Language,
): Read {
  const called = (value: string, each: Language) => areaTexts[each].choices[area]?.[name]?.[value] ?? value;
  for (const text of texts) {
    const given = text.toLowerCase();
    const value =
      values.find((one) => one.toLowerCase() === given) ??
      values.find((one) => languages.some((each) => called(one, each).toLowerCase() === given));
    if (value !== undefined) return { value };
  }
  return { rule: "oneOf", values: { options: values.map((one) => called(one, language)).join(", ") } };
}
