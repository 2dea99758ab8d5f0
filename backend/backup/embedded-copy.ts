import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Config, databaseDirectory } from "../config/config";
import { StartError } from "../core/start-error";
import { isDiskFull } from "../database/disk-space";
import { DataDirectoryInUse, takeLock } from "../database/lock";
import type { EmbeddedFiles } from "../database/transaction";

// One process has the embedded database. Another one that backs it up leaves a file in DATA_DIR, and gets a copy of the database's
// files there: without a port or a password, and without blocking users while the copy is read.

const folderOf = ({ dataDirectory }: Pick<Config, "dataDirectory">) => join(dataDirectory, "snapshots");
const wanted = ".wanted";
const failed = ".failed";
const draft = ".draft";

/** Milliseconds between looks at the folder. */
const interval = 500;
/** Milliseconds between signs that a copy is still being read, and until its reader counts as ended. */
const signInterval = 30_000;
const abandonedAfter = 10 * signInterval;
/** Milliseconds until the process that has the database must have noticed the request. */
const answerWithin = 60_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Runs `work` on a copy of the embedded database, made while nothing was written, and removes the copy.
 * @throws {StartError} when there is no database, no room for the copy, or its process does not answer
 */
export async function withEmbeddedCopy<T>(
  config: Config,
  work: (directory: string) => Promise<T>,
): Promise<T> {
  const database = databaseDirectory(config);
  if ((await readdir(database).catch(() => [])).length === 0)
    throw new StartError(`There is no database in ${config.dataDirectory}. Set DATA_DIR or DATABASE_URL.`);
  const folder = folderOf(config);
  const copy = join(folder, randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const signs = setInterval(() => void utimes(copy, new Date(), new Date()).catch(() => {}), signInterval);
  try {
    await getCopy(database, copy);
    return await work(copy);
  } finally {
    clearInterval(signs);
    for (const suffix of ["", wanted, failed, draft])
      await rm(copy + suffix, { recursive: true, force: true });
  }
}

/** Copies the database while no process has it; otherwise that process does, unless it ends before. */
async function getCopy(database: string, copy: string): Promise<void> {
  for (let waited = 0; !(await exists(copy)); waited += interval) {
    const release = await takeLock(`${database}.lock`).catch((error: unknown) => {
      if (error instanceof DataDirectoryInUse) return undefined;
      throw error;
    });
    if (release) return copyDatabase(database, copy).finally(release);
    if (waited === 0) await writeFile(copy + wanted, "");
    await pause(interval);
    const reason = await readFile(copy + failed, "utf8").catch(() => "");
    if (reason) throw new StartError(reason);
    if (waited >= answerWithin && (await exists(copy + wanted)))
      throw new StartError(
        "The process that has the embedded database does not answer. Stop it, or restart it, and repeat the backup.",
      );
  }
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

async function copyDatabase(from: string, to: string): Promise<void> {
  const target = to + draft;
  try {
    await rm(target, { recursive: true, force: true });
    // Shares blocks where the file system can.
    await cp(from, target, { recursive: true, mode: constants.COPYFILE_FICLONE });
    await rename(target, to);
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw isDiskFull(error)
      ? new StartError(
          "The disk of DATA_DIR has no room for the copy of the database that a backup reads. Free as much as the database takes.",
        )
      : error;
  }
}

/**
 * Serves requests for copies of this process's embedded database, until the returned function is called.
 * @param report receives errors
 */
export function serveCopies(
  config: Config,
  source: EmbeddedFiles,
  report: (error: unknown) => void,
): () => void {
  const folder = folderOf(config);
  let isMarked = false;
  let isBusy = false;
  const look = async () => {
    const entries = await readdir(folder).catch(() => []);
    const present = await Promise.all(entries.map((entry) => isPresent(join(folder, entry))));
    const shallMark = present.some(Boolean);
    if (shallMark !== isMarked) await source.markBackup(shallMark);
    isMarked = shallMark;
    for (const entry of entries) if (entry.endsWith(wanted)) await serve(join(folder, entry));
  };
  const serve = async (request: string) => {
    const copy = request.slice(0, -wanted.length);
    try {
      await rm(request);
      await source.whileStill(() => copyDatabase(databaseDirectory(config), copy));
    } catch (error) {
      report(error);
      await writeFile(copy + failed, (error as Error).message);
    }
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    look()
      .catch(report)
      .finally(() => {
        isBusy = false;
      });
  }, interval);
  timer.unref();
  return () => clearInterval(timer);
}

/** Removes leftovers of an aborted backup. */
async function isPresent(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return false;
  if (Date.now() - found.mtimeMs < abandonedAfter) return true;
  await rm(path, { recursive: true, force: true });
  return false;
}
