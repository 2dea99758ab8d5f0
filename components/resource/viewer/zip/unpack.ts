import {
  contentStart,
  type RawName,
  type ReadBytes,
  readDirectory,
  type ZipEntry,
} from "@/lib/ooxml/zip-directory";
import { FileProblem } from "../read-file";
import { decodeNames } from "./names";

/** Limits of unpacking an archive, in bytes and entries. */
export interface UnpackLimits {
  /** Per entry. */
  entry: number;
  /** In total. */
  total: number;
  entries: number;
}

/**
 * Parts of an archive document, unpacked on demand. Some programs separate names by `\`, and names are case-insensitive (ECMA-376
 * part 2, 6.2.2.3).
 */
export interface Package {
  names: readonly string[];
  /** Undefined if the part does not exist. */
  read: (name: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/**
 * Opens an archive and limits the actual unpacked bytes, regardless of declared sizes.
 * @throws {FileProblem} tooLarge, here or when a part is read
 */
export async function openPackage(blob: Blob, limits: UnpackLimits): Promise<Package> {
  const decode = (names: readonly RawName[]) => decodeNames(names, "en");
  const { entries, count } = await readDirectory(readFrom(blob), blob.size, limits.entries, decode);
  if (count > limits.entries) throw new FileProblem("tooLarge");
  const named = entries.map((entry) => ({
    ...entry,
    name: entry.name.replace(/^\/+/, ""),
  }));
  const byName = new Map(named.map((entry) => [entry.name.toLowerCase(), entry]));
  let left = limits.total;
  return {
    names: named.filter(({ isFolder }) => !isFolder).map(({ name }) => name),
    async read(name) {
      const entry = byName.get(name.normalize("NFC").toLowerCase());
      if (!entry) return undefined;
      const bytes = await unpack(blob, entry, Math.min(limits.entry, left));
      left -= bytes.length;
      return bytes;
    },
  };
}

const readFrom =
  (blob: Blob): ReadBytes =>
  async (start, end) =>
    new Uint8Array(await blob.slice(start, end).arrayBuffer());

async function unpack(blob: Blob, entry: ZipEntry, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (entry.isEncrypted) throw new FileProblem("protected");
  const start = await contentStart(readFrom(blob), entry);
  const packed = blob.slice(start, start + entry.packedSize);
  if (entry.method === 0) {
    if (packed.size > maxBytes) throw new FileProblem("tooLarge");
    return new Uint8Array(await packed.arrayBuffer());
  }
  if (entry.method !== 8) throw new Error(`packed by method ${entry.method}`);
  return readBounded(packed.stream().pipeThrough(new DecompressionStream("deflate-raw")), maxBytes);
}

async function readBounded(stream: ReadableStream<Uint8Array<ArrayBuffer>>, maxBytes: number) {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); part.value; part = await reader.read()) {
    size += part.value.length;
    if (size > maxBytes) {
      await reader.cancel();
      throw new FileProblem("tooLarge");
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
