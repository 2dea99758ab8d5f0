import { constants } from "node:fs";
import { access, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ifMissing } from "../core/missing-file";
import { StartError } from "../core/start-error";
import { missingDiskSpace } from "./disk-space";

/** Marks an incompletely created database without data. */
const markOf = (directory: string) => `${directory}.unfinished`;

/**
 * Checks whether the embedded database can be opened, because PGlite would start over on files of which one is missing.
 * An unfinished first start is moved aside, not removed: it may contain a backup put there by the operator.
 * @returns whether a database exists; if not, it has to be created between this and {@link markComplete}
 * @throws {StartError} when the files cannot be read and written, or are damaged
 */
export async function prepareFiles(directory: string): Promise<boolean> {
  const mark = markOf(directory);
  try {
    if (await fileExists(mark)) await putAside(directory);
    refuseFullDisk(dirname(directory));
    const files = await readdir(directory).catch(ifMissing<string[]>([]));
    if (files.length === 0) {
      await writeFile(mark, "");
      return false;
    }
    if (!files.includes("PG_VERSION") || !files.includes("global"))
      throw damaged(directory, "files are missing");
    for (const file of ["", "PG_VERSION", "global", "base", "pg_wal"])
      await access(join(directory, file), constants.R_OK | constants.W_OK);
    return true;
  } catch (error) {
    throw error instanceof StartError ? error : unusable(error as NodeJS.ErrnoException, directory);
  }
}

async function putAside(directory: string): Promise<void> {
  const aside = `${directory}.unfinished-${Date.now()}`;
  try {
    await rename(directory, aside);
    console.error(`The last first start did not come to its end: what it made is kept as ${aside}.`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** Marks a new database as complete, durably, before any client learns that its data is stored. */
export async function markComplete(directory: string): Promise<void> {
  await rm(markOf(directory), { force: true });
  const folder = await open(dirname(directory));
  await folder.sync().finally(() => folder.close());
}

/** The error for files that exist but could not be opened. @param error the database's error, which says little */
export function refusedFiles(error: unknown, directory: string): StartError {
  refuseFullDisk(dirname(directory));
  return damaged(directory, (error as Error)?.message?.split("\n", 1)[0] || String(error));
}

export function unwritable({ code, message }: NodeJS.ErrnoException): StartError {
  return new StartError(
    code === "ENOSPC" || code === "EDQUOT"
      ? `DATA_DIR cannot be written (${message}). Free some space there and start again.`
      : `DATA_DIR cannot be written (${message}). Make it writable or choose another.`,
  );
}

function unusable(error: NodeJS.ErrnoException, directory: string): StartError {
  return error.code === "ENOENT" ? damaged(directory, error.message) : unwritable(error);
}

const damaged = (directory: string, reason: string) =>
  new StartError(
    `The embedded database in ${directory} cannot be opened: it is damaged, or was made by another version (${reason}). ` +
      "Restore DATA_DIR from a backup or choose another.",
  );

/** @throws {StartError} */
export function refuseFullDisk(folder: string): void {
  const missing = missingDiskSpace(folder);
  if (missing > 0)
    throw new StartError(
      `The disk of DATA_DIR is full: ${missing} MiB are missing. Free that much and start again; nothing is lost.`,
    );
}

async function fileExists(path: string): Promise<boolean> {
  return access(path).then(() => true, ifMissing(false));
}
