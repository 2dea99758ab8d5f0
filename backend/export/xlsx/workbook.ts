import { type ZipEntry, zipped } from "../../files/zip";
import { cellWriters } from "./cells";
import type { Row, SheetPlan } from "./column";
import { RowReader } from "./row-reader";
import { SharedStrings } from "./shared-strings";
import { sheetXml } from "./sheet";
import { stylesOf } from "./styles";
import { attribute } from "./text";

export const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Rows of a sheet, with the header ("Excel specifications and limits"). */
const sheetRows = 1_048_576;

interface Limits {
  /** Rows per sheet, with the header; further rows continue in further sheets. */
  rowLimit?: number;
}

/**
 * Writes a workbook (ECMA-376) while its rows arrive, at the consumer's pace. Yields nothing before the first rows, so
 * that a failing query is known before the response begins. Ending the generator early ends `batches` too.
 * @throws the errors of `batches`
 */
export async function* writeWorkbook(
  plan: SheetPlan,
  batches: AsyncIterable<readonly Row[]>,
  { rowLimit = sheetRows }: Limits = {},
): AsyncGenerator<Buffer> {
  const reader = await RowReader.open(batches);
  try {
    yield* zipped(parts(plan, reader, rowLimit));
  } finally {
    await reader.close();
  }
}

async function* parts(plan: SheetPlan, reader: RowReader, rowLimit: number): AsyncGenerator<ZipEntry> {
  const styles = stylesOf(plan.columns);
  const shared = new SharedStrings();
  const sheets = { plan, styles, shared, writers: cellWriters(plan, styles, shared) };
  yield ["[Content_Types].xml", [contentTypes]];
  yield ["_rels/.rels", [packageRelations]];
  let count = 0;
  do {
    count += 1;
    yield [`xl/worksheets/sheet${count}.xml`, sheetXml(sheets, reader, rowLimit)];
  } while (!reader.isAtEnd);
  yield ["xl/styles.xml", [Buffer.from(styles.xml)]];
  yield ["xl/sharedStrings.xml", shared.xml()];
  yield ["xl/workbook.xml", [workbookXml(plan.name, count)]];
  yield ["xl/_rels/workbook.xml.rels", [workbookRelations(count)]];
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const contents = "http://schemas.openxmlformats.org/package/2006/content-types";
const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const kind = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const maxSheetNameLength = 31;

// Sheets are the default type, because this part is written before their number is known.
const contentTypes = Buffer.from(
  `${head}<Types xmlns="${contents}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${kind}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${kind}.sharedStrings+xml"/></Types>`,
);

const packageRelations = Buffer.from(
  `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
);

/** @param name of the first sheet; further ones are numbered */
function workbookXml(name: string, sheetCount: number): Buffer {
  const sheets = Array.from({ length: sheetCount }, (_, index) => {
    const shown = sheetName(name, index === 0 ? "" : ` ${index + 1}`);
    return `<sheet name="${attribute(shown)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`;
  });
  return Buffer.from(
    `${head}<workbook xmlns="${main}" xmlns:r="${relation}"><bookViews><workbookView/></bookViews><sheets>${sheets.join("")}</sheets></workbook>`,
  );
}

function workbookRelations(sheetCount: number): Buffer {
  const sheets = Array.from(
    { length: sheetCount },
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${relation}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  return Buffer.from(
    `${head}<Relationships xmlns="${relations}">${sheets.join("")}<Relationship Id="rId${sheetCount + 1}" Type="${relation}/styles" Target="styles.xml"/><Relationship Id="rId${sheetCount + 2}" Type="${relation}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  );
}

/** Removes characters that Excel refuses in the name of a sheet. */
function sheetName(name: string, suffix: string): string {
  const allowed =
    name
      .replace(/[[\]:*?/\\]/g, " ")
      .replace(/^'+|'+$/g, "")
      .trim() || "Sheet";
  return allowed.slice(0, maxSheetNameLength - suffix.length) + suffix;
}
