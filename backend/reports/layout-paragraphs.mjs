// Paragraphs of a package that may contain placeholders. Plain JavaScript, like the process that it runs in.
import { decoded, filledParts } from "./layout-package.mjs";

/** Placeholders of other programs: statements, pairs of signs, and Word's own mail merge. */
const foreignText =
  /\{%[^{}%]{1,200}%\}|\+\+\+\s*[\p{L}$=!*].{0,200}?(?:\+\+\+|$)|\[\[.{1,200}?\]\]|<<[^<>]{1,200}>>/gu;
const mergeField = /\bMERGEFIELD\s+(?:"([^"<]{1,100})"|([^\s"\\<]{1,100}))/gi;
const maxForeign = 20;

/**
 * The paragraphs with a brace, also in a field's instruction, or with placeholders of another program, with the number
 * of each in its part.
 * @param {Map<string, Buffer>} parts
 * @returns {{ part: string, paragraph: number, text: string, foreign?: string[], instructions?: string }[]}
 */
export function paragraphsOf(parts) {
  return filledParts(parts).flatMap(({ name, kind: part }) => {
    const xml = /** @type {Buffer} */ (parts.get(name)).toString("utf8");
    if (part === "properties") return propertiesIn(xml);
    return xml
      .split(part === "drawing" ? /<a:p[\s>]/ : /<w:p[\s>]/)
      .slice(1)
      .map((inner, index) => ({
        part,
        paragraph: index + 1,
        text: /[{}]/.test(inner) ? textOf(inner) : "",
        ...foreignIn(inner),
        ...instructionsIn(inner),
      }))
      .filter(({ text, foreign, instructions }) => foreign || instructions || /[{}]/.test(text));
  });
}

/** Title, company and other properties, which Word writes into bound fields of the document. @param {string} xml */
function propertiesIn(xml) {
  const texts = [...xml.matchAll(/>([^<]+)<\//g)].map(([, text]) => decoded(String(text)));
  return texts
    .map((text, index) => ({ part: "properties", paragraph: index + 1, text }))
    .filter(({ text }) => /[{}]/.test(text));
}

/** @param {string} xml of a paragraph @returns {{ foreign?: string[] }} */
function foreignIn(xml) {
  const merged = /MERGEFIELD/i.test(xml) ? decoded(xml).matchAll(mergeField) : [];
  const fields = [...merged].map(([, quoted, name]) => `«${quoted ?? name}»`);
  const text = /\+\+\+|\[\[|&lt;&lt;|\{/.test(xml) ? textOf(xml) : "";
  const found = [...fields, ...(text.match(foreignText) ?? [])].slice(0, maxForeign);
  return found.length > 0 ? { foreign: found } : {};
}

const instruction =
  /<w:instrText(?:\s[^>]*)?>([^<]*)<\/|<w:fldSimple\s(?:[^>]*\s)?w:instr\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** Limit of characters of field instructions in a paragraph. */
const maxInstructions = 4_000;

/** @param {string} xml of a paragraph @returns {{ instructions?: string }} those of its fields, if they have a brace */
function instructionsIn(xml) {
  if (!/<w:(?:instrText|fldSimple)\b/.test(xml)) return {};
  const found = [...xml.matchAll(instruction)].map(
    ([, run, double, single]) => run ?? double ?? single ?? "",
  );
  const instructions = decoded(found.join("")).slice(0, maxInstructions);
  return instructions.includes("{") ? { instructions } : {};
}

/** @param {string} xml of a paragraph */
function textOf(xml) {
  const found = xml.matchAll(/<(?:w|a|m):t(?:\s[^>]*)?>([^<]*)<\/|<(?:w:tab|w:br|w:cr)\b/g);
  return [...found].map(([, own]) => (own === undefined ? " " : decoded(own))).join("");
}
