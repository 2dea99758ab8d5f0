// External references of a package: links that a reader follows are allowed, resources that a program fetches
// automatically are not. Plain JavaScript, like the process that it runs in (layout-worker.mjs).
import { kindOf } from "./layout-package.mjs";
import { Refusal } from "./refusal.mjs";

/** Data of charts, and embedded documents. */
export const embeddedFile = /\/embeddings\/[^/]+\.(?:xlsx|docx|pptx)$/i;

/**
 * A relationship with its declared type, and an id used by an element of a part, which determines its actual use.
 * @typedef {{ id: string, kind: string, target: string, isExternal: boolean }} Relation
 * @typedef {{ id: string, isLink: boolean, element: string }} Use
 * @typedef {{ part: string, relations: Relation[], uses: Use[] }} Read
 * @typedef {import("./layout-xml.mjs").Element} Element
 */

/** An address with a scheme, of another host or of Windows; others are in the package in any mode. */
const isElsewhere = (/** @type {string} */ address) => /^\s*(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(address);

/**
 * @param {Element["attributes"]} attributes of a relationship
 * @returns {Relation}
 * @throws {Refusal} `layoutPrograms`
 */
export function relationOf(attributes) {
  const given = new Map(Object.values(attributes).map(({ name, value }) => [name, value]));
  const [id = "", target = "", mode = ""] = ["Id", "Target", "TargetMode"].map((name) => given.get(name));
  const kind = kindOf(given);
  if (/^(?:aFChunk|subDocument|oleObject|control|vbaProject)$/i.test(kind))
    throw new Refusal("layoutPrograms");
  if (/^package$/i.test(kind) && !embeddedFile.test(`/${target}`)) throw new Refusal("layoutPrograms");
  return { id, kind, target, isExternal: mode.trim().toLowerCase() === "external" || isElsewhere(target) };
}

/** Elements with a clickable link in `r:id`, by namespace. */
const linkElements = new Map([
  ["hyperlink", /\/wordprocessingml\/(?:2006\/)?main$/],
  ["hlinkClick", /\/drawingml\/(?:2006\/)?main$/],
  ["hlinkHover", /\/drawingml\/(?:2006\/)?main$/],
  ["hlinkMouseOver", /\/drawingml\/(?:2006\/)?main$/],
]);

const relationships = /\/officeDocument\/(?:2006\/)?relationships$/;
const ofWord = /\/wordprocessingml\/(?:2006\/)?main$/;

/**
 * The relationships that an element uses: by an attribute of their namespace, or of any other except Word's, since
 * programs have more of them than we know.
 * @param {Element} element @returns {Use[]}
 */
export function linkUse({ local, uri, attributes }) {
  const isLinkElement = linkElements.get(local)?.test(uri) ?? false;
  return Object.values(attributes).flatMap((attribute) =>
    attribute.prefix === "" || attribute.prefix === "xmlns" || ofWord.test(attribute.uri)
      ? []
      : [
          {
            id: attribute.value.trim(),
            isLink: isLinkElement && attribute.local === "id" && relationships.test(attribute.uri),
            element: local,
          },
        ],
  );
}

/** Drawing elements with a direct address, without a relationship (VML). */
const drawing = new Set(["imagedata", "fill", "stroke"]);

/** @param {Element} element @returns {string | undefined} the address that a program fetches for it */
export function fetchedBy({ local, uri, attributes }) {
  if (uri !== "urn:schemas-microsoft-com:vml" || !drawing.has(local)) return undefined;
  return Object.values(attributes).find(
    (attribute) => /^(?:src|href|althref)$/i.test(attribute.local) && isElsewhere(attribute.value),
  )?.value;
}

/** Normalizes a part's name for comparison, as all programs do. @param {string} name */
function comparable(name) {
  const segments = name.split("/").filter((segment) => segment !== "" && segment !== ".");
  const path = segments.join("/").toLowerCase();
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The part that a relationships part belongs to. @param {string} name */
const sourceOf = (name) => comparable(name).replace(/(?:^|(?<=\/))_rels\/([^/]*)\.rels$/, "$1");

/**
 * The targets of links. The use of a relationship by an element decides, not its declared type: programs fetch a
 * picture from any link's target.
 * @param {readonly Read[]} read the parts of a package
 * @returns {string[]}
 * @throws {Refusal} `layoutExternal`
 */
export function externalLinks(read) {
  const uses = new Map(read.map(({ part, uses: found }) => [comparable(part), found]));
  return read.flatMap(({ part, relations }) => {
    const external = relations.filter(({ isExternal }) => isExternal);
    const used = external.length > 0 ? (uses.get(sourceOf(part)) ?? []) : [];
    return external.map(({ id, kind, target }) => {
      const isFetched = used.some((use) => use.id === id && !use.isLink);
      if (kind !== "hyperlink" || isFetched)
        throw new Refusal("layoutExternal", { target: target.slice(0, 200) });
      return target.slice(0, 500);
    });
  });
}
