import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Stop } from "./stop.mjs";

/**
 * Makes the data directory if there is none.
 * @param {string} directory
 * @returns {string} its full path
 * @throws {Stop} when it cannot be written to
 */
export function prepareDataDirectory(directory) {
  const path = resolve(directory);
  attempt(path, () => mkdirSync(path, { recursive: true, mode: 0o700 }));
  return path;
}

/**
 * A random value that is made once and then kept in the data directory, readable by its owner alone.
 * @param {string} directory
 * @param {string} name of the file
 * @param {number} bytes of randomness
 */
export function keptSecret(directory, name, bytes) {
  const path = join(directory, name);
  return attempt(directory, () => {
    try {
      // Exclusive, so that of two starts at once both use the same one.
      writeFileSync(path, randomBytes(bytes).toString("base64url"), { mode: 0o600, flag: "wx" });
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
    return readFileSync(path, "utf8").trim();
  });
}

/**
 * @template T
 * @param {string} directory
 * @param {() => T} action
 * @returns {T}
 */
function attempt(directory, action) {
  try {
    return action();
  } catch (error) {
    throw new Stop(
      `The data directory ${directory} cannot be written to (${codeOf(error)}). Set DATA_DIR to one that can.`,
    );
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
