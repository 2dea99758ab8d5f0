// Makes the build runnable under a base path: copies the standalone output and replaces the placeholder in it (CF-01).
// Unchanged parts, the installed packages, are linked instead of copied. Copies are outside `.next`, which a build empties,
// and remain while a process serves them: a newer build does not disturb a running product.
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join, relative } from "node:path";
import { compressAgain } from "./compress.mjs";

const placeholder = "/__ASSET_BASE__";
const binary = new Set([".woff", ".woff2", ".ttf", ".png", ".jpg", ".ico", ".wasm", ".node", ".br", ".gz"]);

/**
 * @param {string} root the project's directory, with `.next` in it
 * @param {string} basePath such as `/admin`, or empty
 * @returns {string} directory from which the build is served under `basePath`
 */
export function runnableCopy(root, basePath) {
  const build = readFileSync(join(root, ".next", "BUILD_ID"), "utf8").trim();
  const name = `${build}${basePath.replaceAll("/", "~")}`;
  const copies = join(root, "dist", "web");
  const kept = join(copies, name);
  if (isWhole(kept)) return markInUse(kept);
  if (!isWritable(copies)) {
    const directory = mkdtempSync(join(tmpdir(), "hub-web-"));
    process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
    createCopy(root, directory, basePath);
    return directory;
  }
  retireOtherBuilds(copies, build);
  const unfinished = mkdtempSync(`${kept}.`);
  markInUse(unfinished);
  createCopy(root, unfinished, basePath);
  // It was retired and is needed again, or its links point to the project's previous folder.
  if (existsSync(kept) && !isWhole(kept)) rmSync(kept, { recursive: true });
  try {
    renameSync(unfinished, kept);
  } catch (error) {
    // Another process created the copy first: uses that one.
    rmSync(unfinished, { recursive: true, force: true });
    if (!isWhole(kept)) throw error;
  }
  return markInUse(kept);
}

/** Whether a copy has the build and its packages. @param {string} copy */
function isWhole(copy) {
  return [".next/server", "node_modules/next"].every((part) => existsSync(join(copy, part)));
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
  return readdirSync(copy).some((entry) => {
    if (!entry.startsWith(userMark)) return false;
    try {
      return process.kill(Number(entry.slice(userMark.length)), 0);
    } catch (error) {
      // EPERM: it is running as another user.
      return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
    }
  });
}

/** @param {string} root @param {string} target @param {string} basePath */
function createCopy(root, target, basePath) {
  const standalone = join(root, ".next", "standalone");
  for (const entry of readdirSync(standalone)) {
    if (entry === "node_modules") linkPackages(join(standalone, entry), join(target, entry));
    // Links stay relative: those of `.next/node_modules` point to the packages of the copy.
    else cpSync(join(standalone, entry), join(target, entry), { recursive: true, verbatimSymlinks: true });
  }
  cpSync(join(root, ".next", "static"), join(target, ".next", "static"), { recursive: true });
  if (existsSync(join(root, "public")))
    cpSync(join(root, "public"), join(target, "public"), { recursive: true });
  for (const file of filesIn(join(target, ".next"))) replacePlaceholder(file, basePath);
}

/**
 * Links each file, so that it remains when the next build replaces the original; links the folder where files cannot be
 * linked.
 * @param {string} packages @param {string} target
 */
function linkPackages(packages, target) {
  try {
    for (const entry of readdirSync(packages, { withFileTypes: true, recursive: true })) {
      const from = join(entry.parentPath ?? entry.path, entry.name);
      const to = join(target, relative(packages, from));
      if (entry.isDirectory()) mkdirSync(to, { recursive: true });
      else {
        mkdirSync(dirname(to), { recursive: true });
        linkSync(from, to);
      }
    }
  } catch {
    rmSync(target, { recursive: true, force: true });
    symlinkSync(packages, target, "junction");
  }
}

/** @param {string} directory @returns {Generator<string>} */
function* filesIn(directory) {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isSymbolicLink() || entry.name === "node_modules") continue;
    if (entry.isDirectory()) yield* filesIn(path);
    else if (!binary.has(extname(entry.name))) yield path;
  }
}

/** @param {string} file @param {string} basePath */
function replacePlaceholder(file, basePath) {
  const content = readFileSync(file);
  if (!content.includes(placeholder)) return;
  writeFileSync(file, content.toString("utf8").replaceAll(placeholder, basePath));
  compressAgain(file);
}

/** Milliseconds for which browsers can still load files of a retired build: pages stay open for days. */
const keptFor = 7 * 24 * 60 * 60 * 1000;
const retiredMark = ".retired";
/** Suffix that `mkdtemp` adds to an unfinished copy. */
const unfinishedEnd = /\.\w{6}$/;

/**
 * Removes other builds that no process serves, except their files for browsers, which remain for a while.
 * @param {string} directory @param {string} build id of the build whose copies stay
 */
function retireOtherBuilds(directory, build) {
  for (const entry of readdirSync(directory)) {
    const copy = join(directory, entry);
    if (entry.startsWith(build) || isUsed(copy)) continue;
    if (unfinishedEnd.test(entry) || isExpired(copy)) rmSync(copy, { recursive: true, force: true });
    else retire(copy);
  }
}

/** @param {string} copy */
function isExpired(copy) {
  const mark = join(copy, retiredMark);
  return existsSync(mark) && Date.now() - statSync(mark).mtimeMs > keptFor;
}

/** @param {string} copy */
function retire(copy) {
  const mark = join(copy, retiredMark);
  if (existsSync(mark)) return;
  keepOnly(copy, ".next");
  keepOnly(join(copy, ".next"), "static");
  writeFileSync(mark, "");
}

/** @param {string} directory @param {string} kept */
function keepOnly(directory, kept) {
  for (const entry of readdirSync(directory))
    if (entry !== kept) rmSync(join(directory, entry), { recursive: true, force: true });
}

/**
 * Directories with earlier builds' files for browsers, for the same base path.
 * @param {string} root the project's directory
 * @param {string} copy result of {@link runnableCopy}
 * @param {string} basePath
 * @returns {string[]}
 */
export function earlierAssets(root, copy, basePath) {
  const copies = join(root, "dist", "web");
  const end = basePath.replaceAll("/", "~");
  if (!existsSync(copies)) return [];
  return readdirSync(copies)
    .filter((entry) => entry.endsWith(end) && /^[\w-]+$/.test(entry.slice(0, entry.length - end.length)))
    .map((entry) => join(copies, entry))
    .filter((one) => one !== copy)
    .map((one) => join(one, ".next", "static"))
    .filter((one) => existsSync(one));
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
