import { link, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { StartError } from "../core/start-error";
import { unwritable } from "./embedded-files";

// The embedded database takes no lock, and two processes on one directory silently lose rows.
// Each owner leaves a file with a number one higher than the last owner's. Creating it is atomic, so only one of two
// processes that both see a dead owner wins; the highest number is never removed, so a process with stale information
// notices. Nothing has to be cleaned up after a kill -9: an owner that no longer runs counts as gone.

/** Another running process has the directory. */
export class DataDirectoryInUse extends StartError {}

interface Owner {
  pid: number;
  /** Distinguishes a process from a later one with the same number: its start time and boot. */
  started: string;
  host: string;
}

/**
 * Makes this process the only owner of `directory`, until it ends or calls the returned function.
 * @throws {StartError} when another running process owns it, or the directory cannot be written
 */
export async function takeLock(directory: string): Promise<() => Promise<void>> {
  const self = { pid: process.pid, started: await startOf(process.pid), host: hostname() };
  const draft = join(directory, `draft-${self.pid}-${Date.now()}`);
  try {
    await mkdir(directory).catch(ignoreExisting);
    await writeFile(draft, JSON.stringify(self));
  } catch (error) {
    await rm(draft, { force: true }).catch(ignoreUnwritable);
    throw unwritable(error as NodeJS.ErrnoException);
  }
  try {
    let own: string | undefined;
    while (!own) own = await claim(directory, draft, self);
    const held = own;
    return () => writeFile(held, "");
  } finally {
    await rm(draft, { force: true });
  }
}

/** The file that holds the claim; undefined when another process was faster and must be checked. */
async function claim(directory: string, draft: string, self: Owner): Promise<string | undefined> {
  const numbers = await generations(directory);
  const last = numbers.at(-1) ?? 0;
  if (last > 0) await refuseIfOwned(join(directory, String(last)), self);
  const own = join(directory, String(last + 1));
  try {
    // The draft is complete before it gets its name, so that no process reads a partial owner.
    await link(draft, own);
  } catch (error) {
    ignoreExisting(error);
    return undefined;
  }
  if ((await generations(directory)).some((number) => number > last + 1)) {
    await rm(own, { force: true });
    return undefined;
  }
  await Promise.all(numbers.map((number) => rm(join(directory, String(number)), { force: true })));
  return own;
}

function ignoreUnwritable(): void {
  // The error thrown next says why.
}

function ignoreExisting(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
}

async function generations(directory: string): Promise<number[]> {
  const names = await readdir(directory);
  return names
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);
}

async function refuseIfOwned(file: string, self: Owner): Promise<void> {
  const text = await readFile(file, "utf8").catch(() => "");
  if (text === "") return; // released, or just replaced by a higher number
  const owner = ownerOf(text);
  if (!owner) return;
  const isSelf = owner.pid === self.pid && owner.started === self.started;
  if (
    isSelf ||
    (owner.host === self.host && isRunning(owner.pid) && (await startOf(owner.pid)) === owner.started)
  )
    throw new DataDirectoryInUse(
      `DATA_DIR is in use by process ${owner.pid}. Stop that process or choose another DATA_DIR.`,
    );
}

/**
 * Undefined for an owner's file that a failing disk has damaged: it was complete when named, so its process is gone.
 */
function ownerOf(text: string): Owner | undefined {
  try {
    return JSON.parse(text) as Owner;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Without /proc (not on Linux), the process number alone decides. */
async function startOf(pid: number): Promise<string> {
  try {
    const [boot, stat] = await Promise.all([
      readFile("/proc/sys/kernel/random/boot_id", "utf8"),
      readFile(`/proc/${pid}/stat`, "utf8"),
    ]);
    // The program's name, in brackets, may contain spaces: field 22 is counted from behind it.
    const started = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    return `${boot.trim()} ${started}`;
  } catch {
    return "";
  }
}
