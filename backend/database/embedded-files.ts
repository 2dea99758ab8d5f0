import { constants } from "node:fs";
import { access, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { missingDiskSpace } from "./disk-space";
import { StartError } from "./start-error";

/** Says, for the time being, that a database is being made and holds nothing yet. */
const markOf = (directory: string) => `${directory}.unfinished`;

/**
 * Looks whether the embedded database can be opened before it is: it would begin anew over files of which one is missing.
 * What a first start left half made is put aside, not removed: somebody may have put a backup in its place.
 * @returns whether there is a database; else it has to be made, between this and {@link noteMade}
 * @throws {StartError} when what there is cannot be read and written, or is damaged
 */
export async function prepareFiles(directory: string): Promise<boolean> {
  const mark = markOf(directory);
  try {
    if (await isThere(mark)) await putAside(directory);
    refuseFullDisk(dirname(directory));
    const files = await readdir(directory).catch(nothingThere);
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

/** Notes that a new database is whole. It lasts, also over a loss of power, before anybody is told that something is stored. */
export async function noteMade(directory: string): Promise<void> {
  await rm(markOf(directory), { force: true });
  const folder = await open(dirname(directory));
  await folder.sync().finally(() => folder.close());
}

/** What to tell when the files were there and could not be opened. @param error what the database said, which tells little */
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

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => nothingThere(error).length > 0,
  );
}

function nothingThere(error: NodeJS.ErrnoException): string[] {
  if (error.code !== "ENOENT") throw error;
  return [];
}
