// The package that a docx is: unpacked within limits, looked through for what has no place in a layout, and read for its paragraphs.
// Plain JavaScript, as the process that it runs in (layout-worker.mjs).
import { inflateRawSync } from "node:zlib";

const megabyte = 1024 * 1024;
const most = { entries: 4_000, part: 24 * megabyte, all: 160 * megabyte, depth: 200 };

/** What is wrong with the file, named as messages/<language>/validation.json names it. */
export class Refusal extends Error {
  /** @param {string} rule @param {Record<string, string | number>} [values] */
  constructor(rule, values = {}) {
    super(rule);
    this.rule = rule;
    this.values = values;
  }
}

/**
 * Unpacks all of an archive, counting bytes as they come, whatever it says of itself.
 * @param {Buffer} file
 * @returns {Map<string, Buffer>}
 */
export function unpack(file) {
  const broken = () => new Refusal("layoutBroken");
  const from = Math.max(0, file.length - 65_557);
  const tail = file.subarray(from).lastIndexOf("PK\x05\x06", undefined, "latin1");
  if (tail < 0 || from + tail + 22 > file.length) throw broken();
  const count = file.readUInt16LE(from + tail + 10);
  if (count > most.entries) throw new Refusal("layoutUnpacked");
  let at = file.readUInt32LE(from + tail + 16);
  let left = most.all;
  const parts = new Map();
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== 0x02014b50) throw broken();
    const [flags, method] = [file.readUInt16LE(at + 8), file.readUInt16LE(at + 10)];
    const packed = file.readUInt32LE(at + 20);
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.toString("utf8", at + 46, at + 46 + nameLength).replaceAll("\\", "/");
    const local = file.readUInt32LE(at + 42);
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
    if (flags & 1) throw new Refusal("layoutProtected");
    if (local + 30 > file.length || file.readUInt32LE(local) !== 0x04034b50) throw broken();
    if (name.endsWith("/")) continue;
    if (name.startsWith("/") || name.split("/").includes("..") || parts.has(name)) throw broken();
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    if (start + packed > file.length) throw broken();
    const data = file.subarray(start, start + packed);
    const limit = Math.min(left, isXml(name) ? most.part : most.all);
    const content = method === 0 ? data : method === 8 ? inflate(data, limit) : undefined;
    if (!content) throw broken();
    if (content.length > limit) throw new Refusal("layoutUnpacked");
    left -= content.length;
    parts.set(name, content);
  }
  return parts;
}

const isXml = (/** @type {string} */ name) => /\.(?:xml|rels)$/i.test(name);

/** @param {Buffer} data @param {number} limit */
function inflate(data, limit) {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, limit) });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ERR_BUFFER_TOO_LARGE")
      throw new Refusal("layoutUnpacked");
    throw new Refusal("layoutBroken");
  }
}

const mainType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const openingOrEnd = /<(\/?)([A-Za-z_][\w:.-]*)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/g;

/**
 * Refuses what has no place in a layout: programs, type declarations, and whatever is fetched from elsewhere.
 * @param {Map<string, Buffer>} parts
 * @returns {string[]} where its links lead
 */
export function inspect(parts) {
  const types = parts.get("[Content_Types].xml")?.toString("utf8");
  if (!types) throw new Refusal("layoutBroken");
  const names = [...parts.keys()];
  const program = names.find((name) =>
    /(?:^|\/)(?:vbaProject\.bin|vbaData\.xml)$|\/(?:activeX|embeddings)\//i.test(name),
  );
  if (program || /macroEnabled|vbaProject|activeX/i.test(types)) throw new Refusal("layoutPrograms");
  if (!types.includes(mainType) && !types.includes("wordprocessingml.template.main+xml"))
    throw new Refusal("layoutBroken");
  /** @type {string[]} */
  const links = [];
  for (const [name, content] of parts) {
    if (!isXml(name)) continue;
    const xml = content.toString("utf8");
    if (content[0] === 0xff || content[0] === 0xfe || content.includes(0))
      throw new Refusal("layoutEncoding");
    if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new Refusal("layoutEntities");
    checkNesting(xml);
    if (name.endsWith(".rels")) links.push(...linksOf(xml));
    if (/<w:(?:altChunk|subDoc)\b/.test(xml)) throw new Refusal("layoutExternal", { target: "altChunk" });
    const [, field] =
      /<w:(?:instrText\b[^>]*>|fldSimple\b[^>]*w:instr=")[^<"]*\b(INCLUDEPICTURE|INCLUDETEXT|DDEAUTO|DDE|LINK|IMPORT|RD|DATABASE)\b/i.exec(
        xml,
      ) ?? [];
    if (field) throw new Refusal("layoutExternal", { target: field });
  }
  return links;
}

