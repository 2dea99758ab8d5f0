import { createHash } from "node:crypto";
import type { Readable } from "node:stream";

export interface StoredFile {
  /** Bytes of the whole file, also where only a range of it is read. */
  size: number;
  /** Keeps a file or a connection open: to be read or destroyed. */
  content: Readable;
}

/** Bytes of a file by their numbers from 0, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface FileDescription {
  /** Bytes. */
  size: number;
  /** SHA-256 in hexadecimal digits. */
  checksum: string;
}

/**
 * Where files lie that the database only names. Keys are made here, never of what somebody calls a file: words of
 * letters, digits and hyphens with slashes between them, and an extension.
 *
 * All of it throws {@link RequestError} 503 `storeAway` while the store cannot be reached.
 */
export interface FileStore {
  /**
   * Stores all of it or nothing, and never over what there is. Holds a few megabytes at most of what it is given.
   * @throws {RequestError} 507 `storeFull` when there is no room for it
   * @throws what `content` throws
   */
  write(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** What of `range` lies behind the end is left out. @returns undefined where there is no such file */
  read(key: string, range?: ByteRange): Promise<StoredFile | undefined>;
  /** What is really stored, found by reading all of it. @returns undefined where there is no such file */
  describe(key: string): Promise<FileDescription | undefined>;
  has(key: string): Promise<boolean>;
  /** Removes what may not be there. */
  remove(key: string): Promise<void>;
  /** The keys of all files that were stored before a moment; on the way removes what nobody has finished since then. */
  storedBefore(moment: Date): AsyncIterable<string>;
}

const form = /^[\w-]+(?:\/[\w-]+)*\.\w+$/;

export const isKey = (text: string) => form.test(text);

/** @throws {Error} for what no store may be asked for, such as a way out of its folder */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new Error(`No key of a file: ${key}`);
}

export const alreadyThere = (key: string, cause?: unknown) =>
  new Error(`There is a file already: ${key}`, { cause });

/** For stores to describe a file by what they read of it. */
export async function descriptionOf(file: StoredFile | undefined): Promise<FileDescription | undefined> {
  if (!file) return undefined;
  const hash = createHash("sha256");
  let size = 0;
  for await (const part of file.content as AsyncIterable<Uint8Array>) {
    hash.update(part);
    size += part.length;
  }
  return { size, checksum: hash.digest("hex") };
}
