import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyTree } from "./copy-tree.mjs";
import { createFolder, unfinishedEnd } from "./create-folder.mjs";

/** Milliseconds for which browsers can still load files of a replaced build: pages stay open for days. */
const keptFor = 7 * 24 * 60 * 60 * 1000;
const replacedMark = ".replaced";

/**
 * Stores a build's files for browsers in a folder that all web processes share, and returns the stored ones of earlier builds.
 * @param {string} assets the shared folder
 * @param {string} name of the build (nameOfBuild)
 * @param {string} files folder with its files for browsers
 * @param {string} end of the names of builds for the same base path
 * @returns {string[]} folders
 */
export function keepAssets(assets, name, files, end) {
  mkdirSync(assets, { recursive: true });
  const stored = join(assets, name);
  if (existsSync(stored)) rmSync(join(stored, replacedMark), { force: true });
  else createFolder(stored, (unfinished) => copyTree(files, unfinished));
  /** @param {string} entry */
  const isBuild = (entry) =>
    entry.endsWith(end) && /^[\w-]+$/.test(entry.slice(0, entry.length - end.length));
  const others = readdirSync(assets).filter((entry) => entry !== name);
  for (const entry of others) if (isBuild(entry) || unfinishedEnd.test(entry)) expire(join(assets, entry));
  return others
    .filter(isBuild)
    .map((entry) => join(assets, entry))
    .filter((folder) => existsSync(folder));
}

/** Marks a build as replaced, and removes it a week later. @param {string} folder */
function expire(folder) {
  const mark = join(folder, replacedMark);
  const since = statSync(mark, { throwIfNoEntry: false })?.mtimeMs;
  if (since === undefined) writeFileSync(mark, "");
  else if (Date.now() - since > keptFor) rmSync(folder, { recursive: true, force: true });
}
