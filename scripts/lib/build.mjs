import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { apiEntries, buildApi } from "./build-api.mjs";
import { buildPrograms, programFiles } from "./build-programs.mjs";
import { buildWeb } from "./build-web.mjs";
import { withLock } from "./lock.mjs";
import { runCommand } from "./process.mjs";
import { timed } from "./progress.mjs";
import { product, root } from "./root.mjs";

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {readonly string[]} sources input files and folders
 * @property {string} result exists once it has been built
 * @property {string} stamp holds the content hash of the sources it was built from
 * @property {(hash: string) => Promise<void>} build called with the hash of its sources
 */

const shared = ["lib", "messages", "package-lock.json", "tsconfig.json", "scripts/lib/copy-packages.mjs"];

/** @type {Target[]} */
const targets = [
  {
    name: "API",
    sources: [...shared, "backend", "scripts/lib/build-api.mjs", "scripts/lib/fixed-clock.mjs"],
    result: "dist/api.mjs",
    stamp: "dist/api/.sources",
    build: buildApi,
  },
  {
    name: "web",
    sources: [
      ...shared,
      "app",
      "components",
      "public",
      "scripts/lib/browser-contract.cjs",
      "scripts/lib/build-web.mjs",
      "middleware.ts",
      "instrumentation.ts",
      "instrumentation-node.ts",
      "next.config.ts",
      "tailwind.config.ts",
      "postcss.config.mjs",
    ],
    result: "dist/web/.next/BUILD_ID",
    stamp: "dist/web/.sources",
    build: buildWeb,
  },
  {
    name: "programs",
    sources: [
      "scripts/product",
      "scripts/lib",
      "lib/server/core/close-listener.mjs",
      "package.json",
      "LICENSE",
      ".env.example",
    ],
    result: "dist/web.mjs",
    stamp: "dist/.sources",
    build: buildPrograms,
  },
];

/** All files and folders that a build reads. */
export const sourcesOfBuild = [...new Set(targets.flatMap(({ sources }) => sources))];

/**
 * Builds missing or outdated targets in a child process: compiling leaves 300 MB and the compiler's service behind.
 * @param {readonly string[]} [names] names of targets; all by default
 */
export async function ensureBuilt(names = []) {
  if (targetsOf(names).every((target) => isBuilt(target, contentHash(target.sources)))) return;
  await runCommand(process.execPath, ["scripts/build.mjs", "--no-list", ...names], { what: "The build" });
}

/** Builds missing or outdated targets. @param {readonly string[]} names names of targets; all if empty */
export async function buildTargets(names) {
  await withLock(async () => {
    for (const target of targetsOf(names)) await build(target);
    removeUnknownEntries();
  });
}

/** Removes leftovers of earlier versions and of aborted builds: the same sources give the same files. */
function removeUnknownEntries() {
  const known = new Set([...apiEntries, "web", ...programFiles, ".sources"]);
  for (const entry of readdirSync(product))
    if (!known.has(entry)) rmSync(join(product, entry), { recursive: true });
}

/** @param {readonly string[]} names of targets; all when empty */
function targetsOf(names) {
  return targets.filter(({ name }) => names.length === 0 || names.includes(name));
}

/** @param {Target} target */
async function build(target) {
  const hash = contentHash(target.sources);
  if (isBuilt(target, hash)) return;
  const stamp = join(root, target.stamp);
  // Removed first: an aborted build must not count as complete.
  rmSync(stamp, { force: true });
  await timed(`Building the ${target.name}`, () => target.build(hash));
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

/** @param {Target} target @param {string} hash of its sources */
function isBuilt(target, hash) {
  const stamp = join(root, target.stamp);
  return existsSync(join(root, target.result)) && existsSync(stamp) && readFileSync(stamp, "utf8") === hash;
}

/**
 * Hashes names and contents of files and folders, excluding tests.
 * @param {readonly string[]} paths relative to the project's folder; missing ones are ignored
 */
function contentHash(paths) {
  const hash = createHash("sha256").update(process.versions.node.split(".")[0] ?? "");
  for (const path of paths.flatMap(filesUnder).sort())
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(root, path)));
  return hash.digest("hex");
}

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .flatMap((entry) => filesUnder(`${path}/${entry}`))
    .filter((file) => !/\.(?:(?:test|spec)\.tsx?|md)$/.test(file));
}
