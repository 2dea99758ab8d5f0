import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SmallDisk {
  directory: string;
  /** Fills the disk completely. */
  fill(): void;
  /** Releases the space taken by {@link SmallDisk.fill}. */
  free(): void;
  remove(): void;
}

/** Mounts a small RAM disk. @returns the reason if this user may not mount one */
export function smallDisk(mebibytes: number): SmallDisk | string {
  const directory = mkdtempSync(join(tmpdir(), "hub-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m,mode=0755`, "tmpfs", directory], {
      stdio: "pipe",
    });
  } catch (error) {
    rmdirSync(directory);
    return `A small disk cannot be mounted here (${(error as Error).message.split("\n").at(-2)}). Run this as root on Linux.`;
  }
  const filler = join(directory, "filler");
  return {
    directory,
    fill: () => {
      const file = openSync(filler, "a");
      const part = Buffer.alloc(64 * 1024);
      try {
        while (statfsSync(directory).bavail > 0) writeSync(file, part);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove: () => {
      execFileSync("umount", ["--lazy", directory]);
      rmdirSync(directory);
    },
  };
}
