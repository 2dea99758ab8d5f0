// Forbidden and required contents of a layout's package. Plain JavaScript, like the process that it runs in.

import { embeddedFile, externalLinks, fetchedBy, linkUse, relationOf } from "./layout-links.mjs";
import { isXml, maxPartBytes, plain, unpack } from "./layout-package.mjs";
import { mainPart, wordParts, xmlByType } from "./layout-types.mjs";
import { excerpt, readXml } from "./layout-xml.mjs";
import { Refusal } from "./refusal.mjs";

/** Whether a part is XML regardless of its name: its type is declared elsewhere in the package. @param {Buffer} content */
const beginsAsXml = (content) =>
  /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*<\0?[?!A-Za-z_]/.test(content.toString("latin1", 0, 64));

/** Fields that fetch something; some of these words also occur in addresses and names, outside fields. */
const fetching =
  /\b(INCLUDEPICTURE|INCLUDETEXT|DDEAUTO|DDE)\b|^[^\p{L}\n]*(LINK|IMPORT|RD|DATABASE)(?![\p{L}\p{N}_])/imu;

/** Word's namespaces: transitional, used by most documents, and those of "Strict Open XML" (ISO/IEC 29500-1 and -4). */
const wordNamespaces = new Set([
  "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
  "http://purl.oclc.org/ooxml/wordprocessingml/main",
]);

/**
 * Refuses forbidden content (programs, type declarations, external resources) and invalid packages.
 * @param {Map<string, Buffer>} parts
 * @param {Map<string, Buffer>} [known] parts that have been checked before
 * @returns {string[]} the targets of its links
 */
export function inspect(parts, known = new Map()) {
  const types = plain(parts.get("[Content_Types].xml")?.toString("utf8") ?? "");
  if (!types) throw new Refusal("layoutBroken");
  if (hasPrograms(parts, types)) throw new Refusal("layoutPrograms");
  const main = mainPart(parts);
  if (!main) throw new Refusal("layoutBroken");
  const filled = wordParts(parts);
  const typed = xmlByType(parts);
  /** @type {import("./layout-links.mjs").Read[]} */
  const read = [];
  for (const [name, content] of parts) {
    // The first bytes of a font are obfuscated, and may be anything.
    const isFont = /\.(?:odttf|fntdata)$/i.test(name) && !typed(name);
    if (!isXml(name) && (isFont || !beginsAsXml(content))) continue;
    if (content.length > maxPartBytes) throw new Refusal("layoutUnpacked");
    if (known.get(name)?.equals(content)) continue;
    read.push(inspectPart(name, content, { isFilled: filled.has(name), isMain: name === main }));
  }
  for (const name of [main, "_rels/.rels"]) if (!parts.has(name)) throw missing(name);
  return externalLinks(read);
}

/**
 * Refuses an invalid result of filling a valid layout.
 * @param {Map<string, Buffer>} filled
 * @param {Map<string, Buffer>} parts of the layout
 */
export function inspectFilled(filled, parts) {
  try {
    inspect(filled, parts);
  } catch (error) {
    if (!(error instanceof Refusal) || error.rule !== "layoutXml") throw error;
    // A section begins or ends where it cannot be repeated or omitted.
    const { part = "", text = "" } = error.values;
    throw new Refusal("layoutFilled", {
      part,
      ...excerpt(String(text).replace(/^[^<]*>|<[^>]*(?:>|$)/g, " ")),
    });
  }
}

const missing = (/** @type {string} */ part) =>
  new Refusal("layoutXml", { part, wrong: "missing", ...excerpt("") });

/** Includes programs of embedded files. @param {Map<string, Buffer>} parts @param {string} types @returns {boolean} */
function hasPrograms(parts, types) {
  if (/macroEnabled|vbaProject|activeX/i.test(types)) return true;
  return [...parts].some(([name, content]) => {
    if (/(?:^|\/)(?:vbaProject\.bin|vbaData\.xml)$|\/activeX\//i.test(name)) return true;
    if (!/\/embeddings\//i.test(name)) return false;
    if (!embeddedFile.test(name)) return true;
    const inner = unpack(content);
    return (
      [...inner.keys()].some((one) => /\/embeddings\//i.test(one)) ||
      hasPrograms(inner, plain(inner.get("[Content_Types].xml")?.toString("utf8") ?? ""))
    );
  });
}

/**
 * @param {string} part its name
 * @param {Buffer} content
 * @param {{ isFilled: boolean, isMain: boolean }} what
 * @returns {import("./layout-links.mjs").Read}
 */
function inspectPart(part, content, { isFilled, isMain }) {
  const isRelations = /\.rels$/i.test(part);
  /** @type {import("./layout-links.mjs").Read} */
  const read = { part, relations: [], uses: [] };
  // The instruction of a field may be spread over many runs.
  let instructions = "";
  /** Depth of nested field instructions. */
  let inInstruction = 0;
  let leadsToDocument = !/^_rels\/\.rels$/i.test(part);
  readXml(part, content, {
    open(element, depth) {
      const { local, prefix, uri, attributes } = element;
      const isWord = wordNamespaces.has(uri);
      if (isMain && depth === 1 && !(isWord && local === "document"))
        throw new Refusal("layoutXml", {
          part,
          wrong: "root",
          ...excerpt(`<${prefix && `${prefix}:`}${local}`),
        });
      // The library that fills layouts relies on the prefix.
      if (isFilled && isWord !== (prefix === "w")) throw new Refusal("layoutPrefix", { part });
      if (inInstruction > 0 || local === "instrText") inInstruction += 1;
      if (local === "altChunk" || local === "subDoc") throw new Refusal("layoutExternal", { target: local });
      if (local === "fldSimple") instructions += `\n${valuesOf(attributes, "instr").join("\n")}\n`;
      if (local === "fldChar" && !valuesOf(attributes, "fldCharType").includes("end")) instructions += "\n";
      const fetched = fetchedBy(element);
      if (fetched) throw new Refusal("layoutExternal", { target: fetched.slice(0, 200) });
      read.uses.push(...linkUse(element));
      if (local !== "Relationship" || !isRelations) return;
      const relation = relationOf(attributes);
      if (relation.kind === "officeDocument") leadsToDocument = true;
      read.relations.push(relation);
    },
    text(text) {
      if (inInstruction > 0) instructions += text;
    },
    close() {
      if (inInstruction > 0) inInstruction -= 1;
    },
  });
  if (!leadsToDocument) throw missing(part);
  const [, always, first] = fetching.exec(instructions) ?? [];
  const field = always ?? first;
  if (field) throw new Refusal("layoutExternal", { target: field });
  return read;
}

/** With any prefix. @param {import("./layout-xml.mjs").Element["attributes"]} attributes @param {string} name */
const valuesOf = (attributes, name) =>
  Object.values(attributes).flatMap(({ local, value }) => (local === name ? [value] : []));
