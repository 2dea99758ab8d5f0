import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { runCommand } from "./process.mjs";
import { timed } from "./progress.mjs";
import { root } from "./root.mjs";

/** @typedef {{ version?: string, optional?: boolean, dev?: boolean }} Package */
/** @typedef {Record<string, Package>} Packages by their path, as in `package-lock.json` */

/**
 * Installs missing packages of the lock file.
 * @param {{ development?: boolean }} [options] `development`: includes packages for tests, checks and the demo provider
 */
export async function ensureInstalled({ development = false } = {}) {
  if (missingPackages(read("package-lock.json"), installed(), development).length === 0) return;
  await withLock(async () => {
    const wanted = read("package-lock.json");
    const present = installed();
    const missing = missingPackages(wanted, present, development).length;
    if (missing === 0) return;
    // A start does not remove packages for tests.
    const include = development || hasDevelopmentPackages(wanted, present) ? "--include=dev" : "--omit=dev";
    // `npm install`, not `npm ci`: the latter refuses lock files without other platforms' optional packages.
    await timed(
      `Installing ${missing} packages${development ? ", those for tests and checks too" : ""}`,
      () => runCommand("npm", ["install", include, "--no-audit", "--no-fund"], { what: "npm install" }),
    );
  });
}

/**
 * The packages of the lock file that are missing or have another version. Missing optional ones are ignored: they are for
 * other platforms.
 * @param {Packages} wanted
 * @param {Packages} present
 * @param {boolean} development whether to include packages for tests and checks
 * @returns {string[]} their paths
 */
export function missingPackages(wanted, present, development) {
  return Object.entries(wanted)
    .filter(([path, { version, optional, dev }]) => {
      if (path === "" || (dev && !development)) return false;
      return present[path] ? present[path].version !== version : !optional;
    })
    .map(([path]) => path);
}

/** Whether packages for tests and checks are installed. @param {Packages} wanted @param {Packages} present */
export function hasDevelopmentPackages(wanted, present) {
  return Object.entries(wanted).some(([path, { dev }]) => dev && present[path]);
}

/** npm's record of installed packages. */
function installed() {
  const record = "node_modules/.package-lock.json";
  return existsSync(join(root, record)) ? read(record) : {};
}

/** @param {string} path of a lock file @returns {Packages} */
function read(path) {
  return JSON.parse(readFileSync(join(root, path), "utf8")).packages;
}
