// The package of a docx: unpacked within limits, and the types of its parts. Plain JavaScript, like the process that it
// runs in (layout-worker.mjs).
import { inflateRawSync } from "node:zlib";
import { Refusal } from "./refusal.mjs";

const megabyte = 1024 * 1024;
/** Size limit in bytes of an XML part. */
export const maxPartBytes = 24 * megabyte;
const most = { entries: 4_000, all: 160 * megabyte };

/**
 * Unpacks a whole archive, counting actual bytes regardless of declared sizes.
 * @param {Buffer} file
 * @returns {Map<string, Buffer>}
 */
export function unpack(file) {
  const broken = () => new Refusal("layoutBroken");
  const from = Math.max(0, file.length - 65_557);
  const tail = file.subarray(from).lastIndexOf("PK\x05\x06", undefined, "latin1");
  // A document with a password is a compound file that contains the package.
  if (tail < 0 && file.includes(Buffer.from("EncryptedPackage", "utf16le")))
    throw new Refusal("layoutProtected");
  if (tail < 0 || from + tail + 22 > file.length) throw broken();
  const count = file.readUInt16LE(from + tail + 10);
  if (count > most.entries) throw new Refusal("layoutUnpacked");
  let at = file.readUInt32LE(from + tail + 16);
  let left = most.all;
  const parts = new Map();
  // Readers treat part names as case-insensitive.
  const taken = new Set();
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
    if (name.startsWith("/") || name.split("/").includes("..") || taken.has(name.toLowerCase()))
      throw broken();
    taken.add(name.toLowerCase());
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    if (start + packed > file.length) throw broken();
    const data = file.subarray(start, start + packed);
    const limit = Math.min(left, isXml(name) ? maxPartBytes : most.all);
    const content = method === 0 ? data : method === 8 ? inflate(data, limit) : undefined;
    if (!content) throw broken();
    if (content.length > limit) throw new Refusal("layoutUnpacked");
    left -= content.length;
    parts.set(name, content);
  }
  return parts;
}

export const isXml = (/** @type {string} */ name) => /\.(?:xml|rels)$/i.test(name);

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

/** Decodes entities of an XML text. @param {string} text */
export function plain(text) {
  const character = (/** @type {number} */ code) => (code <= 0x10ffff ? String.fromCodePoint(code) : "");
  return decoded(
    text
      .replace(/&#x([\da-f]{1,8});/gi, (_, code) => character(Number.parseInt(code, 16)))
      .replace(/&#(\d{1,9});/g, (_, code) => character(Number(code))),
  );
}

/** @type {(text: string) => string} */
export const decoded = (text) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");

/**
 * Removes optional external references that would prompt readers of the document: its template, and the data source of
 * Word's mail merge.
 * @param {Map<string, Buffer>} parts
 */
export function withoutOrigins(parts) {
  const left = new Map(parts);
  for (const [name, content] of parts) {
    const isSettings = /(?:^|\/)settings\.xml$/i.test(name);
    if (!isSettings && !/\.rels$/i.test(name)) continue;
    const xml = content.toString("utf8");
    const without = isSettings
      ? xml.replace(
          /<((?:\w+:)?)mailMerge[\s>].*?<\/\1mailMerge\s*>|<\/?(?:\w+:)?attachedTemplate[\s/>][^>]*>?/gs,
          "",
        )
      : withoutRelations(xml);
    if (without !== xml) left.set(name, Buffer.from(without));
  }
  return left;
}

/** A tag with its name and raw attributes; prefixes are arbitrary. */
const openingOrEnd =
  /<(\/?)(?:[^\s<>/="'!?:]+:)?([^\s<>/="'!?:]+)((?:[\s/](?:[^<>"']|"[^"<]*"|'[^'<]*')*)?)>/g;

/** Attributes without a prefix; others are irrelevant for a relationship. @param {string} text @returns {Map<string, string>} */
export function attributesOf(text) {
  const found = text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return new Map([...found].map(([, name = "", double, single]) => [name, plain(double ?? single ?? "")]));
}

/** @param {string} xml */
function withoutRelations(xml) {
  let isOpen = false;
  return xml.replace(openingOrEnd, (tag, end, element, attributes) => {
    if (element !== "Relationship") return tag;
    if (end) {
      const ended = isOpen ? "" : tag;
      isOpen = false;
      return ended;
    }
    if (!origins.has(kindOf(attributesOf(attributes)))) return tag;
    isOpen = !attributes.endsWith("/");
    return "";
  });
}

const origins = new Set(["attachedTemplate", "mailMergeSource", "mailMergeHeaderSource"]);

/** The last segment of a relationship's type. @param {Map<string, string>} relationship */
export const kindOf = (relationship) => /\/(\w+)$/.exec((relationship.get("Type") ?? "").trim())?.[1] ?? "";
