import { columnOf } from "@/lib/ooxml/columns";
import type { Language } from "@/lib/preferences/preferences";
import { RequestError } from "../../../core/errors";
import { type Cell, type FileRow, textOfCell } from "./cell";
import { booleanCell, type CellFormat, cellFormatOf, momentCell } from "./cell-format";
import { type Handlers, parsed, tooLarge } from "./xml";
import { unreadable } from "./zip";

/**
 * Limits of characters of an encoded cell (Excel allows 32,767, each up to seven characters long), a row, and the sheet:
 * cells can share one text.
 */
const limits = { text: 256 * 1024, row: 512 * 1024, sheet: 1024 * 1024 * 1024 };
/** LibreOffice has the most rows. */
const lastRow = 16_777_216;

export interface WorkbookFindings {
  /** Whether the stored results of formulas were used. */
  hasFormulas: boolean;
}

export interface SheetFacts {
  /** Display formats by style number. */
  formats: readonly CellFormat[];
  language: Language;
  shared: readonly string[];
  is1904: boolean;
  maxCells: number;
  findings: WorkbookFindings;
}

interface WrittenCell {
  /** Its attribute `t`. */
  type: string;
  /** Its attribute `s`. */
  style: number;
  value: string;
  formula: string | undefined;
}

export async function* sheetRows(
  parts: AsyncIterable<Uint8Array>,
  facts: SheetFacts,
): AsyncGenerator<FileRow[]> {
  const { maxCells } = facts;
  let ready: FileRow[] = [];
  let row: FileRow = { rowNumber: 0, cells: [] };
  let column = -1;
  let written: WrittenCell = { type: "n", style: 0, value: "", formula: undefined };
  let reading: "v" | "f" | undefined;
  let inRow = 0;
  let inSheet = 0;
  const inline = textReader();

  const handlers: Handlers = {
    open(name, attributes) {
      switch (name) {
        case "row":
          row = { rowNumber: rowNumberOf(attributes.r, row.rowNumber), cells: [] };
          column = -1;
          inRow = 0;
          return;
        case "c":
          column = attributes.r ? readColumn(attributes.r) : column + 1;
          written = {
            type: attributes.t ?? "n",
            style: Number(attributes.s ?? 0),
            value: "",
            formula: undefined,
          };
          inline.begin();
          return;
        case "v":
          reading = "v";
          return;
        case "f":
          written.formula = "";
          reading = "f";
          return;
        default:
          inline.open(name);
      }
    },
    text(text) {
      if (reading === "v") written.value = longer(written.value, text);
      else if (reading === "f") written.formula = longer(written.formula ?? "", text);
      else inline.text(text);
    },
    close(name) {
      if (name === "v" || name === "f") reading = undefined;
      else if (name === "c") {
        const cell = cellOf(written, inline, facts);
        if (cell === null || cell === "") return;
        if (column >= maxCells)
          throw new RequestError("importTooManyColumns", { status: 400, values: { max: maxCells } });
        if (typeof cell !== "number") {
          const { length } = textOfCell(cell);
          inRow += length;
          inSheet += length;
          if (inRow > limits.row || inSheet > limits.sheet) throw tooLarge();
        }
        while (row.cells.length < column) row.cells.push(null);
        row.cells[column] = cell;
      } else if (name === "row") {
        if (row.cells.length > 0) ready.push(row);
        row = { rowNumber: row.rowNumber, cells: [] };
      } else inline.close(name);
    },
  };

  for await (const _ of parsed(parts, handlers)) {
    if (ready.length === 0) continue;
    yield ready;
    ready = [];
  }
  if (ready.length > 0) yield ready;
}

const general = (language: Language) => cellFormatOf(0, undefined, language);

/** Converts a cell by its type (18.18.11). */
function cellOf(
  { type, style, value, formula }: WrittenCell,
  inline: ReturnType<typeof textReader>,
  { formats, language, shared, is1904, findings }: SheetFacts,
): Cell {
  const plain = value.trim();
  if (formula !== undefined) {
    findings.hasFormulas = true;
    if (plain === "" && type !== "str") return { fault: `=${formula}` };
  }
  const format = formats[style];
  const text = (held: string | null) => (held && format ? format.text(held) : held);
  switch (type) {
    case "s":
      return plain === "" ? null : text(shared[Number(plain)] ?? null);
    case "inlineStr":
      return text(inline.take());
    case "str":
      return text(unescaped(value));
    case "b":
      return plain === "" ? null : booleanCell(plain === "1" || plain === "true", language);
    case "e":
      return { fault: plain };
    case "d":
      return plain === "" ? null : momentCell(plain);
    default: {
      if (plain === "") return null;
      const number = Number(plain);
      if (!Number.isFinite(number)) return { fault: plain };
      return (format ?? general(language)).number(number, is1904);
    }
  }
}

function longer(text: string, part: string): string {
  if (text.length + part.length > limits.text) throw tooLarge();
  return text + part;
}

/** Decodes characters that XML cannot contain, such as `_x000D_` (22.9.2.19). */
const unescaped = (text: string) =>
  text.includes("_x")
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** A text in several formats; excludes phonetic text (`rPh`). */
export function textReader() {
  let text = "";
  let isText = false;
  let isPhonetic = false;
  return {
    begin() {
      text = "";
    },
    open(name: string) {
      if (name === "rPh") isPhonetic = true;
      if (name === "t") isText = !isPhonetic;
    },
    text(part: string) {
      if (isText) text = longer(text, part);
    },
    close(name: string) {
      if (name === "rPh") isPhonetic = false;
      if (name === "t") isText = false;
    },
    take: () => unescaped(text),
  };
}

/** Row numbers ascend; a row without one follows the row before. */
function rowNumberOf(given: string | undefined, before: number): number {
  const rowNumber = given === undefined ? before + 1 : Number(given);
  if (!Number.isInteger(rowNumber) || rowNumber <= before || rowNumber > lastRow) throw unreadable();
  return rowNumber;
}

function readColumn(reference: string): number {
  const column = columnOf(reference);
  if (column === undefined) throw unreadable();
  return column;
}
