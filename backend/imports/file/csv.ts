import { RequestError } from "../../http/errors";
import type { Cell, FileRow } from "./cell";

/** What may stand between cells. */
const separators = [";", ",", "\t"] as const;

/** Excel's own line before the headings. What stands in words, numbers or around texts separates nothing. */
const hint = /^sep=([;,:|~^!#&*\t])\r?\n/i;

/** The most frequent one of the first line, or what a hint before it says. */
export function separatorOf(beginning: string): string {
  const named = hint.exec(beginning);
  if (named?.[1]) return named[1];
  const [line = ""] = beginning.replace(/"(?:[^"]|"")*"/g, "").split(/\r?\n|\r/, 1);
  const counted = separators.map((separator) => ({ separator, count: line.split(separator).length }));
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).separator;
}

/** Longer than any cell that a record takes; what never ends is a quotation mark that was forgotten. */
const longestCell = 100_000;

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
  mostCells: number,
  end: CsvEnd,
): AsyncGenerator<FileRow[]> {
  const delimiters = new RegExp(`[\\r\\n${separator === "\t" ? "\\t" : `\\${separator}`}]`, "g");
  let rowNumber = 1;
  let cells: Cell[] = [];
  let cell = "";
  let isQuoted = false;
  let wasQuoted = false;
  let rest = "";

  const endCell = () => {
    if (cells.length < mostCells || cell !== "") cells.push(cellOf(cell, wasQuoted));
    if (cells.length > mostCells) throw new RequestError("importTooManyColumns", tooMany(mostCells));
    cell = "";
    wasQuoted = false;
  };
  const endRow = (): FileRow | undefined => {
    endCell();
    const row = cells.some((one) => one !== "") ? { rowNumber, cells } : undefined;
    rowNumber += 1;
    cells = [];
    return row;
  };
  const grow = (text: string) => {
    cell += text;
    if (cell.length > longestCell) throw cut(rowNumber);
  };

  /** Reads as much as is decided without knowing what follows. */
  function* take(text: string, isLast: boolean): Generator<FileRow> {
    let at = 0;
    // Whether a quotation mark or a line break is one or a pair is known by what comes behind it.
    const limit = isLast ? text.length : text.length - 1;
    while (at < limit) {
      if (isQuoted) {
        const quote = text.indexOf('"', at);
        if (quote < 0 || quote >= limit) {
          grow(text.slice(at, quote < 0 ? text.length : quote));
          at = quote < 0 ? text.length : quote;
          break;
        }
        grow(text.slice(at, quote));
        if (text[quote + 1] === '"') {
          grow('"');
          at = quote + 2;
        } else {
          isQuoted = false;
          at = quote + 1;
        }
        continue;
      }
      if (text[at] === '"' && cell === "" && !wasQuoted) {
        isQuoted = true;
        wasQuoted = true;
        at += 1;
        continue;
      }
      delimiters.lastIndex = at;
      const found = delimiters.exec(text);
      if (!found) {
        grow(text.slice(at));
        at = text.length;
        break;
      }
      grow(text.slice(at, found.index));
      at = found.index;
      const [sign] = found;
      if (sign === separator) endCell();
      else {
        // Whether it is half of a pair is known with what follows.
        if (sign === "\r" && at + 1 >= text.length && !isLast) break;
        const row = endRow();
        if (row) yield row;
        if (sign === "\r" && text[at + 1] === "\n") at += 1;
      }
      at += 1;
    }
    rest = text.slice(at);
  }

  let isFirst = true;
  for await (const part of parts) {
    let text = rest + part;
    rest = "";
    if (isFirst && text.length < 7) {
      rest = text;
      continue;
    }
    if (isFirst) text = withoutHint(text);
    isFirst = false;
    const rows = [...take(text, false)];
    if (rows.length > 0) yield rows;
  }
  const text = isFirst ? withoutHint(rest) : rest;
  const rows = [...take(text, true)];
  if (isQuoted) throw cut(rowNumber);
  end.isOpen = cell !== "" || cells.length > 0;
  const last = end.isOpen ? endRow() : undefined;
  if (last) rows.push(last);
  if (rows.length > 0) yield rows;

  function withoutHint(beginning: string): string {
    const stripped = beginning.replace(hint, "");
    if (stripped !== beginning) rowNumber += 1;
    return stripped;
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
