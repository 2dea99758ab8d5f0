import { cellWriters } from "./cells";
import type { Row, SheetPlan } from "./column";
import { contentTypes, packageRelations, workbookRelations, workbookXml } from "./parts";
import { RowReader } from "./row-reader";
import { SharedStrings } from "./shared-strings";
import { sheetXml } from "./sheet";
import { stylesOf } from "./styles";
import { ZipWriter } from "./zip";

export const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Rows of a sheet, with the header ("Excel specifications and limits"). */
const sheetRows = 1_048_576;

interface Limits {
  /** Rows of a sheet, with the header; further rows go on in further sheets. */
  rowLimit?: number;
}

/**
 * Writes a workbook (ECMA-376) while its rows arrive, at the pace at which the result is taken. Nothing is
 * yielded before the first rows are there, so that a failing query is known before an answer begins.
 * Ending the generator early ends `batches` too.
 * @throws {ArchiveTooLarge} past 4 GiB, and whatever `batches` throws
 */
export async function* writeWorkbook(
  plan: SheetPlan,
  batches: AsyncIterable<readonly Row[]>,
  { rowLimit = sheetRows }: Limits = {},
): AsyncGenerator<Buffer> {
  const reader = await RowReader.open(batches);
  try {
    const zip = new ZipWriter(new Date());
    const styles = stylesOf(plan.columns);
    const shared = new SharedStrings();
    const sheets = { plan, styles, shared, writers: cellWriters(plan, styles, shared) };
    yield* zip.add("[Content_Types].xml", [contentTypes]);
    yield* zip.add("_rels/.rels", [packageRelations]);
    let count = 0;
    do {
      count += 1;
      yield* zip.add(`xl/worksheets/sheet${count}.xml`, sheetXml(sheets, reader, rowLimit));
    } while (!reader.isAtEnd);
    yield* zip.add("xl/styles.xml", [Buffer.from(styles.xml)]);
    yield* zip.add("xl/sharedStrings.xml", shared.xml());
    yield* zip.add("xl/workbook.xml", [workbookXml(plan.name, count)]);
    yield* zip.add("xl/_rels/workbook.xml.rels", [workbookRelations(count)]);
    yield zip.end();
  } finally {
    await reader.close();
  }
}
