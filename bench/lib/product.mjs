import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../scripts/lib/root.mjs";

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
  return {
    origin: `http://localhost:${port}`,
    apiOrigin: `http://localhost:${apiPort}`,
    directory,
    secondsToReady: (performance.now() - from) / 1000,
    memory: () => memoryOfEach().reduce((sum, each) => sum + each, 0),
    memoryOfEach,
    pids,
    memoryOfTree: () => descendantsOf(child.pid ?? 0).reduce((sum, pid) => sum + memoryIfThere(pid), 0),
    stop: async () => {
      child.kill("SIGINT");
      await once(child, "exit");
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** @param {number} pid @returns {number[]} */
function childrenOf(pid) {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .trim()
    .split(" ")
    .filter(Boolean)
    .map(Number);
}

/** @param {number} pid @returns {number[]} empty for a process that has ended */
function descendantsOf(pid) {
  try {
    return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
  } catch {
    return [];
  }
}

/** @param {number} pid @returns {number} in MB; 0 of a process that has ended */
function memoryIfThere(pid) {
  try {
    return residentMemory(pid);
  } catch {
    return 0;
  }
}

/** @param {number} pid @returns {number} in MB */
export function residentMemory(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

/** @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
