import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../scripts/lib/ports.mjs";
import { runCommand } from "../../scripts/lib/process.mjs";
import { root } from "../../scripts/lib/root.mjs";
import { childrenOf, descendantsOf, residentMemory } from "./processes.mjs";

export const adminUser = "admin";
export const adminPassword = "Correct-horse-7";

/** @typedef {{ origin: string, apiOrigin: string, directory: string, secondsToReady: number, memory(): number, memoryOfEach(): number[], memoryOfTree(): number, pids(): number[], stop(): Promise<void> }} Product */

/**
 * Runs the script behind `npm start` on a database.
 * @param {string} databaseUrl empty for the embedded one
 * @param {Record<string, string>} [settings] further environment variables
 * @returns {Promise<Product>} `memory` is the resident memory of API and web in MB, `memoryOfEach` that of each,
 * `memoryOfTree` that of both with their descendants, `pids` their ids
 */
export async function startProduct(databaseUrl, settings = {}) {
  const [port, apiPort] = [settings.PORT ? Number(settings.PORT) : await freePort(), await freePort()];
  const directory = mkdtempSync(join(tmpdir(), "hub-bench-"));
  const from = performance.now();
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      // Long measurements use one session.
      CONFIRM_AFTER_MINUTES: "0",
      DATA_DIR: directory,
      PORT: String(port),
      API_PORT: String(apiPort),
      ADMIN_USER: adminUser,
      ADMIN_PASSWORD: adminPassword,
      ...settings,
    },
  });
  await new Promise((resolve, reject) => {
    child.stdout.on("data", (text) => String(text).includes("Press Ctrl-C") && resolve(undefined));
    child.once("exit", (code) => reject(new Error(`npm start ended with ${code}`)));
  });
  const pids = () => childrenOf(child.pid ?? 0);
  const memoryOfEach = () => pids().map(residentMemory);
  const sum = (/** @type {number[]} */ sizes) => sizes.reduce((total, size) => total + size, 0);
  return {
    origin: `http://localhost:${port}`,
    apiOrigin: `http://localhost:${apiPort}`,
    directory,
    secondsToReady: (performance.now() - from) / 1000,
    memory: () => sum(memoryOfEach()),
    memoryOfEach,
    pids,
    memoryOfTree: () => sum(descendantsOf(child.pid ?? 0).map(residentMemory)),
    stop: async () => {
      child.kill("SIGINT");
      await once(child, "exit");
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Fills a database with sample data and creates the administrator.
 * @param {Record<string, string>} settings of the database
 * @param {string[]} parameters
 */
export async function seed(settings, ...parameters) {
  await runCommand(process.execPath, ["dist/seed.mjs", ...parameters], {
    env: { ...settings, ADMIN_USER: adminUser, ADMIN_PASSWORD: adminPassword },
    what: "The seed",
  });
}
