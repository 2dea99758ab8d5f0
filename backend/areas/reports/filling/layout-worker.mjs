// A separate process that parses and fills one docx (layout-process.ts): without settings, database and network, and
// killed when that takes too long or too much memory. Reads the file from standard input, answers messages, and writes
// the filled document to standard output. It does not interpret placeholders: it receives a text for each. Plain
// JavaScript, so that it runs unchanged from the sources and the build.
import { setPriority } from "node:os";
import { fill } from "./layout-filling.mjs";
import { inspect, inspectFilled } from "./layout-inspection.mjs";
import { logoOf } from "./layout-logo.mjs";
import { unpack, withoutOrigins } from "./layout-package.mjs";
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

/** Converts docxtemplater's error to a refusal; undefined if the layout is not the cause. */
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
/** @type {import("./layout-filling.mjs").Row[]} */
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
