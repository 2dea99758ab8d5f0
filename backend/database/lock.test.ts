import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { takeLock } from "./lock";

let folder: string;
let directory: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-lock-"));
  directory = join(folder, "database.lock");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("[BE-02] the second owner of a directory is refused with one line that names the first", async () => {
  await takeLock(directory);
  await expect(takeLock(directory)).rejects.toThrow(
    `DATA_DIR is in use by process ${process.pid}. Stop that process or choose another DATA_DIR.`,
  );
});

test("[BE-02] a released lock can be taken", async () => {
  const releaseLock = await takeLock(directory);
  await releaseLock();
  await takeLock(directory);
});

test("[BE-02] the lock of a process that ended without releasing it is taken over", async () => {
  await leaveLockOf(await endedProcess());
  await takeLock(directory);
});

test("[BE-02] another process with the number of the dead owner does not hold the lock", async () => {
  await leaveLockOf(process.ppid);
  await takeLock(directory);
});

test("[BE-02] only one of many processes that find a dead owner takes the lock", async () => {
  await leaveLockOf(await endedProcess());
  const takes = await Promise.allSettled(Array.from({ length: 20 }, () => takeLock(directory)));
  expect(takes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await readdir(directory)).toHaveLength(1);
});

test("[BE-02] a directory that cannot be created is reported in one line", async () => {
  await writeFile(directory, "");
  await expect(takeLock(directory)).rejects.toThrow(/^DATA_DIR cannot be written \(.+\)\. Make it writable/);
});

async function leaveLockOf(pid: number): Promise<void> {
  await mkdir(directory);
  await writeFile(join(directory, "7"), JSON.stringify({ pid, started: "another boot", host: hostname() }));
}

async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ["--eval", ""]);
  await once(child, "exit");
  return child.pid ?? 0;
}
