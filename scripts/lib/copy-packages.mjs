import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { root } from "./root.mjs";

/** Not read at run time: types, source maps, documents; and tests and modules for bundlers, as folders of a package. */
const unneededFile = /(?:\.[cm]?tsx?|\.map|\.md|\.markdown)$/;
const unneededFolder = /^(?:tests?|__tests__|benchmarks?|examples|\.github|dist-es|dist-types)$/;

/**
 * Copies installed packages, and those that they need, with the same folders below `node_modules`.
 * @param {Iterable<string>} names @param {string} target the new `node_modules`
 */
export function copyPackages(names, target) {
  for (const folder of packagesOf(names))
    cpSync(folder, join(target, relative(join(root, "node_modules"), folder)), {
      recursive: true,
      filter: (path) => isNeeded(path, folder),
    });
}

/** @param {string} path @param {string} folder of the package */
function isNeeded(path, folder) {
  if (dirname(path) === folder && unneededFolder.test(basename(path))) return false;
  // A package inside is copied if it is needed itself.
  return basename(path) !== "node_modules" && !unneededFile.test(path);
}

/** Folders of packages with all their dependencies. @param {Iterable<string>} names @returns {Set<string>} */
function packagesOf(names) {
  const found = /** @type {Set<string>} */ (new Set());
  /** @param {string} name @param {string} from */
  const add = (name, from) => {
    const folder = findPackage(name, from);
    // A dependency for another platform is not installed.
    if (!folder || found.has(folder)) return;
    found.add(folder);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
      readFileSync(join(folder, "package.json"), "utf8"),
    );
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (peer) => !peerDependenciesMeta?.[peer]?.optional,
    );
    for (const each of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
      add(each, folder);
  };
  for (const name of names) add(name, root);
  return found;
}

/** Finds a package as Node.js does. @param {string} name @param {string} from */
function findPackage(name, from) {
  for (let folder = from; folder.startsWith(root); folder = dirname(folder)) {
    const found = join(folder, "node_modules", name);
    if (existsSync(join(found, "package.json"))) return found;
  }
  return undefined;
}

/**
 * Puts a finished folder in the place of an earlier one, readable by every user whatever the umask.
 * @param {string} finished @param {string} target
 */
export function replaceFolder(finished, target) {
  const replaced = `${target}.replaced`;
  chmodSync(finished, 0o755);
  for (const entry of readdirSync(finished, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath ?? entry.path, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  rmSync(replaced, { recursive: true, force: true });
  if (existsSync(target)) renameSync(target, replaced);
  renameSync(finished, target);
  rmSync(replaced, { recursive: true, force: true });
}
