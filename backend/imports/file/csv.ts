import { RequestError } from "../../http/errors";
import type { Cell, FileRow } from "./cell";

/** What may stand between cells. */
const separators = [";", ",", "\t"] as const;

/** Excel's own line before the headings. Letters, digits and quotation marks are never separators. */
const hint = /^sep=([;,:|~^!#&*\t])\r?\n/i;

/** The most frequent separator in the first line, or the one that a hint before it names. */
export function separatorOf(beginning: string): string {
  const named = hint.exec(beginning);
  if (named?.[1]) return named[1];
  const [line = ""] = beginning.replace(/"(?:[^"]|"")*"/g, "").split(/\r?\n|\r/, 1);
  const counted = separators.map((separator) => ({ separator, count: line.split(separator).length }));
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).separator;
}

/** Longer than any cell that a record takes; what never ends is a quotation mark that was forgotten. */
const maxCellLength = 100_000;

export interface CsvEnd {
  /** The last line ends without a line break: the file may have been cut. */
  isOpen: boolean;
}

/**
 * The rows of a text in which cells stand between separators (RFC 4180), some at a time; line breaks of all kinds.
 * @throws {RequestError} 400 `importCut` where it ends within quotation marks
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
    // Before the first row a hint may stand.
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
  /** What is not decided yet. */
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

  /** Reads as much as is decided without knowing what follows. */
  private *take(text: string, isLast: boolean): Generator<FileRow> {
    let at = 0;
    // Whether a quotation mark or a line break is one or a pair is known by what comes behind it.
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
        // Whether it is half of a pair is known with what follows.
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
 * A formula is not calculated, and no value. Excel's way to write a text, `="007"`, is that text, and so is what an
 * apostrophe keeps from being a formula.
 */
function cellOf(text: string, isQuoted: boolean): Cell {
  const plain = isQuoted ? text : text.trim();
  if (plain.startsWith("'") && /^'[=+\-@\t\r]/.test(plain)) return plain.slice(1);
  if (!plain.startsWith("=")) return plain;
  const [, said] = /^="((?:[^"]|"")*)"$/.exec(plain) ?? [];
  return said === undefined ? { fault: plain } : said.replaceAll('""', '"');
}
