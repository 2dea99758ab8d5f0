// Parses a part of a package as strictly as Word: programs open only namespace-well-formed XML.
import { isUtf8 } from "node:buffer";
import { SaxesParser } from "saxes";
import { Refusal } from "./refusal.mjs";

/** Word writes some fifteen levels and fewer than thirty attributes. */
const limits = { depth: 200, attributes: 4_000 };
/** Characters passed to the parser at once. */
const piece = 64 * 1024;

/** Errors by the parser's messages; the names are those in messages/<language>/validation.json. */
const wrongs = /** @type {const} */ ([
  ["entity", /entity/],
  ["prefix", /prefix|namespace/],
  ["attribute", /attribut/],
  ["tag", /tag|unexpected end/],
  ["root", /root/],
  ["character", /^disallowed character\.$|char data/],
]);

/** @typedef {{ local: string, prefix: string, uri: string, attributes: Record<string, import("saxes").SaxesAttributeNS> }} Element */

/**
 * @param {string} part its name
 * @param {Buffer} content
 * @param {{ open: (element: Element, depth: number) => void, text: (text: string) => void, close: (element: Element) =>
 * void }} handlers `depth` is 1 for the root
 * @throws {Refusal} `layoutXml` with the error and its place, `layoutEncoding`, `layoutEntities`, `layoutNesting`,
 * `layoutEffort`
 */
export function readXml(part, content, { open, text, close }) {
  if (content[0] === 0xff || content[0] === 0xfe || content.includes(0) || !isUtf8(content))
    throw new Refusal("layoutEncoding");
  const xml = content.toString("utf8");
  const parser = new SaxesParser({ xmlns: true, position: false });
  const refusal = (/** @type {string} */ wrong, at = parser.position) => {
    const near = excerpt(xml.slice(Math.max(0, at - 40), at + 20));
    return new Refusal("layoutXml", { part, wrong, ...near });
  };
  let depth = 0;
  let attributes = 0;
  parser.on("error", ({ message }) => {
    const wrong = wrongs.find(([, said]) => said.test(message))?.[0] ?? "other";
    // The parser takes everything up to the next semicolon for an entity's name, and a missing quote for a value.
    const bare = wrong === "entity" || parser.position >= xml.length ? xml.search(/&(?!#?\w+;)/) : -1;
    if (bare >= 0) throw refusal("entity", bare);
    throw refusal(wrong === "character" && xml[parser.position - 1] === "<" ? "attribute" : wrong);
  });
  parser.on("xmldecl", ({ version, encoding = "utf-8" }) => {
    if (version !== "1.0") throw refusal("version");
    if (!/^(?:utf-?8|us-ascii)$/i.test(encoding)) throw new Refusal("layoutEncoding");
  });
  parser.on("doctype", () => {
    throw new Refusal("layoutEntities");
  });
  parser.on("attribute", () => {
    attributes += 1;
    if (attributes > limits.attributes) throw new Refusal("layoutEffort");
  });
  parser.on("opentag", (tag) => {
    depth += 1;
    if (depth > limits.depth) throw new Refusal("layoutNesting");
    attributes = 0;
    open(tag, depth);
  });
  parser.on("closetag", (tag) => {
    depth -= 1;
    close(tag);
  });
  parser.on("text", text);
  parser.on("cdata", text);
  for (let at = 0; at < xml.length; at += piece) parser.write(xml.slice(at, at + piece));
  parser.close();
}

/** @param {string} text */
export function excerpt(text) {
  const words = text.replace(/\s+/g, " ").trim();
  return { text: words, hasText: words ? "yes" : "no" };
}
