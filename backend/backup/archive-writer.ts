import type { Hash } from "node:crypto";
import { once } from "node:events";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { type Pack, pack } from "tar-stream";
import { StartError } from "../core/start-error";
import { isDiskFull } from "../database/disk-space";
import {
  headerName,
  type Member,
  manifestName,
  manifestSumName,
  perList,
  sha256,
  sumOf,
  sumsName,
} from "./archive-format";

export interface ArchiveWriter {
  add(name: string, content: Buffer): Promise<void>;
  /** @throws when `content` does not have exactly `size` bytes */
  addStream(member: Omit<Member, "content"> & { content: AsyncIterable<Uint8Array> }): Promise<void>;
}

/**
 * Writes an archive; it gets its name once it is complete and on the disk.
 * @param fill adds the members between the header and the manifest, and returns the manifest
 * @throws {StartError} when the file exists, or its disk is full
 */
export async function writeArchive(
  file: string,
  header: object,
  fill: (archive: ArchiveWriter) => Promise<object>,
): Promise<void> {
  const part = `${file}.part`;
  const handle = await open(part, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw unwritable(file, error);
  });
  try {
    const packed = pack();
    const written = writeAll(handle, packed);
    const filled = fillPack(packed, header, fill).catch((error: Error) => {
      packed.destroy(error);
      throw error;
    });
    const [disk, content] = await Promise.allSettled([written, filled]);
    // Each ends the other: a full disk says more than the stream that it ended, any other error less.
    if (disk.status === "rejected" && isDiskFull(disk.reason)) throw disk.reason;
    if (content.status === "rejected") throw content.reason;
    if (disk.status === "rejected") throw disk.reason;
    await handle.sync();
    await rename(part, file);
    const folder = await open(dirname(file));
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    await rm(part, { force: true });
    throw isDiskFull(error) ? unwritable(file, error as NodeJS.ErrnoException) : error;
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, archive: Pack) {
  for await (const bytes of archive) await handle.writeFile(bytes as Uint8Array);
}

async function fillPack(packed: Pack, header: object, fill: (archive: ArchiveWriter) => Promise<object>) {
  const sums = { all: sha256(), listed: [] as string[], lists: 0 };
  const write = async (name: string, size: number, content: AsyncIterable<Uint8Array>, hash?: Hash) => {
    let end: (error?: Error | null) => void = () => {};
    const ended = new Promise<void>((resolve, reject) => {
      end = (error) => (error ? reject(error) : resolve());
    });
    ended.catch(() => {});
    const entry = packed.entry({ name, size, mode: 0o600 }, end);
    entry.on("error", end);
    for await (const bytes of content) {
      hash?.update(bytes);
      // A failed archive ends the entry.
      if (!entry.write(bytes)) await Promise.race([once(entry, "drain"), ended]);
    }
    entry.end(undefined);
    await ended;
  };
  const writeWhole = (name: string, content: string | Buffer) =>
    write(name, Buffer.byteLength(content), parts(Buffer.from(content)));
  const list = async () => {
    const text = sums.listed.join("");
    sums.all.update(text);
    sums.lists += 1;
    sums.listed = [];
    await writeWhole(sumsName(sums.lists), text);
  };
  const addStream: ArchiveWriter["addStream"] = async ({ name, size, content }) => {
    const hash = sha256();
    await write(name, size, content, hash);
    sums.listed.push(`${hash.digest("hex")}  ${name}\n`);
    if (sums.listed.length === perList) await list();
  };
  const add: ArchiveWriter["add"] = (name, content) =>
    addStream({ name, size: content.length, content: parts(content) });
  await add(headerName, jsonOf(header));
  const manifest = await fill({ add, addStream });
  if (sums.listed.length > 0) await list();
  const text = jsonOf({ ...manifest, sumOfSums: sums.all.digest("hex") });
  await writeWhole(manifestName, text);
  await writeWhole(manifestSumName, `${sumOf(text)}  ${manifestName}\n`);
  packed.finalize();
}

const jsonOf = (value: object) => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);

async function* parts(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

function unwritable(file: string, error: NodeJS.ErrnoException): StartError {
  if (error.code === "EEXIST")
    return new StartError(`${error.path ?? file} exists already. Remove it or choose another name.`);
  if (isDiskFull(error))
    return new StartError(
      `The disk of ${file} is full. Nothing of the backup is kept; free some space and repeat it.`,
    );
  return new StartError(`${file} cannot be written (${error.code ?? error.message}). Choose another place.`);
}