/** @param {string} xml */
function checkNesting(xml) {
  let depth = 0;
  for (const [, end, , attributes = ""] of xml.matchAll(openingOrEnd)) {
    if (end) depth -= 1;
    else if (!attributes.endsWith("/")) depth += 1;
    if (depth > most.depth) throw new Refusal("layoutNesting");
  }
  // What is no whole tag would have to be repaired by whoever opens it.
  if (depth !== 0) throw new Refusal("layoutBroken");
}

/** @param {string} xml of a `.rels` */
function linksOf(xml) {
  const links = [];
  for (const [relation] of xml.matchAll(/<Relationship\b[^>]*>/g)) {
    const attribute = (/** @type {string} */ name) =>
      new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(relation)?.slice(1).find(Boolean) ?? "";
    const target = attribute("Target");
    if (/\/(?:aFChunk|subDocument|oleObject|control|package)$/.test(attribute("Type")))
      throw new Refusal("layoutPrograms");
    if (attribute("TargetMode").toLowerCase() !== "external") continue;
    if (!attribute("Type").endsWith("/hyperlink"))
      throw new Refusal("layoutExternal", { target: target.slice(0, 200) });
    links.push(target.slice(0, 500));
  }
  return links;
}

/** @type {(text: string) => string} */
const decoded = (text) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");

/** What placeholders are filled in, as docxtemplater chooses it: the document first, then what stands around its pages. */
const filledTypes =
  /wordprocessingml\.(document\.main|template\.main|header|footer|footnotes|comments)\+xml$/;

/** @param {Map<string, Buffer>} parts */
function filledParts(parts) {
  const types = parts.get("[Content_Types].xml")?.toString("utf8") ?? "";
  const found = [...types.matchAll(/<Override\b[^>]*>/g)].flatMap(([override]) => {
    const kind = filledTypes.exec(/ContentType\s*=\s*["']([^"']*)/.exec(override)?.[1] ?? "")?.[1];
    const name = /PartName\s*=\s*["']\/?([^"']*)/.exec(override)?.[1] ?? "";
    return kind && parts.has(name) ? [{ name, kind: kind.endsWith(".main") ? "document" : kind }] : [];
  });
  return found.sort((a, b) => Number(b.kind === "document") - Number(a.kind === "document"));
}

/**
 * The paragraphs that have a brace, with the number of each in its part.
 * @param {Map<string, Buffer>} parts
 */
export function paragraphsOf(parts) {
  return filledParts(parts).flatMap(({ name, kind: part }) => {
    const xml = /** @type {Buffer} */ (parts.get(name)).toString("utf8");
    return xml
      .split(/<w:p[\s>]/)
      .slice(1)
      .map((inner, index) => ({ part, paragraph: index + 1, text: textOf(inner) }))
      .filter(({ text }) => /[{}]/.test(text));
  });
}

/** @param {string} xml of a paragraph */
function textOf(xml) {
  if (!/[{}]/.test(xml)) return "";
  const found = xml.matchAll(/<(?:w|a|m):t(?:\s[^>]*)?>([^<]*)<\/|<(?:w:tab|w:br|w:cr)\b/g);
  return [...found].map(([, own]) => (own === undefined ? " " : decoded(own))).join("");
}
