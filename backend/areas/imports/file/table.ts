import type { Language } from "../../../../lib/preferences/preferences";
import { maxImportRows } from "../../../../lib/validation/import-files";
import { RequestError } from "../../../core/errors";
import type { FileStore } from "../../../files/store";
import type { ReceivedFile } from "../../../http/uploads";
import { type FileRow, isEmpty, textOfCell } from "./cell";
import { cleanCell, type Trimmed } from "./clean";
import { type ImportWarning, type Source, type SourceChoice, sourcesOf } from "./sources";

/** A file with headings and rows, which can be read once. */
export interface FileTable extends Pick<Source, "encoding" | "separator" | "sheet"> {
  sheets: readonly string[];
  /** From 1, as in spreadsheets; 0 without headings. */
  headingRow: number;
  /** The first non-empty rows, from which the headings are chosen. */
  firstRows: readonly { rowNumber: number; text: string }[];
  headings: readonly string[];
  /** Whether it is a text, where more cells than headings indicate a missing quotation mark or separator. */
  isText: boolean;
  /** Non-empty rows after the headings, in batches. */
  rows: AsyncIterable<FileRow[]>;
  /** Known when all rows have been read. */
  facts(): Trimmed & { warnings: ImportWarning[] };
  /** Closes the file, also before its end. */
  close(): Promise<void>;
}

/** The user's choices of how to read a file; the rest is detected. */
export interface TableChoice extends SourceChoice {
  headingRow?: number;
}

/** Returns the number of known headings. */
export type KnownHeadings = (headings: readonly string[]) => number;

/** Limits of rows searched for headings, and shown to choose from. */
const maxRows = { lookedAt: 25, shown: 10 };

/**
 * Reads a stored file: a workbook, or a text with detected encoding and separator.
 * @throws {RequestError} 400 for an unreadable file, missing headings, or too many columns; from its rows, for too many
 * of them
 */
export async function openTable(
  files: FileStore,
  file: ReceivedFile,
  choice: TableChoice,
  { language, known }: { language: Language; known: KnownHeadings },
): Promise<FileTable> {
  const { all, sheets } = await sourcesOf(files, file, choice, language);
  const { source, first, place } = await likeliest(all, choice, known);
  const headings = headingsAt(first, place);
  const headingRow = choice.headingRow ?? first[place]?.rowNumber ?? 1;
  const reading = cleaned(source.rows(), headingRow);
  const { encoding, separator, sheet } = source;
  return {
    encoding,
    separator,
    sheet,
    sheets,
    headingRow,
    headings,
    isText: sheet === "" && choice.headingRow !== 0,
    firstRows: first.slice(0, maxRows.shown).map(({ rowNumber, cells }) => ({
      rowNumber,
      text: cells.map(textOfCell).filter(Boolean).join(" · ").slice(0, 200),
    })),
    rows: reading.rows,
    facts: () => ({ ...reading.found, warnings: source.warnings() }),
    close: reading.close,
  };
}

const refused = (code: "importEmpty" | "importTooManyRows", values = {}) =>
  new RequestError(code, { status: 400, values });

/** The source and row with the most known headings; else the first row of the first non-empty source. */
async function likeliest(all: readonly Source[], { headingRow }: TableChoice, known: KnownHeadings) {
  let best: { source: Source; first: FileRow[]; place: number; score: number } | undefined;
  for (const source of all) {
    const first = await firstRows(source, headingRow ?? 0);
    const place = placeOf(first, headingRow, known);
    if (place === undefined || first.length <= place + 1) continue;
    const score = known(headingsAt(first, place));
    if (best === undefined || score > best.score) best = { source, first, place, score };
  }
  if (!best) throw refused("importEmpty");
  return best;
}

/** The first rows, and those around a chosen heading row further down. */
async function firstRows({ rows }: Source, headingRow: number): Promise<FileRow[]> {
  const first: FileRow[] = [];
  for await (const some of rows())
    for (const row of some) {
      const isWanted = first.length < maxRows.lookedAt || row.rowNumber >= headingRow - 1;
      const kept = isWanted && cleanRow(row, { trimmed: 0 });
      if (kept) first.push(kept);
      // One row beyond the headings shows that there is data.
      if (first.length >= maxRows.lookedAt && row.rowNumber > headingRow) return first;
    }
  return first;
}

/** Index of the headings in the first rows: -1 for none, undefined if the chosen row is empty. */
function placeOf(
  first: readonly FileRow[],
  headingRow: number | undefined,
  known: KnownHeadings,
): number | undefined {
  if (headingRow === 0) return -1;
  if (headingRow === undefined) return headingPlace(first, known);
  const place = first.findIndex(({ rowNumber }) => rowNumber === headingRow);
  return place < 0 ? undefined : place;
}

/**
 * The first row, unless a lower one has more known headings: titles and group names may precede it. One known heading among others
 * suffices only below a title, since a value may equal the name of a field.
 */
function headingPlace(first: readonly FileRow[], known: KnownHeadings): number {
  const isTitled = first[0]?.cells.filter((cell) => !isEmpty(cell)).length === 1;
  let best = { place: 0, score: known(headingsAt(first, 0)) };
  for (let place = 1; place < first.length - 1; place += 1) {
    const headings = headingsAt(first, place);
    const score = known(headings);
    const count = headings.filter(Boolean).length;
    const isSure = score > 1 || score === count || (isTitled && count > 1);
    if (isSure && score > best.score) best = { place, score };
  }
  return best.place;
}

/** The heading of each column, from the row above for merged cells. */
function headingsAt(first: readonly FileRow[], place: number): string[] {
  const [row, above] = [first[place], first[place - 1]];
  const isBeneath =
    row !== undefined &&
    above?.rowNumber === row.rowNumber - 1 &&
    above.cells.filter((cell) => !isEmpty(cell)).length > 1;
  const cells = row?.cells ?? [];
  const width = Math.max(cells.length, isBeneath ? above.cells.length : 0);
  const headings = Array.from(
    { length: width },
    (_, at) => textOfCell(cells[at]) || (isBeneath ? textOfCell(above.cells[at]) : ""),
  );
  while (headings.length > 0 && headings.at(-1) === "") headings.pop();
  return headings;
}

/** Undefined if it is empty after cleaning. */
function cleanRow({ rowNumber, cells }: FileRow, found: Trimmed): FileRow | undefined {
  const clean = cells.map((cell) => cleanCell(cell, found));
  return clean.some((cell) => !isEmpty(cell)) ? { rowNumber, cells: clean } : undefined;
}

/** Rows after the headings. @throws {RequestError} 400 for too many of them, and for none */
function cleaned(source: AsyncGenerator<FileRow[]>, headingRow: number) {
  const found: Trimmed = { trimmed: 0 };
  async function* rows(): AsyncGenerator<FileRow[]> {
    let count = 0;
    for await (const some of source) {
      const kept = some
        .filter(({ rowNumber }) => rowNumber > headingRow)
        .flatMap((row) => cleanRow(row, found) ?? []);
      count += kept.length;
      if (count > maxImportRows) throw refused("importTooManyRows", { max: maxImportRows });
      if (kept.length > 0) yield kept;
    }
    if (count === 0) throw refused("importEmpty");
  }
  return { found, rows: rows(), close: async () => void (await source.return(undefined)) };
}
