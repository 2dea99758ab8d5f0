import { columnName } from "@/lib/ooxml/columns";
import type { CellWriter } from "./cells";
import type { SheetColumn, SheetPlan } from "./column";
import type { RowReader } from "./row-reader";
import { type SharedStrings, textCell } from "./shared-strings";
import type { Styles } from "./styles";
import { cut } from "./text";

const namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
/** Size limit of a sheet in bytes: a part of the archive must stay below 4 GiB. */
const maxSheetBytes = 3.5 * 1024 ** 3;
/** Characters per piece: writing one takes a few milliseconds, then other work gets its turn. */
const pieceLength = 128 * 1024;
const rowsAtOnce = 1_000;

export interface SheetParts {
  plan: SheetPlan;
  styles: Styles;
  shared: SharedStrings;
  writers: readonly CellWriter[];
}

/**
 * One worksheet with a frozen bold header, filters, and as many rows as fit; the others stay in `reader`.
 * @param rowLimit rows with the header, at most Excel's 1,048,576
 */
export async function* sheetXml(
  { plan, styles, shared, writers }: SheetParts,
  reader: RowReader,
  rowLimit: number,
): AsyncGenerator<Buffer> {
  const { columns } = plan;
  const header = columns.map(({ caption }, index) =>
    caption === ""
      ? ""
      : `<c r="${columnName(index)}1" s="${styles.header}"${textCell(cut(caption), shared)}`,
  );
  yield Buffer.from(
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${namespace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews><cols>${widths(columns, reader)}</cols><sheetData><row r="1">${header.join("")}</row>`,
  );
  let last = 1;
  let written = 0;
  while (last < rowLimit && written < maxSheetBytes && !reader.isAtEnd) {
    let xml = "";
    for (const row of await reader.take(Math.min(rowsAtOnce, rowLimit - last))) {
      last += 1;
      const number = String(last);
      xml += `<row r="${number}">`;
      for (let index = 0; index < writers.length; index += 1)
        xml += (writers[index] as CellWriter)(row[index], number);
      xml += "</row>";
      if (xml.length >= pieceLength) {
        const piece = Buffer.from(xml);
        written += piece.length;
        xml = "";
        yield piece;
      }
    }
    const piece = Buffer.from(xml);
    written += piece.length;
    if (piece.length > 0) yield piece;
  }
  yield Buffer.from(
    `</sheetData><autoFilter ref="A1:${columnName(columns.length - 1)}${last}"/><pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/></worksheet>`,
  );
}

const kindWidths = { boolean: 10, number: 14, day: 13, date: 13, dateTime: 19, time: 10 } as const;

/** Wide enough for the caption with its filter button and for the first rows, within limits; in characters. */
function widths(columns: readonly SheetColumn[], reader: RowReader): string {
  const rows = reader.ahead.slice(0, 200);
  return columns
    .map(({ caption, kind }, index) => {
      const content =
        kind === "text"
          ? Math.max(10, ...rows.map((row) => String(row[index] ?? "").length + 2))
          : kindWidths[kind];
      const width = Math.min(60, Math.max(caption.length + 5, content));
      return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
    })
    .join("");
}
