import type { Language } from "../../../lib/preferences/preferences";
import { maxImportRows } from "../../../lib/validation/import-files";
import { RequestError } from "../../core/errors";
import type { FileStore } from "../../files/store";
import type { ReceivedFile } from "../../http/uploads";
import { type FileRow, isEmpty, textOfCell } from "./cell";
import { cleanCell, type Trimmed } from "./clean";
import { type ImportWarning, type Source, type SourceChoice, sourcesOf } from "./sources";

/** A file with headings and rows, which are read once and from its beginning to its end. */
export interface FileTable extends Pick<Source, "encoding" | "separator" | "sheet"> {
  sheets: readonly string[];
  /** As spreadsheets count, from 1; 0 where there are no headings. */
  headingRow: number;
  /** The first rows that have something in them, among which the headings are chosen. */
  firstRows: readonly { rowNumber: number; text: string }[];
  headings: readonly string[];
  /** Whether a row with more cells than headings has lost a quotation mark or a separator. */
  isText: boolean;
  /** Those behind the headings that have something in them, some at a time. */
  rows: AsyncIterable<FileRow[]>;
  /** Known when all rows have been read. */
  facts(): Trimmed & { warnings: ImportWarning[] };
  /** Lets go of the file, before its end too. */
  close(): Promise<void>;
}

/** What somebody has chosen of how a file is read; what they have not is found out. */
export interface TableChoice extends SourceChoice {
  headingRow?: number;
}

/** How many of some headings are known. */
export type KnownHeadings = (headings: readonly string[]) => number;

/** Rows that are looked at for headings, and shown to choose from. */
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

/** The source, and the row of its first ones, whose headings are known best; else the first row of the first source that has rows. */
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

/** Its first rows, and those about the one of the headings where that is further down. */
async function firstRows({ rows }: Source, headingRow: number): Promise<FileRow[]> {
  const first: FileRow[] = [];
  for await (const some of rows())
    for (const row of some) {
      const isWanted = first.length < maxRows.lookedAt || row.rowNumber >= headingRow - 1;
      const kept = isWanted && cleanRow(row, { trimmed: 0 });
      if (kept) first.push(kept);
      // One more shows that there is something beneath.
      if (first.length >= maxRows.lookedAt && row.rowNumber > headingRow) return first;
    }
  return first;
}

/** The place of the headings among the first rows: -1 for none, undefined where the chosen row is empty. */
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

/** The first row, unless one beneath has more headings that are known: titles stand above, and names of groups. */
function headingPlace(first: readonly FileRow[], known: KnownHeadings): number {
  let best = { place: 0, score: known(headingsAt(first, 0)) };
  for (let place = 1; place < first.length - 1; place += 1) {
    const headings = headingsAt(first, place);
    const score = known(headings);
    const isSure = score > 1 || score === headings.filter(Boolean).length;
    if (isSure && score > best.score) best = { place, score };
  }
  return best.place;
}

/** What heads each column: where cells are merged, it stands in the row above. */
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

/** Undefined where nothing is left of it. */
function cleanRow({ rowNumber, cells }: FileRow, found: Trimmed): FileRow | undefined {
  const clean = cells.map((cell) => cleanCell(cell, found));
  return clean.some((cell) => !isEmpty(cell)) ? { rowNumber, cells: clean } : undefined;
}

/** Rows behind the headings. @throws {RequestError} 400 for too many of them, and for none */
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
