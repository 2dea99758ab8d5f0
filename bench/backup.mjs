import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { largestAttachment, sendFile } from "./files.mjs";
import { withDatabase } from "./lib/database.mjs";
import { apiHeaders, browserHeaders, get } from "./lib/http.mjs";
import { residentMemory } from "./lib/processes.mjs";
import { during, quantile, repeated, timed } from "./lib/statistics.mjs";

const megabyte = 1024 * 1024;
const gigabyte = 1024 * megabyte;
const files = 5;
const memoryCheckInterval = 50;
const probes = 200;

/**
 * A backup while the product serves: its memory, and what others wait meanwhile.
 * @param {import("./lib/product.mjs").Product & { databaseUrl: string, users: number,
 *   report: import("./lib/report.mjs").Report }} measured
 */
export async function measureBackup({ origin, apiOrigin, directory, databaseUrl, users, report }) {
  const bytes = files * largestAttachment * megabyte;
  report.section(`Backup of ${users} users and ${bytes / gigabyte} GB of files`);
  report.add("database for a million users", ((await sizeOf(databaseUrl)) / gigabyte / users) * 1e6, "GB");
  const sender = await browserHeaders(origin);
  for (let file = 0; file < files; file += 1)
    await sendFile(`${origin}/api/attachments`, sender, largestAttachment * megabyte);

  const headers = await apiHeaders(apiOrigin);
  const probe = () => timed(() => get(`${apiOrigin}/users?pageLimit=10`, headers));
  const quiet = await repeated(probes, probe);

  const target = mkdtempSync(join(tmpdir(), "hub-bench-backup-"));
  try {
    const archive = join(target, "backup.tar");
    const from = performance.now();
    const { done, memory } = runBackup(archive, { DATABASE_URL: databaseUrl, DATA_DIR: directory });
    const busy = await during(done, probe);
    await done;
    const seconds = (performance.now() - from) / 1000;
    report.add("size of the archive", statSync(archive).size / gigabyte, "GB");
    report.add("speed", bytes / megabyte / seconds, "MB/s", { note: `${seconds.toFixed(0)} s in all` });
    report.add("highest memory of the backup", Math.max(...memory), "MB", { max: 300 });
    const [early, late] = [memory.slice(0, memory.length / 4), memory.slice(memory.length / 4)];
    const growth = Math.max(...late) / Math.max(...early);
    report.add("memory after its first quarter, of that before", growth, "x", { max: 1.25 });
    const note = `${quantile(quiet, 0.5).toFixed(1)} ms and ${quantile(busy, 0.5).toFixed(1)} ms`;
    const ratio = quantile(busy, 0.5) / quantile(quiet, 0.5);
    report.add("page of users meanwhile, median", ratio, "x", { max: 3, note });
    report.add("page of users meanwhile, 99 of 100 within", quantile(busy, 0.99), "ms");
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
}

/**
 * @param {string} archive
 * @param {Record<string, string>} settings
 * @returns the samples of its resident memory in MB, complete once `done` resolves
 */
function runBackup(archive, settings) {
  const child = spawn(process.execPath, ["dist/backup.mjs", "--to", archive], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...settings },
  });
  /** @type {number[]} */
  const memory = [];
  const sample = () => {
    if (child.exitCode === null) memory.push(residentMemory(child.pid ?? 0));
  };
  const sampling = setInterval(sample, memoryCheckInterval);
  const done = once(child, "exit").then(([code]) => {
    clearInterval(sampling);
    if (code !== 0) throw new Error(`The backup ended with ${code}.`);
  });
  return { done, memory };
}

/** @param {string} databaseUrl @returns {Promise<number>} bytes */
async function sizeOf(databaseUrl) {
  const { rows } = await withDatabase(databaseUrl, (client) =>
    client.query("select pg_database_size(current_database()) as size"),
  );
  return Number(rows[0].size);
}
