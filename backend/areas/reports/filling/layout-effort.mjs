import { Refusal } from "./refusal.mjs";

/** Characters added per tag or text of the result: many small ones take as long as few large ones. */
const perPart = 20;

/**
 * The scope of placeholders: the number of repetitions, the total length of their texts, and the scopes of nested
 * lists.
 * @typedef {{ times: number, lengthOf: (name: string) => number, listOf: (name: string) => Scope | undefined }} Scope
 * @typedef {{ type: string, module?: string, value: string, subparsed?: Part[] }} Part
 */

/** @param {unknown} text @param {number} breakLength characters of a line break or tab */
function lengthWith(text, breakLength) {
  if (typeof text !== "string") return 0;
  let length = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 9) length += breakLength;
    // Written as an entity.
    else if (code === 38 || code === 60 || code === 62) length += 4;
  }
  return length;
}

/**
 * @param {{ isList: Set<string>, ofReport: Map<string, unknown>, rows: readonly any[][], placeInRow: Map<string, number>, placeInEntry: Map<string, Map<string, number>> }} data
 * @param {number} breakLength
 * @returns {Scope}
 */
export function reportScope({ isList, ofReport, rows, placeInRow, placeInEntry }, breakLength) {
  const lengthOf = (/** @type {unknown} */ text) => lengthWith(text, breakLength);
  const ofWhole = (/** @type {string} */ name) => lengthOf(ofReport.get(name));
  const sum = (/** @type {(row: any[]) => number} */ of) => rows.reduce((all, row) => all + of(row), 0);
  /** @type {Map<string, number>} */
  const known = new Map();
  // A layout may use the same one thousands of times.
  const once = (/** @type {string} */ key, /** @type {() => number} */ find) => {
    const found = known.get(key) ?? find();
    known.set(key, found);
    return found;
  };
  const entriesOf = (/** @type {any[]} */ row, /** @type {string} */ list) =>
    /** @type {any[][]} */ (row[placeInRow.get(`#${list}`) ?? -1] ?? []);
  /** @returns {Scope} */
  const entryScope = (/** @type {string} */ list) => ({
    times: once(`#${list}`, () => sum((row) => entriesOf(row, list).length)),
    lengthOf: (name) =>
      once(`#${list} ${name}`, () => {
        const place = placeInEntry.get(list)?.get(name);
        if (place !== undefined)
          return sum((row) => entriesOf(row, list).reduce((all, entry) => all + lengthOf(entry[place]), 0));
        const inRow = placeInRow.get(name);
        const of = (/** @type {any[]} */ row) => (inRow === undefined ? ofWhole(name) : lengthOf(row[inRow]));
        return sum((row) => entriesOf(row, list).length * of(row));
      }),
    listOf: () => undefined,
  });
  /** @type {Scope} */
  const rowScope = {
    times: rows.length,
    lengthOf: (name) =>
      once(name, () => {
        const place = placeInRow.get(name);
        return place === undefined ? rows.length * ofWhole(name) : sum((row) => lengthOf(row[place]));
      }),
    listOf: (name) => (placeInEntry.has(name) ? entryScope(name) : undefined),
  };
  return { times: 1, lengthOf: ofWhole, listOf: (name) => (isList.has(`#${name}`) ? rowScope : undefined) };
}

/**
 * An upper limit of a layout's result, calculated without writing it: its characters, and a constant per part.
 * @param {readonly Part[]} parts
 * @param {Scope} scope
 * @param {(tag: string) => string} wordsOf
 * @returns {number}
 */
function effortOf(parts, scope, wordsOf) {
  let effort = 0;
  for (const { type, module, value, subparsed } of parts) {
    if (type !== "placeholder") effort += scope.times * (value.length + perPart);
    else if (!subparsed) effort += scope.lengthOf(wordsOf(value)) + scope.times * perPart;
    else {
      // The content of a condition is written at most as often as the condition is evaluated.
      const within = (module === "loop" && scope.listOf(wordsOf(value))) || scope;
      effort += effortOf(subparsed, within, wordsOf);
    }
  }
  return effort;
}

/**
 * @param {Record<string, { postparsed: Part[] }>} compiled the output of docxtemplater's parser, by part
 * @param {(part: string) => Scope} scopeIn
 * @param {{ most?: number, wordsOf: (tag: string) => string }} options
 * @throws {Refusal} above the limit `most`
 */
export function refuseTooMuch(compiled, scopeIn, { most = Number.POSITIVE_INFINITY, wordsOf }) {
  let effort = 0;
  for (const [name, { postparsed }] of Object.entries(compiled))
    effort += effortOf(postparsed, scopeIn(name), wordsOf);
  if (effort > most) throw new Refusal("layoutEffort");
}
