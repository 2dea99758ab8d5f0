import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import { apiHeaders } from "./lib/http.mjs";
import { seed, startProduct } from "./lib/product.mjs";

const users = 20_000;
const settleSeconds = 5;
const connections = 8;
const seconds = 10;

/**
 * Idle memory of the embedded database, and its throughput of lists.
 * @param {import("./lib/report.mjs").Report} report
 */
export async function measureEmbedded(report) {
  report.section(`Embedded database, empty and with ${users} users`);
  const empty = await startProduct("");
  try {
    report.add("idle memory of API and web, of an empty one", await idleMemory(empty), "MB", { max: 400 });
  } finally {
    await empty.stop();
  }
  const directory = mkdtempSync(join(tmpdir(), "hub-bench-"));
  try {
    await seed({ DATABASE_URL: "", DATA_DIR: directory }, "--tenant", "main", "--users", String(users));
    await measureFull(directory, report);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** @param {string} directory @param {import("./lib/report.mjs").Report} report */
async function measureFull(directory, report) {
  const product = await startProduct("", { DATA_DIR: directory });
  try {
    report.add("idle memory of API and web", await idleMemory(product), "MB", { max: 400 });
    const headers = await apiHeaders(product.apiOrigin);
    for (const [name, path, bound] of /** @type {const} */ ([
      ["pages of 10 users", "/users?pageLimit=10", { min: 500 }],
      ["searches for 'anna'", "/users?pageLimit=10&phrase=anna", {}],
    ])) {
      const ask = (/** @type {number} */ duration) =>
        autocannon({ url: product.apiOrigin + path, headers, connections, duration });
      await ask(3);
      const { requests, latency, non2xx, errors } = await ask(seconds);
      report.add(`${name} a second`, requests.average, "/s", {
        ...bound,
        note: `median ${latency.p50} ms, p99 ${latency.p99} ms`,
      });
      report.add("answers that were none", non2xx + errors, "", { max: 0 });
    }
  } finally {
    await product.stop();
  }
}

/** @param {import("./lib/product.mjs").Product} product */
async function idleMemory(product) {
  await sleep(settleSeconds * 1000);
  return product.memory();
}
