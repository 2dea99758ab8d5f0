// See docs/decisions/0114.
// Repeats notes and comments of repeated rows, each filled with its row. Moves notes behind their marks before filling,
// and back to their part afterwards.
// Plain JavaScript, like the process that it runs in (layout-worker.mjs).
import { randomUUID } from "node:crypto";
import { maxPartBytes } from "./layout-package.mjs";
import { filledParts } from "./layout-types.mjs";
import { Refusal } from "./refusal.mjs";

/** Element names of notes by kind of part. */
const elements = new Map([
  ["footnotes", "footnote"],
  ["endnotes", "endnote"],
  ["comments", "comment"],
]);

const marks = /<w:(footnote|endnote|comment)Reference\b[^<>]*?\sw:id\s*=\s*["'](-?\d+)["'][^<>]*>/g;
/** Characters before a mark that are searched for an open brace: marks within a placeholder stay unchanged. */
const lookBack = 2_000;

/**
 * A note with its tags; `paragraph` is the number of paragraphs before it in its part.
 * @typedef {{ id: string, open: string, content: string, close: string, start: number, end: number, paragraph: number }} Note
 */

const paragraphs = /<w:p[\s>]/g;

/** @param {string} xml of a part with notes @param {string} element @returns {Map<string, Note>} notes written by users, by id */
function notesIn(xml, element) {
  const notes = new Map();
  const opening = new RegExp(`<w:${element}(\\s[^<>]*[^<>/])>`, "g");
  const close = `</w:${element}>`;
  let paragraph = 0;
  let counted = 0;
  for (let found = opening.exec(xml); found; found = opening.exec(xml)) {
    const [open, attributes = ""] = found;
    const from = opening.lastIndex;
    const to = xml.indexOf(close, from);
    if (to < 0) break;
    paragraph += xml.slice(counted, found.index).match(paragraphs)?.length ?? 0;
    counted = found.index;
    opening.lastIndex = to;
    const id = /\sw:id\s*=\s*["'](-?\d+)["']/.exec(attributes)?.[1];
    // Elements with a type are separators.
    if (id === undefined || /\sw:type\s*=/.test(attributes) || notes.has(id)) continue;
    const end = to + close.length;
    notes.set(id, { id, open, content: xml.slice(from, to), close, start: found.index, end, paragraph });
  }
  return notes;
}

/**
 * A part with notes, and the ids of those moved into the document for filling.
 * @typedef {{ name: string, kind: string, notes: Map<string, Note>, inlined: Set<string> }} NotePart
 */

/** Element around a moved note, with an unpredictable name that no layout contains. */
const wrapper = `hub-note-${randomUUID()}`;
/** The start tag of a moved note. */
export const noteBegin = new RegExp(`<${wrapper} kind="(\\w+)" id="(-?\\d+)" paragraph="(\\d+)">`);
export const noteEnd = `</${wrapper}>`;

/**
 * Moves each note behind its mark in the document.
 * @param {Map<string, Buffer>} parts
 * @returns {{ parts: Map<string, Buffer>, main: string, noteParts: NotePart[] }} the parts with moved notes
 * @throws {Refusal} for notes with too much text in total
 */
export function withNotesInRows(parts) {
  const filled = filledParts(parts);
  const main = filled[0]?.kind === "document" ? filled[0].name : "";
  const text = (/** @type {string} */ name) => /** @type {Buffer} */ (parts.get(name)).toString("utf8");
  const noteParts = filled.flatMap(({ name, kind }) => {
    const element = elements.get(kind);
    return element ? [{ name, kind, notes: notesIn(text(name), element), inlined: new Set() }] : [];
  });
  if (main === "" || noteParts.every(({ notes }) => notes.size === 0)) return { parts, main, noteParts: [] };
  const byElement = new Map(noteParts.map((part) => [elements.get(part.kind), part]));
  const document = text(main);
  let length = document.length;
  const inlined = document.replace(marks, (mark, element, id, at) => {
    const part = byElement.get(element);
    const note = part?.notes.get(id);
    if (!part || !note || isInPlaceholder(document, at)) return mark;
    length += note.content.length;
    if (length > maxPartBytes) throw new Refusal("layoutEffort");
    part.inlined.add(id);
    return `${mark}<${wrapper} kind="${part.kind}" id="${id}" paragraph="${note.paragraph}">${note.content}${noteEnd}`;
  });
  const changed = new Map(parts);
  changed.set(main, Buffer.from(inlined));
  for (const { name, notes, inlined } of noteParts) {
    const all = text(name);
    const left = [];
    let from = 0;
    for (const { id, start, end } of notes.values()) {
      if (!inlined.has(id)) continue;
      left.push(all.slice(from, start));
      from = end;
    }
    changed.set(name, Buffer.from(left.join("") + all.slice(from)));
  }
  return { parts: changed, main, noteParts };
}

/** @param {string} document @param {number} at */
function isInPlaceholder(document, at) {
  const before = document.slice(Math.max(0, at - lookBack), at);
  const inParagraph = before.slice(Math.max(0, before.lastIndexOf("<w:p "), before.lastIndexOf("<w:p>")));
  return inParagraph.lastIndexOf("{") > inParagraph.lastIndexOf("}");
}

const ranges = /<w:commentRange(Start|End)\b[^<>]*?\sw:id\s*=\s*["'](-?\d+)["'][^<>]*>/;
const filledMarks = new RegExp(
  `${ranges.source}|(<w:(?:footnote|endnote|comment)Reference\\b[^<>]*>)${noteBegin.source}`,
  "g",
);

/**
 * Moves the notes of a filled document back to their part, each with a new id.
 * @param {string} document filled
 * @param {readonly NotePart[]} noteParts
 * @returns {{ document: string, notes: Map<string, string> }} without its notes, and the notes by part name
 */
export function notesTakenOut(document, noteParts) {
  const kinds = new Map(noteParts.map((part) => [part.kind, newNotes(part)]));
  const comments = kinds.get("comments");
  let left = "";
  let from = 0;
  filledMarks.lastIndex = 0;
  for (let found = filledMarks.exec(document); found; found = filledMarks.exec(document)) {
    const [whole, edge, ranged = "", mark = "", kind = "", id = ""] = found;
    left += document.slice(from, found.index);
    from = found.index + whole.length;
    if (edge) {
      const own = comments?.isInlined(ranged) ? comments.idOf(edge, ranged) : ranged;
      left += withId(whole, own);
      continue;
    }
    const end = document.indexOf(noteEnd, from);
    left += withId(mark, kinds.get(kind)?.add(id, document.slice(from, end)) ?? id);
    from = end + noteEnd.length;
    filledMarks.lastIndex = from;
  }
  left += document.slice(from);
  const unmarked = comments?.unmarked() ?? new Set();
  // The range of a comment that was omitted with its row.
  if (unmarked.size > 0)
    left = left.replace(new RegExp(ranges.source, "g"), (tag, _, id) => (unmarked.has(id) ? "" : tag));
  return {
    document: left,
    notes: new Map(noteParts.map(({ name, kind }) => [name, kinds.get(kind)?.made() ?? ""])),
  };
}

/** @param {string} tag @param {string} id */
const withId = (tag, id) => tag.replace(/(\sw:id\s*=\s*["'])-?\d+/, `$1${id}`);

/** @param {NotePart} part */
function newNotes({ notes, inlined }) {
  let next = Math.max(0, ...[...notes.keys()].map(Number)) + 1;
  /** @type {Map<string, string>} new ids by the layout's note and its occurrence */
  const ids = new Map();
  /** @type {Map<string, number>} */
  const counts = new Map();
  /** @type {Set<string>} */
  const marked = new Set();
  /** @type {string[]} */
  const made = [];
  const idOf = (/** @type {string} */ what, /** @type {string} */ id) => {
    const count = counts.get(`${what} ${id}`) ?? 0;
    counts.set(`${what} ${id}`, count + 1);
    const own = ids.get(`${id} ${count}`) ?? (count === 0 ? id : String(next++));
    ids.set(`${id} ${count}`, own);
    return own;
  };
  return {
    isInlined: (/** @type {string} */ id) => inlined.has(id),
    idOf,
    /** @param {string} id in the layout @param {string} content @returns {string} its own id */
    add(id, content) {
      const own = idOf("mark", id);
      marked.add(own);
      const { open, close } = /** @type {Note} */ (notes.get(id));
      const text =
        own === id ? content : content.replace(/\sw14:(?:paraId|textId)\s*=\s*["'][^"'<>]*["']/g, "");
      made.push(`${withId(open, own)}${/<w:(?:p|tbl|sdt)[\s>]/.test(text) ? text : "<w:p/>"}${close}`);
      return own;
    },
    unmarked: () => new Set([...ids.values()].filter((id) => !marked.has(id))),
    made: () => made.join(""),
  };
}
