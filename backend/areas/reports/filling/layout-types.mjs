// Determines the types of a package's parts. Plain JavaScript, like the process that it runs in (layout-worker.mjs).
import { attributesOf, kindOf } from "./layout-package.mjs";

/**
 * Types of parts with placeholders: the document, headers, footers and notes, drawings and charts, and its properties.
 * Building blocks (the glossary) stay unchanged.
 */
const filledTypes =
  /wordprocessingml\.(document\.main|template\.main|header|footer|footnotes|endnotes|comments)\+xml$|[.-](diagramData|diagramDrawing|chart|chartshapes|chartex|core-properties)\+xml$/i;
const mainType = /wordprocessingml\.(?:document|template)\.main\+xml$/i;
/** Properties of a cover page, stored among other data (`customXml/item1.xml`). */
const coverPage = 'xmlns="http://schemas.microsoft.com/office/2006/coverPageProps"';

/** Normalizes a part's name for comparison. @param {string} name */
const comparable = (name) => name.replace(/^(?:\.?\/)+/, "").toLowerCase();

/** Elements of any prefix. @param {string} xml @param {string} element */
function* elementsOf(xml, element) {
  const found = withoutComments(xml).matchAll(new RegExp(`<(?:[\\w.-]+:)?${element}(\\s[^<>]*)>`, "g"));
  for (const [, attributes = ""] of found) yield attributesOf(attributes);
}

/** @param {string} xml */
function withoutComments(xml) {
  let left = "";
  let from = 0;
  for (let at = xml.indexOf("<!--"); at >= 0; at = xml.indexOf("<!--", from)) {
    left += xml.slice(from, at);
    const end = xml.indexOf("-->", at + 4);
    if (end < 0) return left;
    from = end + 3;
  }
  return left + xml.slice(from);
}

/** @typedef {{ named: { name: string, type: string }[], byExtension: Map<string, string> }} Declared */

/** @type {WeakMap<Buffer, Declared>} */
const known = new WeakMap();
const none = Buffer.alloc(0);

/** The declared types of single parts (`Override`), and by extension (`Default`). @param {Map<string, Buffer>} parts @returns {Declared} */
function declaredTypes(parts) {
  const content = parts.get("[Content_Types].xml") ?? none;
  const found = known.get(content);
  if (found) return found;
  const xml = content.toString("utf8");
  const read = (/** @type {string} */ element, /** @type {string} */ key) =>
    [...elementsOf(xml, element)].map((given) => ({
      name: (given.get(key) ?? "").trim(),
      type: (given.get("ContentType") ?? "").trim(),
    }));
  const declared = {
    named: read("Override", "PartName").map(({ name, type }) => ({ name: name.replace(/^\//, ""), type })),
    byExtension: new Map(read("Default", "Extension").map(({ name, type }) => [name.toLowerCase(), type])),
  };
  known.set(content, declared);
  return declared;
}

/** All parts with their types. @param {Map<string, Buffer>} parts */
function typesOf(parts) {
  const { named, byExtension } = declaredTypes(parts);
  const byName = new Map(named.map(({ name, type }) => [comparable(name), type]));
  return [...parts.keys()].map((name) => ({
    name,
    type:
      byName.get(comparable(name)) ??
      byExtension.get((/\.([^./]+)$/.exec(name)?.[1] ?? "").toLowerCase()) ??
      "",
  }));
}

/**
 * The name of the main part: the target of the package's relationship, else a part declared as one.
 * @param {Map<string, Buffer>} parts
 * @returns {string} empty if there is none
 */
export function mainPart(parts) {
  const mains = typesOf(parts).filter(({ type }) => mainType.test(type));
  const [, relations = none] = [...parts].find(([name]) => comparable(name) === "_rels/.rels") ?? [];
  for (const relation of elementsOf(relations.toString("utf8"), "Relationship")) {
    if (kindOf(relation) !== "officeDocument") continue;
    const target = comparable(relation.get("Target") ?? "");
    const led = mains.find(({ name }) => comparable(name) === target);
    if (led) return led.name;
  }
  // Several parts with the type by extension only are ambiguous.
  const { named } = declaredTypes(parts);
  return (
    named.find(({ type }) => mainType.test(type))?.name ?? (mains.length === 1 ? (mains[0]?.name ?? "") : "")
  );
}

/**
 * Whether a part is declared as XML, regardless of its name.
 * @param {Map<string, Buffer>} parts @returns {(name: string) => boolean}
 */
export function xmlByType(parts) {
  const xml = new Set(typesOf(parts).flatMap(({ name, type }) => (/[+/]xml$/i.test(type) ? [name] : [])));
  return (name) => xml.has(name);
}

/** Parts that stay unchanged: programs write them, sometimes with braces that users cannot edit. @param {Map<string, Buffer>} parts */
export function unfilledParts(parts) {
  return typesOf(parts).flatMap(({ name, type }) =>
    /\.(?:custom|extended)-properties\+xml$/i.test(type) ? [name] : [],
  );
}

/**
 * The parts that are filled, the document first.
 * @param {Map<string, Buffer>} parts
 * @returns {{ name: string, type: string, kind: string }[]} `kind` is `document`, `header`, `footer`, `footnotes`, `endnotes`,
 *   `comments`, `drawing` or `properties`
 */
export function filledParts(parts) {
  const main = mainPart(parts);
  const found = typesOf(parts).flatMap(({ name, type }) => {
    const kind = kindOfPart(name, type, parts);
    return kind === "" || (kind === "document" && name !== main) ? [] : [{ name, type, kind }];
  });
  return found.sort((a, b) => Number(b.kind === "document") - Number(a.kind === "document"));
}

/** @param {string} name @param {string} type @param {Map<string, Buffer>} parts */
function kindOfPart(name, type, parts) {
  const [, inPages, beside] = filledTypes.exec(type) ?? [];
  if (inPages) return inPages.toLowerCase().endsWith(".main") ? "document" : inPages.toLowerCase();
  if (beside) return /^(?:diagram|chart)/i.test(beside) ? "drawing" : "properties";
  const isItem = /^customXml\/item\d+\.xml$/.test(name);
  return isItem && parts.get(name)?.includes(coverPage) ? "properties" : "";
}

/** The names of parts with Word's paragraphs. @param {Map<string, Buffer>} parts @returns {Set<string>} */
export const wordParts = (parts) =>
  new Set(
    filledParts(parts).flatMap(({ name, kind }) =>
      kind === "drawing" || kind === "properties" ? [] : [name],
    ),
  );
