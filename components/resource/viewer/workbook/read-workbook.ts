import { columnOf } from "@/lib/ooxml/columns";
import { general, maxFormats, type NumberFormat, numberFormatOf } from "@/lib/ooxml/number-format";
import { elements, mainPart, parseXml, relationsOf } from "../office-package";
import { FileProblem } from "../read-file";
import type { Package } from "../zip/unpack";
import { givenWidths } from "./given-widths";

export interface CellStyle {
  format: NumberFormat;
  isBold: boolean;
}

export type CellValue = string | number | boolean;

export interface Cell {
  /** Starting at 0. */
  column: number;
  value: CellValue;
  style: CellStyle | undefined;
}

export interface Row {
  /** Row number in the sheet, starting at 1. */
  number: number;
  cells: Cell[];
}

export interface Sheet {
  rows: Row[];
  /** Number of columns shown. */
  columns: number;
  /** The sheet's widths in digits, by column. */
  widths: ReadonlyMap<number, number>;
  usualWidth: number;
  /** Merged cells, by `row:column` of the first. */
  spans: ReadonlyMap<string, { rows: number; columns: number }>;
  /** Part of the sheet is not shown. */
  isCut: boolean;
}

export interface Workbook {
  sheets: readonly { name: string; read: () => Promise<Sheet> }[];
  isFrom1904: boolean;
}

export const maxRows = 1_000;
const maxColumns = 100;
/** Maximum rendered cells: those with a value, and each run of empty cells as one. */
const maxPainted = 20_000;
const maxSpans = 2_000;
/** Maximum gap that is shown as empty rows. */
const maxEmptyRows = 50;
/** Maximum characters read per sheet, more than the visible rows need. */
const maxSheetBytes = 12 * 1024 * 1024;

/** Reads a workbook; each sheet is parsed when shown (ECMA-376 part 1, 18.2). @throws {FileProblem} */
export async function readWorkbook(parts: Package): Promise<Workbook> {
  const text = async (name: string) => {
    const bytes = await parts.read(name);
    return bytes && new TextDecoder().decode(bytes);
  };
  const main = await mainPart(parts, "xl/workbook.xml");
  const workbookText = await text(main);
  if (workbookText === undefined) throw new FileProblem("unreadable");
  const workbook = parseXml(workbookText);
  const relations = await relationsOf(parts, main);
  const targets = new Map(relations.map(({ id, target }) => [id, target]));
  const ofType = async (wanted: string) => {
    const found = relations.find(({ type }) => type === wanted);
    return text(found?.target ?? main.replace(/[^/]*$/, `${wanted}.xml`));
  };
  const [strings, styles] = await Promise.all([
    ofType("sharedStrings").then((xml) => (xml ? sharedStrings(xml) : () => undefined)),
    ofType("styles").then((xml) => (xml ? cellStyles(xml) : [])),
  ]);
  return {
    isFrom1904: elements(workbook, "workbookPr").some((properties) => isOn(properties, "date1904")),
    sheets: elements(workbook, "sheet")
      .filter((sheet) => !/hidden/i.test(sheet.getAttribute("state") ?? ""))
      .map((sheet) => {
        const read = async () => {
          const target = targets.get(relationId(sheet) ?? "");
          const xml = target && (await text(target));
          if (!xml) throw new FileProblem("unreadable");
          return readSheet(xml, strings, styles);
        };
        let kept: ReturnType<typeof read> | undefined;
        return {
          name: sheet.getAttribute("name") ?? "",
          // Unpacked once, since unpacking counts against the limits.
          read() {
            kept ??= read();
            return kept;
          },
        };
      }),
  };
}

export function readSheet(xml: string, strings: SharedStrings, styles: readonly CellStyle[]): Sheet {
  const { text, isCut } = firstRows(xml);
  const sheet = parseXml(text);
  const all = elements(sheet, "row").filter((row) => !isOn(row, "hidden"));
  const rows: Row[] = [];
  let columns = 0;
  let painted = 0;
  let isWide = false;
  let read = 0;
  for (const row of all) {
    if (rows.length >= maxRows || painted >= maxPainted) break;
    read += 1;
    const cells: Cell[] = [];
    for (const cell of elements(row, "c")) {
      const column = columnOf(cell.getAttribute("r") ?? "") ?? (cells.at(-1)?.column ?? -1) + 1;
      isWide ||= column >= maxColumns;
      const value = column < maxColumns ? cellValue(cell, strings) : undefined;
      if (value === undefined) continue;
      cells.push({ column, value, style: styles[Number(cell.getAttribute("s") ?? 0)] });
      columns = Math.max(columns, column + 1);
    }
    const before = rows.at(-1)?.number ?? 0;
    const number = Number(row.getAttribute("r")) || before + 1;
    if (number - before <= maxEmptyRows)
      for (let empty = before + 1; empty < number; empty++) rows.push({ number: empty, cells: [] });
    rows.push({ number, cells });
    painted += paintedIn(cells);
  }
  return {
    rows,
    columns,
    ...givenWidths(sheet, maxColumns),
    spans: spansOf(sheet, rows.at(-1)?.number ?? 0, columns),
    isCut: isCut || isWide || read < all.length,
  };
}

