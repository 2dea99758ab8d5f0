import type { importWarnings } from "../../../lib/contract/imports";
import type { Language } from "../../../lib/preferences/preferences";
import { maxImportColumns, maxImportRows } from "../../../lib/validation/import-files";
import { bytesOf, type FileStore } from "../../files/store";
import { RequestError } from "../../http/errors";
import type { ReceivedFile } from "../../http/uploads";
import { type FileRow, isEmpty, textOfCell } from "./cell";
import { type CsvEnd, csvRows, separatorOf } from "./csv";
import { decoded, encodingOf } from "./decode";
import type { WorkbookFindings } from "./sheet";
import { openWorkbook } from "./workbook";

type Warning = (typeof importWarnings)[number];

/** A file with headings and rows, which are read once, in order. */
export interface FileTable {
  encoding: string;
  separator: string;
  headings: readonly string[];
  /** The non-empty rows after the headings, in batches. */
  rows: AsyncIterable<FileRow[]>;
  /** Complete when all rows have been read. */
  warnings(): Warning[];
  /** Closes the file, also before its end. */
  close(): Promise<void>;
}

type Sheet = Omit<FileTable, "headings" | "close">;

/**
 * Reads a stored file: a workbook, or a text with detected encoding and separator.
 * @throws {RequestError} 400 for an unreadable file, missing headings, or too many columns; from its rows, for too many
 * of them
 */
export async function openTable(
  files: FileStore,
  file: ReceivedFile,
  language: Language,
): Promise<FileTable> {
  const { rows, ...facts } = await openSheet(files, file, language);
  const reading = rows[Symbol.asyncIterator]();
  const first = await reading.next();
  const [head, ...others] = first.done ? [] : first.value;
  if (!head) throw refused("importEmpty");
  const close = async () => void (await reading.return?.());
  const headings = head.cells.map((cell) => textOfCell(cell).trim());
  while (headings.length > 0 && headings.at(-1) === "") headings.pop();
  async function* following(): AsyncGenerator<FileRow[]> {
    let count = others.length;
    if (count > 0) yield others;
    for (;;) {
      const { done, value } = await reading.next();
      if (done) break;
      count += value.length;
      if (count > maxImportRows) throw refused("importTooManyRows", { max: maxImportRows });
      yield value;
    }
    if (count === 0) throw refused("importEmpty");
  }
  return { ...facts, headings, rows: following(), close };
}

const refused = (code: "importEmpty" | "importTooManyRows" | "importOldFormat", values = {}) =>
  new RequestError(code, { status: 400, values });

async function openSheet(files: FileStore, file: ReceivedFile, language: Language): Promise<Sheet> {
  const { head, key, size } = file;
  const signature = Buffer.from(head.subarray(0, 4)).toString("latin1");
  if (signature === "\xd0\xcf\x11\xe0") throw refused("importOldFormat");
  return signature.startsWith("PK") ? openBook(files, key, size) : openText(files, key, head, language);
}

async function openBook(files: FileStore, key: string, size: number): Promise<Sheet> {
  const findings: WorkbookFindings = { hasFormulas: false };
  const read = async (start: number, count: number) => {
    const part = await files.read(key, { start, end: start + count - 1 });
    if (!part) throw new Error(`${key} is gone`);
    return part.content;
  };
  const { rows, hasOtherSheets } = await openWorkbook(read, size, maxImportColumns, findings);
  return {
    encoding: "",
    separator: "",
    rows,
    warnings: () => [
      ...(findings.hasFormulas ? (["formulas"] as const) : []),
      ...(hasOtherSheets ? (["otherSheets"] as const) : []),
    ],
  };
}

async function openText(files: FileStore, key: string, head: Uint8Array, language: Language): Promise<Sheet> {
  const open = () => bytesOf(files, key);
  const { name, isGuessed } = await encodingOf(head, open, language);
  const separator = separatorOf(new TextDecoder(name).decode(head));
  const end: CsvEnd = { isOpen: false };
  const counts = { widest: 0, last: 0 };
  async function* counted(): AsyncGenerator<FileRow[]> {
    for await (const rows of csvRows(decoded(open(), name), separator, maxImportColumns, end)) {
      for (const { cells } of rows) {
        counts.widest = Math.max(counts.widest, cells.length);
        counts.last = cells.length;
        while (cells.length > 0 && isEmpty(cells.at(-1))) cells.pop();
      }
      yield rows;
    }
  }
  return {
    encoding: name,
    separator,
    rows: counted(),
    warnings: () => [
      ...(isGuessed ? (["encodingGuessed"] as const) : []),
      ...(end.isOpen && counts.last < counts.widest ? (["lastRowShort"] as const) : []),
    ],
  };
}
