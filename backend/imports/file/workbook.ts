import { type SaxesAttributePlain, SaxesParser } from "saxes";
import { RequestError } from "../../http/errors";
import type { Cell, FileRow } from "./cell";
import { type Archive, openArchive, type ReadPart, unpacked, unreadable } from "./zip";

/** Bytes that a sheet is unpacked to at most, and the parts beside it. */
const largestSheet = 1024 * 1024 * 1024;
const largestPart = 256 * 1024 * 1024;
/** Characters of all shared texts together, which are kept in memory, and of one text: Excel takes 32,767. */
const mostShared = 64 * 1024 * 1024;
const longestText = 1024 * 1024;

interface Handlers {
  open?: (name: string, attributes: Attributes) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

type Attributes = Readonly<Record<string, string>>;

/** Names without the prefix of their namespace, which differs from program to program. */
const local = (name: string) => name.slice(name.indexOf(":") + 1);

/** Reads XML as it comes. Entities of its own are refused: a workbook has none. */
async function* parsed(parts: AsyncIterable<Uint8Array>, handlers: Handlers): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false });
  let failure: Error | undefined;
  parser.on("error", (error) => {
    failure ??= error;
  });
  parser.on("opentag", ({ name, attributes }) =>
    handlers.open?.(local(name), attributes as Record<string, SaxesAttributePlain["value"]>),
  );
  parser.on("text", (text) => handlers.text?.(text));
  parser.on("cdata", (text) => handlers.text?.(text));
  parser.on("closetag", ({ name }) => handlers.close?.(local(name)));
  const decoder = new TextDecoder();
  let unbroken = 0;
  for await (const part of parts) {
    // One endless text or tag would be gathered in memory.
    const lastTag = part.lastIndexOf(0x3c);
    unbroken = lastTag < 0 ? unbroken + part.length : part.length - lastTag;
    if (unbroken > longestText) throw new RequestError("importTooLarge", { status: 400 });
    parser.write(decoder.decode(part, { stream: true }));
    if (failure) throw unreadable();
    yield;
  }
  parser.close();
  if (failure) throw unreadable();
}

async function parseAll(parts: AsyncIterable<Uint8Array>, handlers: Handlers): Promise<void> {
  for await (const _ of parsed(parts, handlers));
}

export interface Workbook {
  rows: AsyncIterable<FileRow[]>;
  hasOtherSheets: boolean;
}

export interface WorkbookFindings {
  /** Formulas were met, of which their stored values were taken. */
  hasFormulas: boolean;
}

/**
 * The rows of a workbook's first visible sheet (ECMA-376, part 1, 18.3), some at a time. Nothing in it is calculated.
 * @throws {RequestError} 400 for what is no workbook, is damaged or too large
 */
export async function openWorkbook(
  read: ReadPart,
  size: number,
  mostCells: number,
  findings: WorkbookFindings,
): Promise<Workbook> {
  const archive = await openArchive(read, size);
  const part = (name: string, most = largestPart) => {
    const entry = archive.get(name.toLowerCase());
    if (!entry) throw unreadable();
    return unpacked(read, entry, most);
  };
  const book =
    targetOf(await relations(archive, part, "_rels/.rels"), "", /\/officeDocument$/) ?? "xl/workbook.xml";
  const folder = book.slice(0, book.lastIndexOf("/") + 1);
  const related = await relations(archive, part, `${folder}_rels/${book.slice(folder.length)}.rels`);
  const sheets: { id: string; isHidden: boolean }[] = [];
  let is1904 = false;
  await parseAll(part(book), {
    open(name, attributes) {
      if (name === "workbookPr") is1904 = /^(1|true)$/.test(attributes.date1904 ?? "");
      if (name !== "sheet") return;
      const [, id = ""] =
        Object.entries(attributes).find(([key]) => local(key) === "id" && key !== "id") ?? [];
      sheets.push({ id, isHidden: (attributes.state ?? "visible") !== "visible" });
    },
  });
  const sheet = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
  const path = related.find(({ id }) => id === sheet?.id)?.target;
  if (!sheet || path === undefined) throw unreadable();
  const stylesPath = targetOf(related, folder, /\/styles$/);
  const sharedPath = targetOf(related, folder, /\/sharedStrings$/);
  const isDate =
    stylesPath && archive.has(stylesPath.toLowerCase()) ? await dateStyles(part(stylesPath)) : [];
  const shared =
    sharedPath && archive.has(sharedPath.toLowerCase()) ? await sharedTexts(part(sharedPath)) : [];
  return {
    rows: sheetRows(part(resolved(folder, path), largestSheet), {
      isDate,
      shared,
      is1904,
      mostCells,
      findings,
    }),
    hasOtherSheets: sheets.filter(({ isHidden }) => !isHidden).length > 1,
  };
}

