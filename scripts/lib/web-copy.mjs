// The folder from which the web process serves the build: the build itself, which is only read, or a copy that has a base
// path (CF-01) or stays when the build is replaced.
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compressAgain } from "./compress.mjs";
import { copyTree } from "./copy-tree.mjs";
import { createFolder, unfinishedEnd } from "./create-folder.mjs";
import { isRunning } from "./is-running.mjs";

/** Names the places in files at which a base path is inserted (build-web.mjs). */
export const placesFile = "base-path-places.json";

/**
 * Name of a build under a base path.
 * @param {string} built its folder, with `.next` in it @param {string} basePath such as `/admin`, or empty
 */
export function nameOfBuild(built, basePath) {
  const build = readFileSync(join(built, ".next", "BUILD_ID"), "utf8").trim();
  return `${build}${basePath.replaceAll("/", "~")}`;
}

/**
 * @param {string} built the folder of the build
 * @param {string} basePath such as `/admin`, or empty
 * @param {string | undefined} copies the folder for copies; without it, or if it is not writable, one is made for this process if
 *   `basePath` requires it
 * @returns {string} directory from which the build is served under `basePath`
 */
export function runnableFolder(built, basePath, copies) {
  if (copies && isWritable(copies)) return keptCopy(built, basePath, copies);
  return basePath === "" ? built : temporaryCopy(built, basePath);
}

/** @param {string} built @param {string} basePath */
function temporaryCopy(built, basePath) {
  const directory = mkdtempSync(join(tmpdir(), "hub-web-"));
  process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
  createCopy(built, directory, basePath);
  return directory;
}

/** @param {string} built @param {string} basePath @param {string} copies */
function keptCopy(built, basePath, copies) {
  const name = nameOfBuild(built, basePath);
  const kept = join(copies, name);
  if (existsSync(kept)) return markInUse(kept);
  removeUnused(copies, nameOfBuild(built, ""));
  createFolder(kept, (unfinished) => {
    markInUse(unfinished);
    createCopy(built, unfinished, basePath);
  });
  return markInUse(kept);
}

const userMark = ".used-by-";

/** Marks a copy as served by this process. @param {string} copy */
function markInUse(copy) {
  const mark = join(copy, `${userMark}${process.pid}`);
  writeFileSync(mark, "");
  process.once("exit", () => rmSync(mark, { force: true }));
  return copy;
}

/** Whether a running process serves a copy. @param {string} copy */
function isUsed(copy) {
  return readdirSync(copy).some(
    (entry) => entry.startsWith(userMark) && isRunning(Number(entry.slice(userMark.length))),
  );
}

/** Removes copies that no process serves, except finished ones of this build. @param {string} copies @param {string} build */
function removeUnused(copies, build) {
  for (const entry of readdirSync(copies)) {
    const copy = join(copies, entry);
    const isKept = entry.startsWith(build) && !unfinishedEnd.test(entry);
    if (!isKept && !isUsed(copy)) rmSync(copy, { recursive: true, force: true });
  }
}

/** @param {string} built @param {string} target @param {string} basePath */
function createCopy(built, target, basePath) {
  copyTree(built, target);
  if (basePath === "") return;
  /** @type {Record<string, number[]>} */
  const places = JSON.parse(readFileSync(join(built, placesFile), "utf8"));
  for (const [name, offsets] of Object.entries(places))
    insertAt(join(target, ".next", name), offsets, basePath);
}

/** @param {string} file @param {readonly number[]} offsets in bytes @param {string} inserted */
function insertAt(file, offsets, inserted) {
  const content = readFileSync(file);
  const parts = [0, ...offsets].map((from, part) => content.subarray(from, offsets[part]));
  // The build's own file may be linked here.
  rmSync(file);
  writeFileSync(file, parts.map((part) => part.toString("latin1")).join(inserted), "latin1");
  compressAgain(file);
}

/** Whether a directory is writable; creates it if missing. @param {string} directory */
function isWritable(directory) {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
