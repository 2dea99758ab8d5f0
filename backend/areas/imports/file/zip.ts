import { pipeline } from "node:stream";
import { createInflateRaw } from "node:zlib";
import {
  contentStart,
  type ReadBytes,
  readDirectory,
  type ZipEntry,
  ZipError,
} from "@/lib/ooxml/zip-directory";
import { RequestError } from "../../../core/errors";

/** Reads a number of bytes of a file from an offset. */
export type ReadPart = (
  start: number,
  count: number,
) => Promise<AsyncIterable<Uint8Array> & NodeJS.ReadableStream>;

/** Entries by name in lower case. */
export type Archive = ReadonlyMap<string, ZipEntry>;

/** A workbook has some dozens of parts. */
const maxEntries = 10_000;

export const unreadable = () => new RequestError("importUnreadable", { status: 400 });
const cut = () => new RequestError("importCut", { status: 400, values: { row: 0 } });

function refuse(error: unknown): never {
  if (error instanceof ZipError) throw error.isCut ? cut() : unreadable();
  throw error;
}

const bytesBy =
  (read: ReadPart): ReadBytes =>
  async (start, end) => {
    const parts: Uint8Array[] = [];
    if (end > start) for await (const part of await read(start, end - start)) parts.push(part);
    return Buffer.concat(parts);
  };

/**
 * The entries of an archive (APPNOTE.TXT 6.3.9, 4.3), from the directory at its end.
 * @throws {RequestError} 400 for an invalid or truncated archive
 */
export async function openArchive(read: ReadPart, size: number): Promise<Archive> {
  const { entries, count } = await readDirectory(bytesBy(read), size, maxEntries).catch(refuse);
  if (count > maxEntries || count === 0) throw unreadable();
  if (entries.some(({ isEncrypted, method }) => isEncrypted || (method !== 0 && method !== 8)))
    throw unreadable();
  if (entries.some(({ offset, packedSize }) => offset + packedSize > size)) throw cut();
  return new Map(entries.map((entry) => [entry.name.replace(/^\//, "").toLowerCase(), entry]));
}

/**
 * Unpacks one part of an archive as a stream.
 * @throws {RequestError} 400 when it is damaged, and for more than `maxBytes`
 */
export async function* unpacked(
  read: ReadPart,
  entry: ZipEntry,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  const start = await contentStart(bytesBy(read), entry).catch(refuse);
  if (entry.packedSize === 0) return;
  const content = await read(start, entry.packedSize);
  const parts = entry.method === 8 ? pipeline(content, createInflateRaw(), () => {}) : content;
  let size = 0;
  try {
    for await (const part of parts as AsyncIterable<Uint8Array>) {
      size += part.length;
      if (size > maxBytes) throw new RequestError("importTooLarge", { status: 400 });
      yield part;
    }
  } catch (error) {
    const { code } = error as { code?: string };
    throw code?.startsWith("Z_") || code === "ERR_STREAM_PREMATURE_CLOSE" ? cut() : error;
  }
}
