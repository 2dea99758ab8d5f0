import { randomUUID } from "node:crypto";
import { link, mkdir, open, opendir, rm, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { crc32 } from "node:zlib";
import type { ByteRange } from "../../lib/contract/file";
import { ifMissing } from "../core/missing-file";
import { refuseInTransaction } from "../core/open-transaction";
import { checkKey, type FileStore, fileExistsError, isKey } from "./store";
import { storeFull, storeUnavailable } from "./store-failures";

const unfinishedFile = /^\.[\w-]+\.tmp$/;
/** Folder of incomplete files: a single one, quick to scan. No key refers to it. */
const unfinishedFolder = ".unfinished";
/** Milliseconds between signs that a file is still being written, and until its process counts as ended. */
const signInterval = 60_000;
const abandonedAfter = 5 * signInterval;

/** Bytes per read: fewer turns for large files, little memory for each download. */
const readAtOnce = 256 * 1024;
/** Bytes per write: twice as many are buffered. */
const writeAtOnce = 512 * 1024;
/** Bytes per read for verification, which delays no one else. */
const readBackAtOnce = 1024 * 1024;

/** Files below a local folder. Writes are atomic, also across a crash. */
export function diskStore(root: string): FileStore {
  const pathOf = (key: string) => {
    checkKey(key);
    return join(root, key);
  };
  const unfinishedRoot = join(root, unfinishedFolder);
  const read = async (key: string, range?: ByteRange) => {
    refuseInTransaction("A file is read");
    const file = await onDisk(open(pathOf(key)).catch(ifMissing(undefined)));
    if (!file) return undefined;
    try {
      const { size } = await onDisk(file.stat());
      return { size, content: file.createReadStream({ ...range, highWaterMark: readAtOnce }) };
    } catch (error) {
      await file.close();
      throw error;
    }
  };
  return {
    async write(key, content) {
      refuseInTransaction("A file is written");
      const path = pathOf(key);
      const folder = dirname(path);
      for (const each of [folder, unfinishedRoot])
        await onDisk(mkdir(each, { recursive: true, mode: 0o700 }));
      const unfinished = join(unfinishedRoot, `.${randomUUID()}.tmp`);
      try {
        await writeUnfinished(unfinished, content);
        // Unlike rename, link does not replace an existing file.
        const linked = link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
          throw error.code === "EEXIST" ? fileExistsError(key, error) : error;
        });
        await onDisk(linked);
        await onDisk(syncDirectory(folder));
      } finally {
        // The next sweep removes it if this fails.
        await rm(unfinished, { force: true }).catch(() => {});
      }
    },
    read,
    async sizeOf(key) {
      refuseInTransaction("A file is looked for");
      return (await onDisk(stat(pathOf(key)).catch(ifMissing(undefined))))?.size;
    },
    async readBack(key) {
      refuseInTransaction("A file is read back");
      const file = await onDisk(open(pathOf(key)).catch(ifMissing(undefined)));
      if (!file) return undefined;
      const found = { size: 0, crc32: 0 };
      const buffer = Buffer.allocUnsafe(readBackAtOnce);
      try {
        for (;;) {
          const { bytesRead } = await onDisk(file.read(buffer, 0, readBackAtOnce));
          if (bytesRead === 0) return found;
          found.size += bytesRead;
          found.crc32 = crc32(buffer.subarray(0, bytesRead), found.crc32);
        }
      } finally {
        await file.close();
      }
    },
    async remove(key) {
      refuseInTransaction("A file is removed");
      await onDisk(rm(pathOf(key), { force: true }));
    },
    async removeAbandoned({ isAlone }) {
      refuseInTransaction("Files are looked for");
      const before = isAlone ? Number.POSITIVE_INFINITY : Date.now() - abandonedAfter;
      for await (const path of filesBelow(unfinishedRoot)) {
        const found = await stat(path).catch(ifMissing(undefined));
        if (found && found.mtimeMs < before) await rm(path, { force: true });
      }
    },
    async anyKey() {
      refuseInTransaction("Files are looked for");
      for await (const path of filesBelow(root)) {
        const found = relative(root, path).split(sep).join("/");
        if (isKey(found)) return found;
      }
      return undefined;
    },
    async *storedBefore(moment) {
      refuseInTransaction("Files are looked for");
      for await (const path of filesBelow(root)) {
        const { mtime } = await stat(path).catch(() => ({ mtime: moment }));
        if (mtime >= moment) continue;
        const found = relative(root, path).split(sep).join("/");
        if (unfinishedFile.test(found.split("/").at(-1) ?? "")) await rm(path, { force: true });
        else if (isKey(found)) yield found;
      }
    },
  };
}

async function writeUnfinished(path: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
  const file = await onDisk(open(path, "wx", 0o600));
  const write = (bytes: Uint8Array) => onDisk(file.writeFile(bytes));
  // On a slow connection, minutes may pass between two blocks.
  const signs = setInterval(() => {
    const now = new Date();
    file.utimes(now, now).catch(() => {});
  }, signInterval).unref();
  // Alternating buffers: one is written while the other fills. Copies parts, since thousands of parts waiting to be
  // written would be garbage that is collected late.
  const blocks: Buffer[] = [];
  let turn = 0;
  let filled = 0;
  let writing: Promise<void> | undefined;
  try {
    if (content instanceof Uint8Array) await write(content);
    else
      for await (const part of content)
        for (let at = 0; at < part.length; ) {
          blocks[turn] ??= Buffer.allocUnsafeSlow(writeAtOnce);
          const block = blocks[turn] as Buffer;
          const taken = Math.min(part.length - at, writeAtOnce - filled);
          block.set(part.subarray(at, at + taken), filled);
          at += taken;
          filled += taken;
          if (filled < writeAtOnce) continue;
          // Reports an earlier failure before the next write.
          await writing;
          writing = write(block);
          writing.catch(() => {});
          turn = 1 - turn;
          filled = 0;
        }
    await writing;
    if (filled > 0) await write((blocks[turn] as Buffer).subarray(0, filled));
    await onDisk(file.sync());
  } finally {
    clearInterval(signs);
    await writing?.catch(() => {});
    await onDisk(file.close());
  }
}

/** Without it a complete file could lose its name in a power failure. */
async function syncDirectory(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

/** Distinguishes errors of the disk from bugs in a call. */
const onDisk = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOSPC" || error.code === "EDQUOT") throw storeFull(error);
    throw error.syscall ? storeUnavailable(error) : error;
  });

/** The paths of all files below a folder, which may be missing. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(ifMissing(undefined));
  if (!entries) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}
