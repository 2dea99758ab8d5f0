import { statfsSync } from "node:fs";
import { causesOf, sqlStateOf } from "./unavailable";

const mebibyte = 1024 * 1024;
/**
 * Bytes that the embedded database needs before it writes: its next log file takes 16 MiB, and it panics when it cannot
 * create that. A statement that only lacks room for its rows fails without harm.
 */
const reserve = 20 * mebibyte;
/** Milliseconds for which a measurement is valid. */
const kept = 250;

/** The disk has no room for a write. Nothing of it was written. */
export class DiskFull extends Error {
  override readonly name = "DiskFull";
}

/** Whether an error means that a disk is full: this machine's, or the database server's. */
export function isDiskFull(error: unknown): boolean {
  if (sqlStateOf(error) === "53100") return true;
  for (const { code, name } of causesOf(error))
    if (name === "DiskFull" || code === "ENOSPC" || code === "EDQUOT") return true;
  return false;
}

/** Mebibytes missing on the disk of `directory` for writing to a database there; 0 when there is room. */
export function missingDiskSpace(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return Math.max(0, Math.ceil((reserve - bavail * bsize) / mebibyte));
}

/** Checks, at most a few times a second, for room to write. @returns a function that throws {@link DiskFull} */
export function diskSpaceGuard(directory: string): () => void {
  let missing = 0;
  let measuredAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - measuredAt > kept) {
      missing = missingDiskSpace(directory);
      measuredAt = performance.now();
    }
    if (missing > 0) throw new DiskFull(`${missing} MiB are missing on the disk of ${directory}.`);
  };
}