interface Relation {
  id: string;
  type: string;
  target: string;
}

async function relations(
  archive: Archive,
  part: (name: string) => AsyncIterable<Uint8Array>,
  name: string,
): Promise<Relation[]> {
  const found: Relation[] = [];
  if (archive.has(name.toLowerCase()))
    await parseAll(part(name), {
      open(tag, { Id: id = "", Type: type = "", Target: target = "" }) {
        if (tag === "Relationship") found.push({ id, type, target });
      },
    });
  return found;
}

const resolved = (folder: string, target: string) =>
  target.startsWith("/") ? target.slice(1) : new URL(target, `http://workbook/${folder}`).pathname.slice(1);

function targetOf(related: readonly Relation[], folder: string, type: RegExp): string | undefined {
  const found = related.find((relation) => type.test(relation.type));
  return found && resolved(folder, found.target);
}

/** Formats that every program knows by their number (18.8.30) and that show a date or a time. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

const showsDate = (format: string) =>
  /[dyhs]|m(?!.*[0#?])/i.test(
    format.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|general/gi, ""),
  );

/** By the number of a style whether its cells are dates. */
async function dateStyles(parts: AsyncIterable<Uint8Array>): Promise<boolean[]> {
  const own = new Map<number, boolean>();
  const styles: boolean[] = [];
  let isInCells = false;
  await parseAll(parts, {
    open(name, attributes) {
      if (name === "numFmt")
        own.set(Number(attributes.numFmtId), showsDate((attributes.formatCode ?? "").split(";")[0] ?? ""));
      if (name === "cellXfs") isInCells = true;
      if (name !== "xf" || !isInCells) return;
      const id = Number(attributes.numFmtId ?? 0);
      styles.push(own.get(id) ?? isBuiltInDate(id));
    },
    close(name) {
      if (name === "cellXfs") isInCells = false;
    },
  });
  return styles;
}

/** What cannot stand in XML is written `_x000D_` (22.9.2.19). */
const unescaped = (text: string) =>
  text.includes("_x")
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

async function sharedTexts(parts: AsyncIterable<Uint8Array>): Promise<string[]> {
  const texts: string[] = [];
  const reader = textReader();
  let characters = 0;
  await parseAll(parts, {
    open(name) {
      if (name === "si") reader.begin();
      reader.open(name);
    },
    text: reader.text,
    close(name) {
      reader.close(name);
      if (name !== "si") return;
      const text = reader.take();
      characters += text.length + 16;
      if (characters > mostShared) throw new RequestError("importTooLarge", { status: 400 });
      texts.push(text);
    },
  });
  return texts;
}

/** A text in pieces of different looks; how it is pronounced (`rPh`) is no part of it. */
function textReader() {
  let text = "";
  let isText = false;
  let isPhonetic = false;
  return {
    begin() {
      text = "";
    },
    open(name: string) {
      if (name === "rPh") isPhonetic = true;
      if (name === "t") isText = !isPhonetic;
    },
    text(part: string) {
      if (isText) text += part;
    },
    close(name: string) {
      if (name === "rPh") isPhonetic = false;
      if (name === "t") isText = false;
    },
    take: () => unescaped(text),
  };
}

