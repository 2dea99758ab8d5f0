import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { runCommand } from "./process.mjs";
import { root } from "./root.mjs";

/** @typedef {{ packages: Record<string, { version?: string, optional?: boolean, peer?: boolean }> }} LockFile */

/** Installs the packages of the lock file unless they are there. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await withLock(async () => {
    if (isInstalled()) return;
    console.log("Installing packages …");
    // `npm install`, not `npm ci`: the latter refuses lock files that lack other platforms' optional packages.
    await runCommand("npm", ["install", "--include=dev", "--no-audit", "--no-fund"], { what: "npm install" });
  });
}

/** Whether npm's own record of what is in node_modules has every package of the lock file in the same version. */
function isInstalled() {
  const record = join(root, "node_modules/.package-lock.json");
  if (!existsSync(record)) return false;
  const wanted = read(join(root, "package-lock.json")).packages;
  const present = read(record).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === "" || (present[path] ? present[path].version === version : optional === true),
  );
}

/** @param {string} path @returns {LockFile} */
function read(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}
