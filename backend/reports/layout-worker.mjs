// A separate process that parses and fills one docx (layout-process.ts): without settings, database and network, and
// killed when that takes too long or too much memory. Reads the file from standard input, answers messages, and writes
// the filled document to standard output. It does not interpret placeholders: it receives a text for each. Plain
// JavaScript, so that it runs unchanged from the sources and the build.
import { setPriority } from "node:os";
import Docxtemplater from "docxtemplater";
import PizZip from "pizzip";
import { refuseTooMuch, reportScope } from "./layout-effort.mjs";
import { inspect, inspectFilled } from "./layout-inspection.mjs";
import { addLogo, LogoModule, logoOf, wordsOf } from "./layout-logo.mjs";
import { unfilledParts, unpack, withoutOrigins } from "./layout-package.mjs";
import { paragraphsOf } from "./layout-paragraphs.mjs";
import { Refusal } from "./refusal.mjs";

const [memoryLimit = 0, priority = 5] = process.argv.slice(2).map(Number);
// Lower priority than the server.
setPriority(priority);

setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimit) end();
}, 20).unref();

function end() {
  process.kill(process.pid, "SIGKILL");
}
process.on("disconnect", end);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});

/**
 * Looks placeholders up by name: in the current row, then in the enclosing scopes.
 * @typedef {{ names: string[], values: (string | boolean)[] }} Texts
 * @typedef {{ names: string[], lists: { name: string, names: string[] }[] }} RowNames lists follow the names in a row
 * @typedef {(string | boolean | (string | boolean)[][])[]} Row
 * @typedef {{ report: Texts, rows: RowNames & { list: Row[] } }} Data
 * @param {Map<string, Buffer>} parts
 * @param {{ delimiters: { start: string, end: string }, lists: string[], data: Data, most?: number, logo?: { png:
 * Buffer, width: number, height: number } }} job
 * @returns {PizZip}
 */
function fill(parts, { delimiters, lists, data, most, logo }) {
  const zip = new PizZip();
  const unfilled = unfilledParts(parts);
  for (const [name, content] of parts)
    if (!unfilled.includes(name)) zip.file(name, content, { binary: true });
  const ofReport = new Map(data.report.names.map((name, index) => [name, data.report.values[index]]));
  const { names, lists: nested } = data.rows;
  const places = (/** @type {string[]} */ all) => new Map(all.map((name, index) => [name, index]));
  const placeInRow = places([...names, ...nested.map(({ name }) => `#${name}`)]);
  const placeInEntry = new Map(nested.map((list) => [list.name, places(list.names)]));
  const isList = new Set(lists);
  const rows = data.rows.list;
  const module = new LogoModule(logo);
  const seen = rowsSeen();
  const filled = new Docxtemplater(zip, {
    delimiters,
    paragraphLoop: true,
    linebreaks: true,
    errorLogging: false,
    modules: [/** @type {any} */ (module)],
    nullGetter: () => "",
    parser: (tag, { tag: part } = /** @type {any} */ ({})) => {
      // A condition needs a boolean, everything else a text, possibly of the same name. Raw XML is never inserted.
      if (part?.module === "rawxml") return { get: () => "" };
      const words = wordsOf(tag);
      const name = part?.module === "loop" ? `#${words}` : words;
      const whole = isList.has(name) ? rows : ofReport.get(name);
      return {
        get: (scope, { scopePath, scopeList, num }) => {
          if (!Array.isArray(scope)) return scope === ofReport ? whole : undefined;
          // A condition repeats the row in its scope: its owner is further out.
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
  const scope = reportScope({ isList, ofReport, rows, placeInRow, placeInEntry });
  refuseTooMuch(/** @type {any} */ (filled).compiled, scope, { most, wordsOf });
  filled.render(ofReport);
  const result = /** @type {PizZip} */ (/** @type {unknown} */ (filled.getZip()));
  for (const name of unfilled) result.file(name, parts.get(name) ?? "", { binary: true });
  if (logo && module.used.size > 0) addLogo(result, module.used, logo.png);
  return result;
}

/** Reports the number of written rows, at intervals. @returns {(row: unknown) => void} */
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

/** docxtemplater's error about a layout; undefined if the layout is not the cause. */
function complaintOf(/** @type {any} */ error) {
  const errors = error?.properties?.errors ?? (error?.properties?.id ? [error] : []);
  const [first] = errors;
  if (!first) return undefined;
  const { xtag = "", explanation = "" } = first.properties ?? {};
  // Without a placeholder's name, it is a closing tag without a name, or several in a row.
  const [several = "{/}"] = /\{.*\}/.exec(explanation) ?? [];
  return { text: String(xtag || several).slice(0, 200) };
}

async function input() {
  const parts = [];
  for await (const part of process.stdin) parts.push(part);
  return Buffer.concat(parts);
}

/** @type {Map<string, Buffer> | undefined} */
let layout;
/** @type {Row[]} */
const collected = [];

/** @param {any} message */
async function answer(message) {
  switch (message.do) {
    case "read": {
      layout = withoutOrigins(unpack(await input()));
      return { links: inspect(layout), paragraphs: paragraphsOf(layout) };
    }
    case "rows":
      collected.push(...message.rows);
      return { count: collected.length };
    case "try": {
      // Parses each result again, as its readers will.
      const parts = /** @type {Map<string, Buffer>} */ (layout);
      // The picture's content does not matter for its placement.
      const logo = { png: Buffer.from("sample"), width: 40, height: 20 };
      const counts = message.lists.length > 0 ? [0, 1, 2, 3] : [1];
      for (const count of counts) {
        const rows = { ...message.data.rows, list: message.data.rows.list.slice(0, count) };
        const zip = fill(parts, { ...message, logo, data: { ...message.data, rows } });
        inspectFilled(unpack(zip.generate({ type: "nodebuffer", compression: "STORE" })), parts);
      }
      return {};
    }
    case "fill": {
      const parts = layout ?? withoutOrigins(unpack(await input()));
      const data = { ...message.data, rows: { ...message.data.rows, list: collected } };
      const zip = fill(parts, { ...message, data, logo: await logoOf(message.logo) });
      const made = zip.generate({
        type: "nodebuffer",
        compression: "DEFLATE",
        compressionOptions: { level: 4 },
      });
      process.stdout.end(made);
      return { size: made.length };
    }
  }
  return undefined;
}

process.on("message", (message) => {
  answer(message).then(
    (answered) => process.send?.({ answered }),
    (error) => {
      const refused = error instanceof Refusal ? { rule: error.rule, values: error.values } : undefined;
      const complaint = refused ? undefined : complaintOf(error);
      process.send?.({
        refused,
        complaint,
        fault: refused || complaint ? undefined : String(error?.stack ?? error),
      });
    },
  );
});
