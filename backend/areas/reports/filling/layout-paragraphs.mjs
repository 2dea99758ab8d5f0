// Finds paragraphs of a package that may contain placeholders. Plain JavaScript, like the process that it runs in.
import { noteBegin, noteEnd, withNotesInRows } from "./layout-notes.mjs";
import { decoded } from "./layout-package.mjs";
import { filledParts } from "./layout-types.mjs";

/** Placeholders of other programs: statements, pairs of signs, and Word's own mail merge. */
const foreignText =
  /\{%[^{}%]{1,200}%\}|\+\+\+\s*[\p{L}$=!*].{0,200}?(?:\+\+\+|$)|\[\[.{1,200}?\]\]|<<[^<>]{1,200}>>/gu;
const mergeField = /\bMERGEFIELD\s+(?:"([^"<]{1,100})"|([^\s"\\<]{1,100}))/gi;
const maxForeign = 20;

/** @typedef {{ part: string, paragraph: number, inner: string }} Piece of a paragraph */

/**
 * The paragraphs with a brace, also in a field's instruction, or with another program's placeholder, and their numbers.
 * Notes are at the position of their marks.
 * @param {Map<string, Buffer>} parts
 * @returns {{ part: string, paragraph: number, text: string, foreign?: string[], instructions?: string }[]}
 */
export function paragraphsOf(parts) {
  const { parts: read, noteParts } = withNotesInRows(parts);
  return filledParts(read).flatMap(({ name, kind: part }) => {
    const xml = /** @type {Buffer} */ (read.get(name)).toString("utf8");
    if (part === "properties") return propertiesIn(xml);
    const notes = noteParts.find((each) => each.name === name);
    const pieces =
      part === "drawing"
        ? piecesOf(xml, /<(?:a:p|c:v|cx:v)(?=[\s>])/g, part)
        : notes
          ? piecesOfNotes(xml, notes)
          : piecesOf(xml, pieceOfWord, part);
    return pieces
      .map(({ part, paragraph, inner }) => ({
        part,
        paragraph,
        text: /[{}]/.test(inner) ? textOf(inner) : "",
        ...foreignIn(inner),
        ...instructionsIn(inner),
      }))
      .filter(({ text, foreign, instructions }) => foreign || instructions || /[{}]/.test(text));
  });
}

const pieceOfWord = new RegExp(`<w:p(?=[\\s>])|${noteBegin.source}|${noteEnd}`, "g");

/**
 * @param {string} xml @param {RegExp} begins matches the start of a paragraph, and the start or end of a note
 * @param {string} part @returns {Piece[]}
 */
function piecesOf(xml, begins, part) {
  /** @type {Piece[]} */
  const pieces = [];
  const outer = [];
  let place = { part, paragraph: 0 };
  let from = 0;
  const piece = (/** @type {number} */ to) => {
    if (place.paragraph > 0 && to > from) pieces.push({ ...place, inner: xml.slice(from, to) });
  };
  for (const found of xml.matchAll(begins)) {
    piece(found.index);
    from = found.index;
    const [whole, kind, , before] = found;
    if (whole === noteEnd) place = outer.pop() ?? place;
    else if (kind) {
      outer.push(place);
      place = { part: kind, paragraph: Number(before) };
    } else place = { ...place, paragraph: place.paragraph + 1 };
  }
  piece(xml.length);
  return pieces;
}

/** Pieces of a part with some notes moved into the document. @param {string} xml @param {import("./layout-notes.mjs").NotePart} part @returns {Piece[]} */
function piecesOfNotes(xml, { kind, notes, inlined }) {
  const gone = [...notes.values()].filter(({ id }) => inlined.has(id));
  const left = piecesOf(xml, pieceOfWord, kind);
  // Paragraph numbers include the moved notes.
  let next = 0;
  let skipped = 0;
  return left.map((piece) => {
    for (let note = gone[next]; note && note.paragraph < piece.paragraph + skipped; note = gone[next]) {
      skipped += note.content.match(/<w:p(?=[\s>])/g)?.length ?? 0;
      next += 1;
    }
    return { ...piece, paragraph: piece.paragraph + skipped };
  });
}

/** Properties such as title and company, which Word shows in bound fields. @param {string} xml */
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

/** @param {string} xml of a paragraph @returns {{ instructions?: string }} instructions of its fields, if they have a brace */
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
  const found = xml.matchAll(/<(?:[wam]:t|cx?:v)(?:\s[^>]*)?>([^<]*)<\/|<(?:w:tab|w:br|w:cr)\b/g);
  return [...found].map(([, own]) => (own === undefined ? " " : decoded(own))).join("");
}
