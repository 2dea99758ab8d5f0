import { pipeline } from "node:stream";
import { createInflateRaw } from "node:zlib";
import { RequestError } from "../../../core/errors";

/** Reads a number of bytes of a file from an offset. */
export type ReadPart = (
  start: number,
  count: number,
) => Promise<AsyncIterable<Uint8Array> & NodeJS.ReadableStream>;

interface Entry {
  offset: number;
  packed: number;
  isDeflated: boolean;
}

export type Archive = ReadonlyMap<string, Entry>;

const maxEndBytes = 22 + 65_535;
/** A workbook has some dozens of parts. */
const maxEntries = 10_000;
const maxDirectoryBytes = 4 * 1024 * 1024;

export const unreadable = () => new RequestError("importUnreadable", { status: 400 });
const cut = () => new RequestError("importCut", { status: 400, values: { row: 0 } });

async function bytes(read: ReadPart, start: number, count: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  if (count > 0) for await (const part of await read(start, count)) parts.push(part);
  return Buffer.concat(parts);
}

/**
 * The entries of an archive (APPNOTE.TXT 6.3.9, 4.3), from the directory at its end.
 * @throws {RequestError} 400 for an invalid or truncated archive
 */
export async function openArchive(read: ReadPart, size: number): Promise<Archive> {
  const tailStart = Math.max(0, size - maxEndBytes);
  const tail = await bytes(read, tailStart, size - tailStart);
  const end = tail.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  if (end < 0 || end + 22 > tail.length) throw cut();
  const count = tail.readUInt16LE(end + 10);
  const length = tail.readUInt32LE(end + 12);
  const start = tail.readUInt32LE(end + 16);
  if (start + length > size) throw cut();
  if (count > maxEntries || length > maxDirectoryBytes) throw unreadable();
  const directory = await bytes(read, start, length);
  const entries = new Map<string, Entry>();
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50; ) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      directory.readUInt16LE(at + field),
    ) as [number, number, number];
    const name = directory.toString("utf8", at + 46, at + 46 + nameLength);
    const method = directory.readUInt16LE(at + 10);
    const isEncrypted = (directory.readUInt16LE(at + 8) & 1) === 1;
    if (isEncrypted || (method !== 0 && method !== 8)) throw unreadable();
    const packed = directory.readUInt32LE(at + 20);
    const offset = directory.readUInt32LE(at + 42);
    // Entries that need 64 bits exceed the size limit of files.
    const isWide = packed === 0xffffffff || offset === 0xffffffff;
    const wide = isWide
      ? wideOf(directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength), directory, at)
      : { packed, offset };
    if (wide.offset + wide.packed > size) throw cut();
    entries.set(name.replace(/^\//, "").toLowerCase(), { ...wide, isDeflated: method === 8 });
    at += 46 + nameLength + extraLength + commentLength;
  }
  if (entries.size === 0) throw unreadable();
  return entries;
}

/** Some programs write sizes as 64 bits unnecessarily (4.5.3). */
function wideOf(extra: Buffer, directory: Buffer, at: number) {
  for (let field = 0; field + 4 <= extra.length; field += 4 + extra.readUInt16LE(field + 2)) {
    if (extra.readUInt16LE(field) !== 1) continue;
    let next = field + 4;
    const take = (narrow: number) => {
      if (narrow !== 0xffffffff) return narrow;
      if (next + 8 > extra.length) throw unreadable();
      const value = Number(extra.readBigUInt64LE(next));
      next += 8;
      return value;
    };
    take(directory.readUInt32LE(at + 24));
    const packed = take(directory.readUInt32LE(at + 20));
    return { packed, offset: take(directory.readUInt32LE(at + 42)) };
  }
  throw unreadable();
}

/**
 * Unpacks one part of an archive as a stream.
 * @throws {RequestError} 400 when it is damaged, and for more than `most` bytes
 */
export async function* unpacked(
  read: ReadPart,
  { offset, packed, isDeflated }: Entry,
  most: number,
): AsyncGenerator<Uint8Array> {
  const header = await bytes(read, offset, 30);
  if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50) throw cut();
  const start = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (packed === 0) return;
  const content = await read(start, packed);
  const parts = isDeflated ? pipeline(content, createInflateRaw(), () => {}) : content;
  let size = 0;
  try {
    for await (const part of parts as AsyncIterable<Uint8Array>) {
      size += part.length;
      if (size > most) throw new RequestError("importTooLarge", { status: 400 });
      yield part;
    }
  } catch (error) {
    const { code } = error as { code?: string };
    throw code?.startsWith("Z_") || code === "ERR_STREAM_PREMATURE_CLOSE" ? cut() : error;
  }
}
