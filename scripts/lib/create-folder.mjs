import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";

/** Suffix that `mkdtemp` adds to an unfinished folder. */
export const unfinishedEnd = /\.\w{6}$/;

/**
 * Creates a folder that is complete as soon as it has its name, even if several processes do so at once.
 * @param {string} path
 * @param {(unfinished: string) => void} fill
 */
export function createFolder(path, fill) {
  const unfinished = mkdtempSync(`${path}.`);
  fill(unfinished);
  try {
    renameSync(unfinished, path);
  } catch (error) {
    // Another process created it first.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(path)) throw error;
  }
}
