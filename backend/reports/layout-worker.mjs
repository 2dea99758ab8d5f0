// A process of its own in which one docx is read and filled (layout-process.ts): it has no settings, no database and no network, and
// is killed when that takes too long or too much memory. It gets the file on its standard input, answers messages, and writes the
// filled document to its standard output. What placeholders mean is not known here: it gets a text for each.
// Plain JavaScript, so that it runs as it is, from the sources as from the build.
import { setPriority } from "node:os";
import Docxtemplater from "docxtemplater";
import PizZip from "pizzip";
import { inspect, inspectFilled } from "./layout-inspection.mjs";
import { unfilledParts, unpack, withoutOrigins } from "./layout-package.mjs";
import { paragraphsOf } from "./layout-paragraphs.mjs";
import { Refusal } from "./refusal.mjs";

const [memoryLimit = 0, priority = 5] = process.argv.slice(2).map(Number);
// Others are served first.
setPriority(priority);

setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimit) end();
}, 20).unref();

function end() {
  process.kill(process.pid, "SIGKILL");
}
process.on("disconnect", end);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});

const endnotes = "application/vnd.openxmlformats-officedocument.wordprocessingml.endnotes+xml";
const logoName = "organisation.logo";
const media = "word/media/hub-logo.png";
const relationId = "rIdHubLogo";
/** English Metric Units of a millimetre. */
const millimetre = 36_000;
const largestLogo = { width: 60 * millimetre, height: 20 * millimetre };

/** Puts the logo where `{%…}` stands. */
class LogoModule {
  name = "Logo";
  /** @type {Set<string>} the parts that show it */
  used = new Set();
  count = 0;

  /** @param {{ width: number, height: number } | undefined} size in pixels */
  constructor(size) {
    this.size = size;
  }

  matchers() {
    return [["%", "logo"]];
  }

  /** Notes at the end are filled as those at the foot are. @param {{ doc: any }} file */
  getFileType({ doc }) {
    doc.targets.push(...(doc.invertedContentTypes?.[endnotes] ?? []));
  }

  /** @param {{ module?: string, value: string }} part as it stands in the XML @param {{ filePath: string }} options */
  render(part, { filePath }) {
    if (part.module !== "logo") return null;
    const words = wordsOf(part.value);
    // A statement of another program stays as it is; of pictures there is no other.
    if (words.endsWith("%")) return { value: escaped(`{%${part.value}}`) };
    if (words !== logoName) return { value: "" };
    if (!this.size) return { value: "" };
    this.used.add(filePath);
    const scale = Math.min(largestLogo.width / this.size.width, largestLogo.height / this.size.height, 9_525);
    const [cx, cy] = [Math.round(this.size.width * scale), Math.round(this.size.height * scale)];
    this.count += 1;
    return { value: `</w:t>${drawing(this.count, cx, cy)}<w:t xml:space="preserve">` };
  }
}

/** @param {number} number of the picture in the document @param {number} cx @param {number} cy */
const drawing = (number, cx, cy) =>
  `<w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr id="${990_000 + number}" name="Logo" descr="Logo"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="0" name="Logo"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:embed="${relationId}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`;

/**
 * What a placeholder stands for is looked up by its words: in the row that is being written, then in what is around it.
 * @typedef {{ names: string[], values: (string | boolean)[] }} Texts
 * @typedef {{ names: string[], lists: { name: string, names: string[] }[] }} RowNames what is behind the names in a row are its lists
 * @typedef {(string | boolean | (string | boolean)[][])[]} Row
 * @typedef {{ report: Texts, rows: RowNames & { list: Row[] } }} Data
 * @param {Map<string, Buffer>} parts
 * @param {{ delimiters: { start: string, end: string }, lists: string[], data: Data, logo?: { png: Buffer, width: number, height: number } }} job
 * @returns {PizZip}
 */
function fill(parts, { delimiters, lists, data, logo }) {
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
      // A condition asks whether, everything else what: the same words may do both.
      // Nothing is ever put in as it is.
      if (part?.module === "rawxml") return { get: () => "" };
      const words = wordsOf(tag);
      const name = part?.module === "loop" ? `#${words}` : words;
      const whole = isList.has(name) ? rows : ofReport.get(name);
      return {
        get: (scope, { scopePath, scopeList, num }) => {
          if (!Array.isArray(scope)) return scope === ofReport ? whole : undefined;
          // Within a condition the row stands there once more: what began it is further out.
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
  filled.render(ofReport);
  const result = /** @type {PizZip} */ (/** @type {unknown} */ (filled.getZip()));
  for (const name of unfilled) result.file(name, parts.get(name) ?? "", { binary: true });
  if (logo && module.used.size > 0) addLogo(result, module.used, logo.png);
  return result;
}

/** @param {string} text */
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** @param {string} tag */
const wordsOf = (tag) => tag.replace(/\s+/g, " ").trim();

/** Tells how many rows were written, now and then. @returns {(row: unknown) => void} */
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

/** @param {PizZip} zip @param {Set<string>} used @param {Buffer} png */
function addLogo(zip, used, png) {
  zip.file(media, png, { binary: true });
  const relation = `<Relationship Id="${relationId}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/hub-logo.png"/>`;
  for (const part of used) {
    const rels = part.replace(/([^/]+)$/, "_rels/$1.rels");
    const before =
      zip.file(rels)?.asText() ??
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>';
    zip.file(
      rels,
      before.replace(/<Relationships([^>]*)\/>|<\/Relationships>\s*$/, (end, attributes) =>
        attributes === undefined
          ? `${relation}${end}`
          : `<Relationships${attributes}>${relation}</Relationships>`,
      ),
    );
  }
  const types = /** @type {{ asText(): string }} */ (zip.file("[Content_Types].xml")).asText();
  if (!/Extension="png"/i.test(types))
    zip.file(
      "[Content_Types].xml",
      types.replace(/(<Types[^>]*>)/, '$1<Default Extension="png" ContentType="image/png"/>'),
    );
}

/** @param {Uint8Array | undefined} webp as the product keeps logos */
async function logoOf(webp) {
  if (!webp) return undefined;
  const { default: sharp } = await import("sharp");
  const { data, info } = await sharp(webp, { limitInputPixels: 1_000_000 })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}

/** What docxtemplater says against a layout; undefined where the fault is not in it. */
function complaintOf(/** @type {any} */ error) {
  const errors = error?.properties?.errors ?? (error?.properties?.id ? [error] : []);
  const [first] = errors;
  if (!first) return undefined;
  const { xtag = "", explanation = "" } = first.properties ?? {};
  // Where it names no placeholder, it is one that ends whatever was begun, or several in a row.
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
      layout = unpack(await input());
      const links = inspect(layout);
      layout = withoutOrigins(layout);
      return { links, paragraphs: paragraphsOf(layout) };
    }
    case "rows":
      collected.push(...message.rows);
      return { count: collected.length };
    case "try": {
      // Each result is opened again, as whoever gets it will do.
      const parts = /** @type {Map<string, Buffer>} */ (layout);
      // Whether a picture can stand there does not hang on what it shows.
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
