import { statfsSync } from "node:fs";
import { causesOf, sqlStateOf } from "./unavailable";

const mebibyte = 1024 * 1024;
/**
 * Bytes that the embedded database wants to find before it writes: its next log file has 16 MiB, and it gives up altogether when
 * that cannot be made. A statement that only finds no room for its rows is refused and does no harm.
 */
const reserve = 20 * mebibyte;
/** Milliseconds for which what was measured holds. */
const kept = 250;

/** The disk has no room left for what is to be written. Nothing of it was. */
export class DiskFull extends Error {
  override readonly name = "DiskFull";
}

/** Whether something failed because a disk is full: this machine's, or the database server's. */
export function isDiskFull(error: unknown): boolean {
  if (sqlStateOf(error) === "53100") return true;
  for (const { code, name } of causesOf(error))
    if (name === "DiskFull" || code === "ENOSPC" || code === "EDQUOT") return true;
  return false;
}

/** Mebibytes that are missing on the disk of `directory` for a database to be written there; 0 when there is room. */
export function missingDiskSpace(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return Math.max(0, Math.ceil((reserve - bavail * bsize) / mebibyte));
}

/** Looks, at most a few times a second, whether there is room to write. @returns a function that throws {@link DiskFull} */
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
