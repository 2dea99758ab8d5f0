import { detached, type FileRow } from "./cell";
import { sheetRows, textReader, type WorkbookFindings } from "./sheet";
import { local, parseAll, tooLarge } from "./xml";
import { type Archive, openArchive, type ReadPart, unpacked, unreadable } from "./zip";

const megabyte = 1024 * 1024;
/** Limits of unpacked bytes per part. */
const largest = {
  sheet: 1024 * megabyte,
  shared: 256 * megabyte,
  styles: 32 * megabyte,
  others: 4 * megabyte,
};
/**
 * Limits of data in memory: relations, cell formats, number formats, and characters of all shared texts together. Excel
 * has up to 65,490 formats.
 */
const limits = { relations: 10_000, styles: 65_536, formats: 65_536, shared: 64 * megabyte };
/** Characters of a format that are examined; Excel allows 255. */
const maxFormatLength = 1_000;

export interface Workbook {
  rows: AsyncIterable<FileRow[]>;
  hasOtherSheets: boolean;
}

/**
 * Reads the rows of a workbook's first visible sheet (ECMA-376, part 1, 18.3) in batches. Evaluates nothing.
 * @throws {RequestError} 400 for an invalid, damaged or oversized workbook
 */
export async function openWorkbook(
  read: ReadPart,
  size: number,
  maxCells: number,
  findings: WorkbookFindings,
): Promise<Workbook> {
  const archive = await openArchive(read, size);
  const part = (name: string, most = largest.others) => {
    const entry = archive.get(name.toLowerCase());
    if (!entry) throw unreadable();
    return unpacked(read, entry, most);
  };
  const book =
    targetOf(await relations(archive, part, "_rels/.rels"), "", /\/officeDocument$/) ?? "xl/workbook.xml";
  const folder = book.slice(0, book.lastIndexOf("/") + 1);
  const related = await relations(archive, part, `${folder}_rels/${book.slice(folder.length)}.rels`);
  const first: { any?: string; visible?: string } = {};
  let visible = 0;
  let is1904 = false;
  await parseAll(part(book), {
    open(name, attributes) {
      if (name === "workbookPr") is1904 = /^(1|true)$/.test(attributes.date1904 ?? "");
      if (name !== "sheet") return;
      const [, id = ""] =
        Object.entries(attributes).find(([key]) => local(key) === "id" && key !== "id") ?? [];
      first.any ??= id;
      if ((attributes.state ?? "visible") !== "visible") return;
      first.visible ??= id;
      visible += 1;
    },
  });
  const sheet = first.visible ?? first.any;
  const path = related.find(({ id }) => id === sheet)?.target;
  if (path === undefined) throw unreadable();
  const stylesPath = targetOf(related, folder, /\/styles$/);
  const sharedPath = targetOf(related, folder, /\/sharedStrings$/);
  const isDate =
    stylesPath && archive.has(stylesPath.toLowerCase())
      ? await dateStyles(part(stylesPath, largest.styles))
      : [];
  const shared =
    sharedPath && archive.has(sharedPath.toLowerCase())
      ? await sharedTexts(part(sharedPath, largest.shared))
      : [];
  return {
    rows: sheetRows(part(resolved(folder, path), largest.sheet), {
      isDate,
      shared,
      is1904,
      maxCells,
      findings,
    }),
    hasOtherSheets: visible > 1,
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
        if (tag !== "Relationship") return;
        if (found.length >= limits.relations) throw unreadable();
        found.push({ id, type, target });
      },
    });
  return found;
}

function resolved(folder: string, target: string): string {
  if (target.startsWith("/")) return target.slice(1);
  const beside = `http://workbook/${folder}`;
  if (!URL.canParse(target, beside)) throw unreadable();
  return new URL(target, beside).pathname.slice(1);
}

function targetOf(related: readonly Relation[], folder: string, type: RegExp): string | undefined {
  const found = related.find((relation) => type.test(relation.type));
  return found && resolved(folder, found.target);
}

/** Built-in formats (18.8.30) of dates and times. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Linear in the format's length: a file may have very many. */
function showsDate(formats: string): boolean {
  const [format = ""] = formats.slice(0, maxFormatLength).split(";");
  const signs = format
    .replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^[\]]*\]|general/gi, "")
    .toLowerCase();
  // Months and minutes; in front of digits it is a literal.
  const lastDigit = Math.max(...["0", "#", "?"].map((digit) => signs.lastIndexOf(digit)));
  return /[dyhs]/.test(signs) || signs.lastIndexOf("m") > lastDigit;
}

/** Whether the cells of a style are dates, by style number. */
async function dateStyles(parts: AsyncIterable<Uint8Array>): Promise<boolean[]> {
  const own = new Map<number, boolean>();
  const styles: boolean[] = [];
  let isInCells = false;
  await parseAll(parts, {
    open(name, attributes) {
      if (name === "numFmt") own.set(Number(attributes.numFmtId), showsDate(attributes.formatCode ?? ""));
      if (own.size > limits.formats || styles.length > limits.styles) throw unreadable();
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
      if (characters > limits.shared) throw tooLarge();
      texts.push(detached(text));
    },
  });
  return texts;
}