interface SheetFacts {
  isDate: readonly boolean[];
  shared: readonly string[];
  is1904: boolean;
  mostCells: number;
  findings: WorkbookFindings;
}

async function* sheetRows(
  parts: AsyncIterable<Uint8Array>,
  { isDate, shared, is1904, mostCells, findings }: SheetFacts,
): AsyncGenerator<FileRow[]> {
  let ready: FileRow[] = [];
  let row: FileRow = { rowNumber: 0, cells: [] };
  let column = -1;
  let type = "n";
  let style = 0;
  let value = "";
  let formula: string | undefined;
  let reading: "v" | "f" | undefined;
  const inline = textReader();

  const cellOf = (): Cell => {
    const plain = value.trim();
    if (formula !== undefined) {
      findings.hasFormulas = true;
      if (plain === "" && type !== "str") return { fault: `=${formula}` };
    }
    switch (type) {
      case "s":
        return plain === "" ? null : (shared[Number(plain)] ?? null);
      case "inlineStr":
        return inline.take();
      case "str":
        return unescaped(value);
      case "b":
        return plain === "" ? null : plain === "1" || plain === "true";
      case "e":
        return { fault: plain };
      case "d":
        return plain === "" ? null : momentAt(Date.parse(`${plain.replace(/Z$/, "")}Z`), plain);
      default: {
        if (plain === "") return null;
        const number = Number(plain);
        if (!Number.isFinite(number)) return { fault: plain };
        return isDate[style] ? momentOf(number, is1904) : number;
      }
    }
  };

  const handlers: Handlers = {
    open(name, attributes) {
      switch (name) {
        case "row":
          row = { rowNumber: Number(attributes.r) || row.rowNumber + 1, cells: [] };
          column = -1;
          return;
        case "c":
          column = attributes.r ? columnOf(attributes.r) : column + 1;
          type = attributes.t ?? "n";
          style = Number(attributes.s ?? 0);
          value = "";
          formula = undefined;
          inline.begin();
          return;
        case "v":
          reading = "v";
          return;
        case "f":
          formula = "";
          reading = "f";
          return;
        default:
          inline.open(name);
      }
    },
    text(text) {
      if (reading === "v") value += text;
      else if (reading === "f") formula += text;
      else inline.text(text);
    },
    close(name) {
      if (name === "v" || name === "f") reading = undefined;
      else if (name === "c") {
        const cell = cellOf();
        if (cell === null || cell === "") return;
        if (column >= mostCells)
          throw new RequestError("importTooManyColumns", { status: 400, values: { max: mostCells } });
        while (row.cells.length < column) row.cells.push(null);
        row.cells[column] = cell;
      } else if (name === "row") {
        if (row.cells.length > 0) ready.push(row);
      } else inline.close(name);
    },
  };

  for await (const _ of parsed(parts, handlers)) {
    if (ready.length === 0) continue;
    yield ready;
    ready = [];
  }
  if (ready.length > 0) yield ready;
}

/** `C5` -> 2. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference) {
    const value = letter.charCodeAt(0) - 64;
    if (value < 1 || value > 26) break;
    column = column * 26 + value;
  }
  return column - 1;
}

const oneDay = 86_400_000;

/** What a count of days since 1900, or since 1904, shows; the year 1900 has a 29th of February there (18.17.4.1). */
function momentOf(serial: number, is1904: boolean): Cell {
  const days = is1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial;
  const milliseconds = Date.UTC(1899, 11, 30) + Math.round(days * oneDay);
  // What is written as days with six or seven digits is out by part of a millisecond.
  return momentAt(Math.round(milliseconds / 10) * 10, String(serial));
}

function momentAt(milliseconds: number, text: string): Cell {
  const at = new Date(milliseconds);
  return Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1 || at.getUTCFullYear() > 9999
    ? { fault: text }
    : { at: at.toISOString().slice(0, -1) };
}
