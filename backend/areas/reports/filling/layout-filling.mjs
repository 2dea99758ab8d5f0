// Fills one docx by docxtemplater, with changes to its parts before and afterwards.
// Plain JavaScript, like the process that it runs in (layout-worker.mjs).
import Docxtemplater from "docxtemplater";
import PizZip from "pizzip";
import { withLastParagraphs } from "./layout-blocks.mjs";
import { refuseTooMuch, reportScope } from "./layout-effort.mjs";
import { UniqueIds, withoutNeedlessIds } from "./layout-ids.mjs";
import { LogoModule } from "./layout-logo.mjs";
import { notesTakenOut, withNotesInRows } from "./layout-notes.mjs";
import { checkFilled } from "./layout-outcome.mjs";
import { breakLength, fileTypeConfig, TextModule, wordsOf } from "./layout-text.mjs";
import { mainPart, unfilledParts } from "./layout-types.mjs";

const typesName = "[Content_Types].xml";

/**
 * Looks up placeholders by their words: in the current row, then in the enclosing scope.
 * @typedef {{ names: string[], values: (string | boolean)[] }} Texts
 * @typedef {{ names: string[], lists: { name: string, names: string[] }[] }} RowNames the lists of a row follow its names
 * @typedef {(string | boolean | (string | boolean)[][])[]} Row
 * @typedef {{ report: Texts, rows: RowNames & { list: Row[] } }} Data
 * @param {Map<string, Buffer>} parts
 * @param {{ delimiters: { start: string, end: string }, lists: string[], data: Data, most?: number, logo?: { png: Buffer, width: number, height: number } }} job
 * @returns {PizZip} the filled document, checked by `checkFilled`
 * @throws {import("./refusal.mjs").Refusal} for a result that is too long, or that programs would refuse to open
 */
export function fill(parts, { delimiters, lists, data, most, logo }) {
  const zip = new PizZip();
  const unfilled = unfilledParts(parts);
  const prepared = preparedParts(parts, lists.length > 0);
  for (const [name, content] of prepared.parts)
    if (!unfilled.includes(name)) zip.file(name, content, { binary: true });
  const ofReport = new Map(data.report.names.map((name, index) => [name, data.report.values[index]]));
  const { names, lists: nested } = data.rows;
  const places = (/** @type {string[]} */ all) => new Map(all.map((name, index) => [name, index]));
  const placeInRow = places([...names, ...nested.map(({ name }) => `#${name}`)]);
  const placeInEntry = new Map(nested.map((list) => [list.name, places(list.names)]));
  const isList = new Set(lists);
  const rows = data.rows.list;
  const text = new TextModule(prepared.parts);
  const picture = new LogoModule(logo, parts, text);
  const seen = rowsSeen();
  const filled = new Docxtemplater(zip, {
    delimiters,
    paragraphLoop: true,
    errorLogging: false,
    fileTypeConfig: fileTypeConfig(/** @type {any} */ (Docxtemplater).FileTypeConfig),
    modules: [/** @type {any} */ (text), /** @type {any} */ (picture)],
    nullGetter: () => "",
    parser: (tag, { tag: part } = /** @type {any} */ ({})) => {
      // Raw XML is never inserted.
      if (part?.module === "rawxml") return { get: () => "" };
      const words = wordsOf(tag);
      const name = part?.module === "loop" ? `#${words}` : words;
      const whole = isList.has(name) ? rows : ofReport.get(name);
      return {
        get: (scope, { scopePath, scopeList, num }) => {
          if (!Array.isArray(scope)) return scope === ofReport ? whole : undefined;
          // A condition repeats the row in the list of scopes: finds its first occurrence.
          let begun = num;
          while (scopeList[begun] === scopeList[begun - 1]) begun -= 1;
          const inEntry = placeInEntry.get(wordsOf(scopePath[begun - 1] ?? ""));
          const place = (inEntry ?? placeInRow).get(name);
          if (!inEntry) seen(scope);
          return place === undefined ? undefined : scope[place];
        },
      };
    },
  });
  const scopeWith = (/** @type {number} */ length) =>
    reportScope({ isList, ofReport, rows, placeInRow, placeInEntry }, length);
  const scopes = { word: scopeWith(breakLength.word), drawing: scopeWith(breakLength.drawing) };
  const drawings = new Set(text.filled.flatMap(({ name, kind }) => (kind === "drawing" ? [name] : [])));
  const scopeIn = (/** @type {string} */ part) => (drawings.has(part) ? scopes.drawing : scopes.word);
  refuseTooMuch(/** @type {any} */ (filled).compiled, scopeIn, { most, wordsOf });
  filled.render(ofReport);
  const result = /** @type {PizZip} */ (/** @type {unknown} */ (filled.getZip()));
  for (const name of unfilled) result.file(name, parts.get(name) ?? "", { binary: true });
  finish(result, text.filled, prepared);
  const types = result.file(typesName)?.asText() ?? "";
  result.file(typesName, types.replaceAll(".template.main+xml", ".document.main+xml"));
  if (logo && picture.count > 0) {
    const names = text.filled.map(({ name }) => name);
    picture.addTo(result, names, logo.png);
  }
  return result;
}

/**
 * @typedef {ReturnType<typeof preparedParts>} Prepared
 * @param {Map<string, Buffer>} given @param {boolean} isRepeated whether the layout repeats content per row
 */
function preparedParts(given, isRepeated) {
  const parts = new Map(given);
  const name = mainPart(parts);
  const document = parts.get(name)?.toString("utf8") ?? "";
  if (isRepeated) parts.set(name, Buffer.from(withoutNeedlessIds(document)));
  return withNotesInRows(parts);
}

const bookmarkOrDrawing = /<w:bookmarkStart\b|<wp:docPr\b/;

/**
 * Makes repeated ids unique, ends blocks with a paragraph as Word requires, and checks the result.
 * @param {PizZip} zip @param {TextModule["filled"]} filled @param {Prepared} prepared
 */
function finish(zip, filled, { parts, main, noteParts }) {
  const layout = filled.map(({ name }) => parts.get(name)?.toString("utf8") ?? "");
  const ids = layout.some((xml) => bookmarkOrDrawing.test(xml)) ? new UniqueIds(layout) : undefined;
  /** @type {Map<string, string>} */
  let notes = new Map();
  for (const { name, kind } of filled) {
    let xml = Buffer.from(zip.file(name)?.asUint8Array() ?? []).toString("utf8");
    if (name === main && noteParts.length > 0) ({ document: xml, notes } = notesTakenOut(xml, noteParts));
    const own = notes.get(name);
    if (own) xml = xml.replace(/<\/w:(?:footnotes|endnotes|comments)\s*>\s*$/, (end) => `${own}${end}`);
    if (kind !== "drawing" && kind !== "properties")
      xml = withLastParagraphs(ids ? ids.rewrite(name, xml) : xml);
    checkFilled(name, xml);
    zip.file(name, Buffer.from(xml), { binary: true });
  }
}

/** Reports the number of written rows from time to time. @returns {(row: unknown) => void} */
function rowsSeen() {
  /** @type {unknown} */
  let last;
  let count = 0;
  return (row) => {
    if (row === last) return;
    last = row;
    count += 1;
    if (count % 500 === 0) process.send?.({ written: count });
  };
}
