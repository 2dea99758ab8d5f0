import { RequestError } from "../../../core/errors";
import type { Cell, FileRow } from "./cell";

/** Recognized separators. */
const separators = [";", ",", "\t", "|"] as const;

/** Excel's separator hint before the headings. */
const hint = /^sep=([;,:|~^!#&*\t])\r?\n/i;

/** The separator in the hint, else all candidates, the most frequent one in the first line first. */
export function separatorsOf(beginning: string): readonly [string, ...string[]] {
  const named = hint.exec(beginning);
  if (named?.[1]) return [named[1]];
  const [line = ""] = beginning.replace(/"(?:[^"]|"")*"/g, "").split(/\r?\n|\r/, 1);
  const count = (separator: string) => line.split(separator).length;
  return separators.toSorted((one, other) => count(other) - count(one)) as [string, ...string[]];
}

/** Longer than any cell of a record; indicates a missing closing quotation mark. */
const maxCellLength = 100_000;

export interface CsvEnd {
  /** The last line ends without a line break: the file may have been truncated. */
  isOpen: boolean;
}

/**
 * Parses rows of separated cells (RFC 4180) in batches, with any kind of line break.
 * @throws {RequestError} 400 `importCut` when it ends within quotation marks
 */
export async function* csvRows(
  parts: AsyncIterable<string>,
  separator: string,
  maxCells: number,
  end: CsvEnd,
): AsyncGenerator<FileRow[]> {
  const reader = new CsvReader(separator, maxCells);
  let beginning = "";
  let hasBegun = false;
  for await (const part of parts) {
    // A hint may precede the first row.
    if (!hasBegun) beginning += part;
    if (!hasBegun && beginning.length < 7) continue;
    const rows = [...reader.read(hasBegun ? part : reader.withoutHint(beginning))];
    hasBegun = true;
    if (rows.length > 0) yield rows;
  }
  const rows = [...reader.end(hasBegun ? "" : reader.withoutHint(beginning), end)];
  if (rows.length > 0) yield rows;
}

class CsvReader {
  private readonly delimiters: RegExp;
  private rowNumber = 1;
  private cells: Cell[] = [];
  private cell = "";
  private isQuoted = false;
  private wasQuoted = false;
  /** Unparsed input. */
  private rest = "";

  constructor(
    private readonly separator: string,
    private readonly maxCells: number,
  ) {
    this.delimiters = new RegExp(`[\\r\\n${separator === "\t" ? "\\t" : `\\${separator}`}]`, "g");
  }

  withoutHint(beginning: string): string {
    const stripped = beginning.replace(hint, "");
    if (stripped !== beginning) this.rowNumber += 1;
    return stripped;
  }

  read(part: string): Generator<FileRow> {
    return this.take(this.rest + part, false);
  }

  *end(part: string, end: CsvEnd): Generator<FileRow> {
    yield* this.take(this.rest + part, true);
    if (this.isQuoted) throw cut(this.rowNumber);
    end.isOpen = this.cell !== "" || this.cells.length > 0;
    const last = end.isOpen ? this.endRow() : undefined;
    if (last) yield last;
  }

  /** Parses as far as possible without the following input. */
  private *take(text: string, isLast: boolean): Generator<FileRow> {
    let at = 0;
    // A quotation mark or a line break may be one of a pair, depending on the next character.
    const limit = isLast ? text.length : text.length - 1;
    while (at < limit) {
      if (this.isQuoted) {
        const quote = text.indexOf('"', at);
        if (quote < 0 || quote >= limit) {
          this.grow(text.slice(at, quote < 0 ? text.length : quote));
          at = quote < 0 ? text.length : quote;
          break;
        }
        this.grow(text.slice(at, quote));
        if (text[quote + 1] === '"') {
          this.grow('"');
          at = quote + 2;
        } else {
          this.isQuoted = false;
          at = quote + 1;
        }
        continue;
      }
      if (text[at] === '"' && this.cell === "" && !this.wasQuoted) {
        this.isQuoted = true;
        this.wasQuoted = true;
        at += 1;
        continue;
      }
      this.delimiters.lastIndex = at;
      const found = this.delimiters.exec(text);
      if (!found) {
        this.grow(text.slice(at));
        at = text.length;
        break;
      }
      this.grow(text.slice(at, found.index));
      at = found.index;
      const [sign] = found;
      if (sign === this.separator) this.endCell();
      else {
        // The next character decides whether it is half of a pair.
        if (sign === "\r" && at + 1 >= text.length && !isLast) break;
        const row = this.endRow();
        if (row) yield row;
        if (sign === "\r" && text[at + 1] === "\n") at += 1;
      }
      at += 1;
    }
    this.rest = text.slice(at);
  }

  private endCell(): void {
    const { cells, cell, maxCells } = this;
    if (cells.length < maxCells || cell !== "") cells.push(cellOf(cell, this.wasQuoted));
    if (cells.length > maxCells) throw new RequestError("importTooManyColumns", tooMany(maxCells));
    this.cell = "";
    this.wasQuoted = false;
  }

  private endRow(): FileRow | undefined {
    this.endCell();
    const { rowNumber, cells } = this;
    this.rowNumber += 1;
    this.cells = [];
    return cells.some((one) => one !== "") ? { rowNumber, cells } : undefined;
  }

  private grow(text: string): void {
    this.cell += text;
    if (this.cell.length > maxCellLength) throw cut(this.rowNumber);
  }
}

const tooMany = (max: number) => ({ status: 400, values: { max } });
const cut = (row: number) => new RequestError("importCut", { status: 400, values: { row } });

/**
 * Formulas are not evaluated and have no value. Excel's notation of a text, `="007"`, is that text, and so is a formula
 * escaped by an apostrophe.
 */
function cellOf(text: string, isQuoted: boolean): Cell {
  const plain = isQuoted ? text : text.trim();
  if (plain.startsWith("'") && /^'[=+\-@\t\r]/.test(plain)) return plain.slice(1);
  // Trimming is left to `cleanCell`.
  if (!plain.startsWith("=")) return text;
  const [, said] = /^="((?:[^"]|"")*)"$/.exec(plain) ?? [];
  return said === undefined ? { fault: plain } : said.replaceAll('""', '"');
}
