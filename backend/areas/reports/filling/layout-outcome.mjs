// Checks a filled layout before it is sent. Plain JavaScript, like the process that it runs in (layout-worker.mjs).
import { Refusal } from "./refusal.mjs";

/** Elements that contain only text. */
const texts = new Set(["w:t", "w:delText", "w:instrText", "a:t", "m:t", "c:v", "cx:v"]);
/** Forbidden or required parents of elements. @type {Map<string, { in?: Set<string>, notIn?: Set<string> }>} */
const places = new Map([
  ["w:p", { notIn: new Set(["w:p", "w:r", "w:hyperlink"]) }],
  ["w:r", { notIn: new Set(["w:r", "w:body", "w:tc", "w:tr", "w:tbl", "w:hdr", "w:ftr"]) }],
  ["a:r", { in: new Set(["a:p"]) }],
  ["a:br", { in: new Set(["a:p"]) }],
]);

/** Delimiters of XML other than elements. */
const others = /** @type {const} */ ([
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
]);
const attributes = /(?:[^<>"']|"[^"<]*"|'[^'<]*')*>/y;

/**
 * Checks a filled part, because programs refuse overlapping elements and misplaced ones. Avoids an XML parser, which
 * would add a third to the time of filling: the pieces are well-formed, only their combination can be invalid.
 * @param {string} part its name @param {string} xml
 * @throws {Refusal} `layoutFilled`
 */
export function checkFilled(part, xml) {
  const refusal = (/** @type {number} */ at) => {
    const near = xml.slice(Math.max(0, at - 200), at).replace(/^[^<]*>|<[^>]*(?:>|$)/g, " ");
    const text = near.replace(/\s+/g, " ").trim().slice(-60);
    return new Refusal("layoutFilled", { part, text, hasText: text ? "yes" : "no" });
  };
  /** @type {string[]} */
  const outer = [];
  let at = xml.indexOf("<");
  while (at >= 0) {
    const other =
      xml[at + 1] === "!" || xml[at + 1] === "?"
        ? others.find(([begin]) => xml.startsWith(begin, at))
        : undefined;
    let end = other ? xml.indexOf(other[1], at) + other[1].length - 1 : xml.indexOf(">", at);
    if (end < at) throw refusal(at);
    if (!other && xml[at + 1] === "/") {
      if (outer.pop() !== xml.slice(at + 2, end).trimEnd()) throw refusal(at);
    } else if (!other) {
      attributes.lastIndex = at + 1;
      if (!attributes.test(xml)) throw refusal(at);
      end = attributes.lastIndex - 1;
      const name = nameAt(xml, at + 1, end);
      const parent = outer.at(-1) ?? "";
      const place = places.get(name);
      const isMisplaced = place && (place.notIn?.has(parent) || (place.in && !place.in.has(parent)));
      if (isMisplaced || texts.has(parent)) throw refusal(at);
      if (xml[end - 1] !== "/") outer.push(name);
    }
    at = xml.indexOf("<", end);
  }
  if (outer.length > 0) throw refusal(xml.length);
}

/** @param {string} xml @param {number} from @param {number} end of the tag */
function nameAt(xml, from, end) {
  let to = from;
  for (; to < end; to += 1) {
    const code = xml.charCodeAt(to);
    // A blank, a line break or a tab, and a slash.
    if (code === 32 || code === 47 || code === 10 || code === 9 || code === 13) break;
  }
  return xml.slice(from, to);
}
