// What a package names that lies elsewhere: allowed are links that a reader follows, and nothing that a program fetches by itself.
// Plain JavaScript, as the process that it runs in (layout-worker.mjs).
import { kindOf } from "./layout-package.mjs";
import { Refusal } from "./refusal.mjs";

/** What a chart is drawn from, and other documents within this one. */
export const embeddedFile = /\/embeddings\/[^/]+\.(?:xlsx|docx|pptx)$/i;

/**
 * A relationship with what it calls itself, and an id that an element of a part uses, which is what it is.
 * @typedef {{ id: string, kind: string, target: string, isExternal: boolean }} Relation
 * @typedef {{ id: string, isLink: boolean, element: string }} Use
 * @typedef {{ part: string, relations: Relation[], uses: Use[] }} Read
 * @typedef {import("./layout-xml.mjs").Element} Element
 */

/** An address with a scheme, of another host or of Windows; others lie in the package whatever is said of them. */
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

/** Elements whose `r:id` is where a click leads, by namespace. */
const linkElements = new Map([
  ["hyperlink", /\/wordprocessingml\/(?:2006\/)?main$/],
  ["hlinkClick", /\/drawingml\/(?:2006\/)?main$/],
  ["hlinkHover", /\/drawingml\/(?:2006\/)?main$/],
  ["hlinkMouseOver", /\/drawingml\/(?:2006\/)?main$/],
]);

const relationships = /\/officeDocument\/(?:2006\/)?relationships$/;
const ofWord = /\/wordprocessingml\/(?:2006\/)?main$/;

/**
 * The relationships that an element uses: by an attribute of their namespace, or of any other that is not Word's, since each
 * program knows more of them than we do.
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

/** What draws something by an address that stands there itself, without a relationship (VML). */
const drawing = new Set(["imagedata", "fill", "stroke"]);

/** @param {Element} element @returns {string | undefined} the address that a program fetches for it */
export function fetchedBy({ local, uri, attributes }) {
  if (uri !== "urn:schemas-microsoft-com:vml" || !drawing.has(local)) return undefined;
  return Object.values(attributes).find(
    (attribute) => /^(?:src|href|althref)$/i.test(attribute.local) && isElsewhere(attribute.value),
  )?.value;
}

/** A name of a part as all programs compare them. @param {string} name */
function comparable(name) {
  const segments = name.split("/").filter((segment) => segment !== "" && segment !== ".");
  const path = segments.join("/").toLowerCase();
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The part whose relationships a part holds. @param {string} name */
const sourceOf = (name) => comparable(name).replace(/(?:^|(?<=\/))_rels\/([^/]*)\.rels$/, "$1");

/**
 * Where links lead. What an element does with a relationship decides, not what the relationship calls itself: programs fetch a
 * picture from wherever a link leads to.
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