/** Counts the rendered cells of a row: row number, cells, and runs of empty cells. */
function paintedIn(cells: readonly Cell[]): number {
  const gaps = cells.filter(({ column }, index) => column > (cells[index - 1]?.column ?? -1) + 1);
  return 1 + cells.length + gaps.length + 1;
}

/** Maximum length of a namespace prefix between `</` and `row>`. */
const maxPrefixLength = 40;

/** Returns the readable beginning of a sheet as well-formed XML. */
export function firstRows(xml: string): { text: string; isCut: boolean } {
  if (xml.length <= maxSheetBytes) return { text: xml, isCut: false };
  for (let at = xml.lastIndexOf("row>", maxSheetBytes - 4); at > 0; at = xml.lastIndexOf("row>", at - 1)) {
    const [, prefix] = /<\/((?:\w+:)?)$/.exec(xml.slice(Math.max(0, at - maxPrefixLength), at)) ?? [];
    if (prefix !== undefined)
      return { text: `${xml.slice(0, at + 4)}</${prefix}sheetData></${prefix}worksheet>`, isCut: true };
  }
  throw new FileProblem("tooLarge");
}

function cellValue(cell: Element, strings: SharedStrings): CellValue | undefined {
  const type = cell.getAttribute("t") ?? "n";
  if (type === "inlineStr") return textOf(cell);
  const text = elements(cell, "v")[0]?.textContent;
  if (text === undefined || text === null) return undefined;
  if (type === "s") return strings(Number(text)) ?? "";
  if (type === "b") return text === "1";
  if (type === "n") return text === "" || Number.isNaN(Number(text)) ? text : Number(text);
  return text;
}

/** Returns a shared string by index. */
type SharedStrings = (index: number) => string | undefined;

/** Parsed on demand: a workbook may have a million shared strings. */
function sharedStrings(xml: string): SharedStrings {
  const items = elements(parseXml(xml), "si");
  return (index) => {
    const item = items[index];
    return item && textOf(item);
  };
}

/** Returns the text of a string's runs, without phonetic hints. */
function textOf(item: Element): string {
  return elements(item, "t")
    .filter((text) => text.parentElement?.localName !== "rPh")
    .map((text) => text.textContent ?? "")
    .join("");
}

function cellStyles(xml: string): CellStyle[] {
  const document = parseXml(xml);
  const codes = new Map(
    elements(document, "numFmt").map((format) => [
      Number(format.getAttribute("numFmtId")),
      format.getAttribute("formatCode") ?? "",
    ]),
  );
  const bold = elements(elements(document, "fonts")[0] ?? document.createElement("none"), "font").map(
    (font) => elements(font, "b").some((mark) => mark.getAttribute("val") !== "0"),
  );
  // Parsed on demand: a workbook may have any number of formats.
  const formats = new Map<number, NumberFormat>();
  const formatOf = (id: number) => {
    const format =
      formats.get(id) ?? (formats.size < maxFormats ? numberFormatOf(id, codes.get(id)) : general);
    formats.set(id, format);
    return format;
  };
  return elements(elements(document, "cellXfs")[0] ?? document.createElement("none"), "xf").map((style) => ({
    isBold: bold[Number(style.getAttribute("fontId"))] ?? false,
    get format() {
      return formatOf(Number(style.getAttribute("numFmtId")));
    },
  }));
}

/** Limited to the visible cells, since a file may name cells beyond any sheet. */
function spansOf(sheet: Document, rowsShown: number, columnsShown: number): Sheet["spans"] {
  return new Map(
    elements(sheet, "mergeCell")
      .slice(0, maxSpans)
      .flatMap((merged) => {
        const [from = "", to = ""] = (merged.getAttribute("ref") ?? "").split(":");
        const [column, last] = [columnOf(from), columnOf(to)];
        const [row, lastRow] = [rowOf(from), rowOf(to)];
        if (column === undefined || last === undefined || !row || !lastRow) return [];
        const rows = Math.min(lastRow, rowsShown) - row + 1;
        const columns = Math.min(last, columnsShown - 1) - column + 1;
        return rows > 0 && columns > 0 ? [[`${row}:${column}`, { rows, columns }] as const] : [];
      }),
  );
}

function relationId(sheet: Element): string | undefined {
  return [...sheet.attributes].find(({ localName, prefix }) => localName === "id" && prefix)?.value;
}

const rowOf = (reference: string) => Number(/\d+$/.exec(reference)?.[0] ?? 0);

function isOn(element: Element, attribute: string): boolean {
  return ["1", "true"].includes(element.getAttribute(attribute) ?? "");
}
