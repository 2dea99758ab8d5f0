import type { importWarnings } from "@/lib/contract/imports";
import { isCompoundFile } from "@/lib/ooxml/compound-file";
import type { Language } from "@/lib/preferences/preferences";
import { maxImportColumns } from "@/lib/validation/import-files";
import { invalid, RequestError } from "../../../core/errors";
import { bytesOf, type FileStore } from "../../../files/store";
import type { ReceivedFile } from "../../../http/uploads";
import { type FileRow, isEmpty } from "./cell";
import { type CsvEnd, csvRows, separatorsOf } from "./csv";
import { decoded, encodingOf } from "./decode";
import type { WorkbookFindings } from "./sheet";
import { openWorkbook } from "./workbook";

export type ImportWarning = (typeof importWarnings)[number];

/** One way to read a file: a sheet of a workbook, or a text by a separator. */
export interface Source {
  encoding: string;
  separator: string;
  sheet: string;
  /** Starts at the first row with each call. */
  rows: () => AsyncGenerator<FileRow[]>;
  /** Known once all rows have been read. */
  warnings: () => ImportWarning[];
}

export interface Sources {
  /** Candidates, the most likely first. */
  all: readonly Source[];
  /** Names of sheets to choose from; empty for a text. */
  sheets: readonly string[];
}

/** The user's choices of how to read a file. */
export interface SourceChoice {
  sheet?: string;
  separator?: string;
}

/** Limit of examined sheets of a workbook. */
const maxLookedAt = 20;

/** @throws {RequestError} 400 for an unreadable file, and on an unknown sheet */
export async function sourcesOf(
  files: FileStore,
  file: ReceivedFile,
  choice: SourceChoice,
  language: Language,
): Promise<Sources> {
  const { head } = file;
  if (isCompoundFile(head)) throw new RequestError("importOldFormat", { status: 400 });
  const [first, second] = head;
  return first === 0x50 && second === 0x4b
    ? sheetsOf(files, file, choice, language)
    : textsOf(files, file, choice, language);
}

async function sheetsOf(
  files: FileStore,
  { key, size }: ReceivedFile,
  choice: SourceChoice,
  language: Language,
): Promise<Sources> {
  const findings: WorkbookFindings = { hasFormulas: false };
  const read = async (start: number, count: number) => {
    const part = await files.read(key, { start, end: start + count - 1 });
    if (!part) throw new Error(`${key} is gone`);
    return part.content;
  };
  const facts = { maxCells: maxImportColumns, findings, language };
  const worksheets = await openWorkbook(read, size, facts);
  const visible = worksheets.filter(({ isVisible }) => isVisible);
  const offered = visible.length > 0 ? visible : worksheets;
  const sheets = offered.map(({ name }) => name);
  const chosen = choice.sheet ? worksheets.filter(({ name }) => name === choice.sheet) : offered;
  if (chosen.length === 0 && choice.sheet)
    throw invalid([{ propertyName: "sheet", rule: "oneOf", values: { options: sheets.join(", ") } }]);
  const all = chosen.slice(0, maxLookedAt).map(
    ({ name, rows }): Source => ({
      encoding: "",
      separator: "",
      sheet: name,
      rows: () => {
        findings.hasFormulas = false;
        return rows();
      },
      warnings: () => [
        ...(findings.hasFormulas ? (["formulas"] as const) : []),
        ...(sheets.length > 1 && !choice.sheet ? (["otherSheets"] as const) : []),
      ],
    }),
  );
  return { all, sheets };
}

async function textsOf(
  files: FileStore,
  { key, head }: ReceivedFile,
  choice: SourceChoice,
  language: Language,
): Promise<Sources> {
  const open = () => bytesOf(files, key);
  const { name, isGuessed } = await encodingOf(head, open, language);
  const possible = choice.separator ? [choice.separator] : separatorsOf(new TextDecoder(name).decode(head));
  const all = possible.map((separator): Source => {
    const end: CsvEnd = { isOpen: false };
    const counts = { widest: 0, last: 0 };
    async function* counted(): AsyncGenerator<FileRow[]> {
      Object.assign(counts, { widest: 0, last: 0 });
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
      sheet: "",
      rows: counted,
      warnings: () => [
        ...(isGuessed ? (["encodingGuessed"] as const) : []),
        ...(end.isOpen && counts.last < counts.widest ? (["lastRowShort"] as const) : []),
      ],
    };
  });
  return { all, sheets: [] };
}
