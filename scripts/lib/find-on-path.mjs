import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * The first program on the PATH with one of the names.
 * @param {readonly string[]} names in order of preference within one folder
 * @returns {string | undefined} its full path
 */
export function findOnPath(names) {
  for (const folder of (process.env.PATH ?? "").split(delimiter))
    for (const name of names) if (isExecutable(join(folder, name))) return join(folder, name);
  return undefined;
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
