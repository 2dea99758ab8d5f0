// Makes the build runnable under one base path: a copy of the standalone output in which the placeholder is replaced
// (CF-01). What does not change, the installed packages, is linked instead of copied.
import {
  accessSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join } from "node:path";

const placeholder = "/__ASSET_BASE__";
const binary = new Set([".woff", ".woff2", ".ttf", ".png", ".jpg", ".ico", ".wasm", ".node", ".br", ".gz"]);

/**
 * @param {string} root the project's directory, with `.next` in it
 * @param {string} basePath such as `/admin`, or empty
 * @returns {string} directory whose `server.js` serves the build under `basePath`
 */
export function runnableCopy(root, basePath) {
  const build = readFileSync(join(root, ".next", "BUILD_ID"), "utf8").trim();
  const name = `${build}${basePath.replaceAll("/", "~")}`;
  const kept = join(root, ".next", "run", name);
  if (existsSync(join(kept, "server.js"))) return kept;
  if (!isWritable(join(root, ".next"))) {
    const directory = mkdtempSync(join(tmpdir(), "hub-web-"));
    process.once("exit", () => rmSync(directory, { recursive: true, force: true }));
    fill(root, directory, basePath);
    return directory;
  }
  mkdirSync(dirname(kept), { recursive: true });
  forgetOtherBuilds(dirname(kept), build);
  const unfinished = mkdtempSync(`${kept}.`);
  fill(root, unfinished, basePath);
  try {
    renameSync(unfinished, kept);
  } catch (error) {
    // Another start was quicker: its copy is as good as ours.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(join(kept, "server.js"))) throw error;
  }
  return kept;
}

/** @param {string} root @param {string} target @param {string} basePath */
function fill(root, target, basePath) {
  const standalone = join(root, ".next", "standalone");
  for (const entry of readdirSync(standalone)) {
    if (entry === "node_modules") symlinkSync(join(standalone, entry), join(target, entry), "junction");
    else cpSync(join(standalone, entry), join(target, entry), { recursive: true });
  }
  cpSync(join(root, ".next", "static"), join(target, ".next", "static"), { recursive: true });
  if (existsSync(join(root, "public")))
    cpSync(join(root, "public"), join(target, "public"), { recursive: true });
  for (const file of filesIn(join(target, ".next"))) replacePlaceholder(file, basePath);
  replacePlaceholder(join(target, "server.js"), basePath);
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
  if (content.includes(placeholder))
    writeFileSync(file, content.toString("utf8").replaceAll(placeholder, basePath));
}

/** @param {string} directory @param {string} build id of the build whose copies stay */
function forgetOtherBuilds(directory, build) {
  for (const entry of readdirSync(directory))
    if (!basename(entry).startsWith(build)) rmSync(join(directory, entry), { recursive: true, force: true });
}

/** @param {string} directory */
function isWritable(directory) {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
