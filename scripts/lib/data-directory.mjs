import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { CliError } from "./cli-error.mjs";

/**
 * Creates the data directory if missing.
 * @param {string} directory
 * @returns {string} its full path
 * @throws {CliError} if it is not writable
 */
export function prepareDataDirectory(directory) {
  const path = resolve(directory);
  withCliError(path, () => mkdirSync(path, { recursive: true, mode: 0o700 }));
  return path;
}

/**
 * A random value, created once and stored in the data directory, readable by its owner only.
 * @param {string} directory
 * @param {string} name of the file
 * @param {number} bytes of randomness
 */
export function readOrCreateSecret(directory, name, bytes) {
  const path = join(directory, name);
  return withCliError(directory, () => {
    const existing = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
    if (existing) return existing;
    // Renamed once complete, as writing may fail on a full disk; an empty file of an earlier start is removed.
    rmSync(path, { force: true });
    const draft = `${path}.${process.pid}`;
    try {
      writeFileSync(draft, randomBytes(bytes).toString("base64url"), { mode: 0o600 });
      // Does not replace an existing file: two concurrent starts use the same one.
      linkSync(draft, path);
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    } finally {
      rmSync(draft, { force: true });
    }
    return readFileSync(path, "utf8").trim();
  });
}

/**
 * The secrets of the environment, and those that it lacks from the data directory.
 * @param {string} directory
 */
export function ownSecrets(directory) {
  const { SESSION_SECRET, ENCRYPTION_SECRET } = process.env;
  return {
    SESSION_SECRET: SESSION_SECRET || readOrCreateSecret(directory, "session-secret", 48),
    ENCRYPTION_SECRET: ENCRYPTION_SECRET || readOrCreateSecret(directory, "encryption-secret", 48),
  };
}

/**
 * A message to print once: stored in a file, readable by its owner only, across starts that fail before they print it.
 * @param {string} directory @param {string} name of the file
 */
export function pendingMessage(directory, name) {
  const path = join(directory, name);
  return {
    has: () => existsSync(path),
    keep: (/** @type {string} */ text) =>
      withCliError(directory, () => writeFileSync(path, text, { mode: 0o600, flush: true })),
    tell: (/** @type {(text: string) => void} */ say) => {
      say(readFileSync(path, "utf8"));
      rmSync(path);
    },
  };
}

/**
 * @template T
 * @param {string} directory
 * @param {() => T} action
 * @returns {T}
 */
function withCliError(directory, action) {
  try {
    return action();
  } catch (error) {
    throw new CliError(
      `The data directory ${directory} cannot be written to (${codeOf(error)}). Set DATA_DIR to one that can.`,
    );
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
