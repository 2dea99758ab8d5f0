// Makes the build runnable under one base path: a copy of the standalone output in which the placeholder is replaced
// (CF-01). What does not change, the installed packages, is linked instead of copied. Copies lie outside of `.next`, which a
// build empties, and stay as long as a process serves them: a product that runs is not disturbed when a newer one is built.
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
  if (isWhole(kept)) return inUse(kept);
  if (!isWritable(copies)) {
    const directory = mkdtempSync(join(tmpdir(), "hub-web-"));
    process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
    fill(root, directory, basePath);
    return directory;
  }
  retireOtherBuilds(copies, build);
  const unfinished = mkdtempSync(`${kept}.`);
  inUse(unfinished);
  fill(root, unfinished, basePath);
  // Retired and now taken back into service, or its packages were linked to where the project was before.
  if (existsSync(kept) && !isWhole(kept)) rmSync(kept, { recursive: true });
  try {
    renameSync(unfinished, kept);
  } catch (error) {
    // Another start was quicker: its copy is as good as ours.
    rmSync(unfinished, { recursive: true, force: true });
    if (!isWhole(kept)) throw error;
  }
  return inUse(kept);
}

/** Whether a copy has the build and its packages. @param {string} copy */
function isWhole(copy) {
  return [".next/server", "node_modules/next"].every((part) => existsSync(join(copy, part)));
}

const userMark = ".used-by-";

/** Notes that this process serves a copy. @param {string} copy */
function inUse(copy) {
  const mark = join(copy, `${userMark}${process.pid}`);
  writeFileSync(mark, "");
  process.once("exit", () => rmSync(mark, { force: true }));
  return copy;
}

/** Whether a process that still runs serves a copy. @param {string} copy */
function isUsed(copy) {
  return readdirSync(copy).some((entry) => {
    if (!entry.startsWith(userMark)) return false;
    try {
      return process.kill(Number(entry.slice(userMark.length)), 0);
    } catch (error) {
      // EPERM: it runs, as somebody else.
      return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
    }
  });
}

/** @param {string} root @param {string} target @param {string} basePath */
function fill(root, target, basePath) {
  const standalone = join(root, ".next", "standalone");
  for (const entry of readdirSync(standalone)) {
    if (entry === "node_modules") linkPackages(join(standalone, entry), join(target, entry));
    // Links stay relative: those of `.next/node_modules` lead to the packages of the copy.
    else cpSync(join(standalone, entry), join(target, entry), { recursive: true, verbatimSymlinks: true });
  }
  cpSync(join(root, ".next", "static"), join(target, ".next", "static"), { recursive: true });
  if (existsSync(join(root, "public")))
    cpSync(join(root, "public"), join(target, "public"), { recursive: true });
  for (const file of filesIn(join(target, ".next"))) replacePlaceholder(file, basePath);
}

/**
 * Links each file, so that it stays when the next build replaces the one it came from; where files cannot be linked, the folder is.
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

/** Milliseconds for which browsers get the files of a build that is served no more: their pages are open for days. */
const keptFor = 7 * 24 * 60 * 60 * 1000;
const retiredMark = ".retired";
/** What `mkdtemp` puts behind the name of a copy that is being made. */
const unfinishedEnd = /\.\w{6}$/;

/**
 * Of other builds that no process serves, only the files for browsers stay, and those for a while.
 * @param {string} directory @param {string} build id of the build whose copies stay
 */
function retireOtherBuilds(directory, build) {
  for (const entry of readdirSync(directory)) {
    const copy = join(directory, entry);
    if (entry.startsWith(build) || isUsed(copy)) continue;
    if (unfinishedEnd.test(entry) || isForgotten(copy)) rmSync(copy, { recursive: true, force: true });
    else retire(copy);
  }
}

/** @param {string} copy */
function isForgotten(copy) {
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
 * Where earlier builds have their files for browsers, made for the same base path.
 * @param {string} root the project's directory
 * @param {string} copy what {@link runnableCopy} has answered
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

/** Whether a directory can be written to; it is made where there is none. @param {string} directory */
function isWritable(directory) {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
