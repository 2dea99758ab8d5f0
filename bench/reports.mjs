import { setTimeout as sleep } from "node:timers/promises";
import { browserHeaders, get, send } from "./lib/http.mjs";
import { during, quantile, timed, watch } from "./lib/statistics.mjs";

/** The product's row limit for one document. */
const maxRows = 50_000;
const askEvery = 200;
/** Limit of milliseconds by which making a document may delay other requests. */
const maxDelay = 50;
/** Limit of MB above the processes' idle memory, including those that fill layouts. */
const maxMemory = 300;

/**
 * The default layout of the report about users, filled in the background while other requests run.
 * @param {{ origin: string, memoryOfTree(): number, report: import("./lib/report.mjs").Report }} options
 */
export async function measureReports({ origin, memoryOfTree, report }) {
  const headers = await browserHeaders(origin);
  const ask = (/** @type {string} */ path) => get(`${origin}/api/${path}`, headers);
  const { list: reports } = /** @type {{ list: { reportId: string, source: string }[] }} */ (
    await ask("reports?pageLimit=100")
  );
  const path = `reports/${reports.find(({ source }) => source === "users")?.reportId}`;
  const layout = `${path}/layouts/${await addDefaultLayout(`${origin}/api/${path}/layouts`, headers)}`;

  const { totalCount } = /** @type {{ totalCount: number }} */ (await ask("users?pageLimit=10"));
  // The users of the seed are numbered.
  const phrase = totalCount > maxRows ? "user.1" : "";
  const users = () => timed(() => ask("users?pageLimit=10"));
  const alone = await during(sleep(3_000), users);

  const held = watch(memoryOfTree);
  const from = performance.now();
  const id = await send(`${origin}/api/${layout}/documents`, headers, { body: { phrase } });
  const made = documentMade(ask, `${path}/documents`, id);
  const meanwhile = await during(made, users);
  const { before, most } = held();
  const { rowCount, fileSize } = await made;
  const seconds = (performance.now() - from) / 1000;

  report.section(`A document of ${rowCount} users`);
  report.add("rows a second, until it can be downloaded", rowCount / seconds, "/s");
  report.add("its size", fileSize / 1024 / 1024, "MB");
  report.add("memory of all processes above idle, at most", most - before, "MB", { max: maxMemory });
  report.add("another request before, p95", quantile(alone, 0.95), "ms");
  const heldUp = quantile(meanwhile, 0.95) - quantile(alone, 0.95);
  report.add("held up by the making, p95", heldUp, "ms", { max: maxDelay });
  report.add("another request meanwhile, longest", Math.max(...meanwhile), "ms", {
    note: `before longest ${Math.max(...alone).toFixed(1)} ms`,
  });
}

/**
 * @param {string} url of the report's layouts
 * @param {Record<string, string>} headers
 * @returns {Promise<string>} the new layout's id
 */
async function addDefaultLayout(url, headers) {
  const response = await fetch(`${url}/default/download`, { headers });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  const form = new FormData();
  form.append("reportLayoutName", "Measured");
  form.append("fileName", "measured");
  form.append("file", await response.blob(), "measured.docx");
  return send(url, headers, { body: form });
}

/**
 * @param {(path: string) => Promise<unknown>} ask
 * @param {string} path of the report's documents
 * @param {string} id
 * @returns {Promise<{ rowCount: number, fileSize: number }>} the finished document
 */
async function documentMade(ask, path, id) {
  for (;;) {
    const documents =
      /** @type {{ reportDocumentId: string, state: string, rowCount: number, fileSize: number }[]} */ (
        await ask(path)
      );
    const document = documents.find(({ reportDocumentId }) => reportDocumentId === id);
    if (document?.state === "done") return document;
    if (!document || document.state === "failed") throw new Error(`Not made: ${JSON.stringify(document)}`);
    await sleep(askEvery);
  }
}
