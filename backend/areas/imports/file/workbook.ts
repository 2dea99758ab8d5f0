import { maxCodeLength, maxFormats } from "@/lib/ooxml/number-format";
import { type Relation, relationOf, relationsPart } from "@/lib/ooxml/relations";
import type { Language } from "@/lib/preferences/preferences";
import { detached, type FileRow } from "./cell";
import { type CellFormat, cellFormatOf } from "./cell-format";
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
/** Excel's limit is 31 characters. */
const maxNameLength = 200;
/**
 * Limits of data in memory: relations, cell formats, number formats, and total characters of shared texts. Excel
 * has up to 65,490 formats.
 */
const limits = { relations: 10_000, styles: 65_536, formats: 65_536, shared: 64 * megabyte };

export interface Worksheet {
  name: string;
  isVisible: boolean;
  /** All rows, in batches. */
  rows: () => AsyncGenerator<FileRow[]>;
}

export interface WorkbookFacts {
  maxCells: number;
  findings: WorkbookFindings;
  /** The reader's language, for numbers and dates. */
  language: Language;
}

/**
 * The worksheets of a workbook (ECMA-376, part 1, 18.3), without charts and dialogs. Formulas are not calculated.
 * @throws {RequestError} 400 for a file that is no workbook, damaged or too large
 */
export async function openWorkbook(
  read: ReadPart,
  size: number,
  { maxCells, findings, language }: WorkbookFacts,
): Promise<Worksheet[]> {
  const archive = await openArchive(read, size);
  const part = (name: string, maxBytes = largest.others) => {
    const entry = archive.get(name.toLowerCase());
    if (!entry) throw unreadable();
    return unpacked(read, entry, maxBytes);
  };
  const targetOf = (related: readonly Relation[], wanted: string) =>
    related.find(({ type }) => type === wanted)?.target;
  const book = targetOf(await relations(archive, part, ""), "officeDocument") ?? "xl/workbook.xml";
  const related = await relations(archive, part, book);
  const listed: { name: string; id: string; isVisible: boolean }[] = [];
  let is1904 = false;
  await parseAll(part(book), {
    open(name, attributes) {
      if (name === "workbookPr") is1904 = /^(1|true)$/.test(attributes.date1904 ?? "");
      if (name !== "sheet") return;
      if (listed.length >= limits.relations) throw unreadable();
      const [, id = ""] =
        Object.entries(attributes).find(([key]) => local(key) === "id" && key !== "id") ?? [];
      const isVisible = (attributes.state ?? "visible") === "visible";
      listed.push({ name: (attributes.name ?? "").slice(0, maxNameLength), id, isVisible });
    },
  });
  const stylesPath = targetOf(related, "styles");
  const sharedPath = targetOf(related, "sharedStrings");
  const formats =
    stylesPath && archive.has(stylesPath.toLowerCase())
      ? await cellFormats(part(stylesPath, largest.styles), language)
      : [];
  const shared =
    sharedPath && archive.has(sharedPath.toLowerCase())
      ? await sharedTexts(part(sharedPath, largest.shared))
      : [];
  const facts = { formats, language, shared, is1904, maxCells, findings };
  const byId = new Map(related.map((relation) => [relation.id, relation]));
  return listed.flatMap(({ name, id, isVisible }): Worksheet[] => {
    const { type, target } = byId.get(id) ?? {};
    if (!target) throw unreadable();
    if (type !== "worksheet") return [];
    return [{ name, isVisible, rows: () => sheetRows(part(target, largest.sheet), facts) }];
  });
}

async function relations(
  archive: Archive,
  part: (name: string) => AsyncIterable<Uint8Array>,
  of: string,
): Promise<Relation[]> {
  const found: Relation[] = [];
  const name = relationsPart(of);
  if (archive.has(name.toLowerCase()))
    await parseAll(part(name), {
      open(tag, attributes) {
        if (tag !== "Relationship") return;
        if (found.length >= limits.relations) throw unreadable();
        const relation = relationOf((attribute) => attributes[attribute], of);
        if (relation) found.push(relation);
      },
    });
  return found;
}

/** Display formats by style number. */
async function cellFormats(parts: AsyncIterable<Uint8Array>, language: Language): Promise<CellFormat[]> {
  const own = new Map<number, string>();
  const formats = new Map<number, CellFormat>();
  const styles: CellFormat[] = [];
  const formatOf = (id: number) => {
    const isRead = formats.size < maxFormats;
    const known =
      formats.get(id) ?? cellFormatOf(isRead ? id : 0, isRead ? own.get(id) : undefined, language);
    formats.set(id, known);
    return known;
  };
  let isInCells = false;
  await parseAll(parts, {
    open(name, attributes) {
      if (name === "numFmt")
        own.set(Number(attributes.numFmtId), (attributes.formatCode ?? "").slice(0, maxCodeLength + 1));
      if (own.size > limits.formats || styles.length > limits.styles) throw unreadable();
      if (name === "cellXfs") isInCells = true;
      if (name === "xf" && isInCells) styles.push(formatOf(Number(attributes.numFmtId ?? 0)));
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
