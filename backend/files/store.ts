import type { Readable } from "node:stream";
import type { ByteRange } from "../../lib/contract/file";
import { notFound } from "../http/errors";

export interface StoredFile {
  /** Bytes of the whole file, also where only a range of it is read. */
  size: number;
  /** Keeps a file or a connection open: to be read or destroyed. */
  content: Readable;
}

export interface ReadBack {
  /** Bytes. */
  size: number;
  /** Of all bytes, as `zlib.crc32` counts; undefined where the store compares checksums itself. */
  crc32?: number;
}

/**
 * Where files lie that the database only names. Keys are made here, never of what somebody calls a file: words of
 * letters, digits and hyphens with slashes between them, and an extension.
 *
 * All of it throws {@link RequestError} 503 `storeAway` while the store cannot be reached.
 */
export interface FileStore {
  /**
   * Stores all of it or nothing, and never over what there is: what arrives otherwise than it was given is refused by the store.
   * Holds a few megabytes at most.
   * @throws {RequestError} 507 `storeFull` when there is no room for it
   * @throws what `content` throws
   */
  write(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** What of `range` lies behind the end is left out. @returns undefined where there is no such file */
  read(key: string, range?: ByteRange): Promise<StoredFile | undefined>;
  /** Bytes of what is stored. @returns undefined where there is no such file */
  sizeOf(key: string): Promise<number | undefined>;
  /**
   * What is stored, looked at anew after {@link write}. A store over the network has compared a checksum of each part as it
   * arrived, so that nothing is fetched from it again. @returns undefined where there is no such file
   */
  readBack(key: string): Promise<ReadBack | undefined>;
  /** Removes what may not be there. */
  remove(key: string): Promise<void>;
  /**
   * Removes what processes that have ended were writing, where the store can tell: a bucket cannot, and leaves it to
   * {@link storedBefore}. Several processes may do so at once, beside uploads.
   * @param options `isAlone` where no other process writes, and this one does not yet
   */
  removeAbandoned?(options: { isAlone: boolean }): Promise<void>;
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

/** Where files of one kind lie. */
export interface FilePlace {
  folder: string;
  extension: string;
}

export interface FileIds extends Record<string, unknown> {
  tenantId: string;
  fileId: string;
}

export const avatarFiles: FilePlace = { folder: "avatars", extension: "webp" };
export const attachmentFiles: FilePlace = { folder: "attachments", extension: "bin" };
export const reportDocumentFiles: FilePlace = { folder: "report-documents", extension: "docx" };
export const layoutFiles: FilePlace = { folder: "reports", extension: "bin" };
export const pdfFiles: FilePlace = { folder: "pdfs", extension: "pdf" };
/** What is imported, until its rows are read. */
export const importFiles: FilePlace = { folder: "imports", extension: "bin" };
/** Larger pictures, for pages of shares. */
export const previewFiles: FilePlace = { folder: "previews", extension: "webp" };
export const thumbnailFiles: FilePlace = { folder: "thumbnails", extension: "webp" };

/** The key of a tenant's file. */
export const fileKey = ({ folder, extension }: FilePlace, { tenantId, fileId }: FileIds) =>
  `${tenantId}/${folder}/${fileId}.${extension}`;

const id = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const keyOfIds = new RegExp(`^(${id})/([\\w-]+)/(${id})\\.(\\w+)$`);

/** Whose file it is; undefined for the key of another kind. */
export function idsIn(key: string, place: FilePlace): FileIds | undefined {
  const [, tenantId, folder, fileId, extension] = keyOfIds.exec(key) ?? [];
  const isOfKind = folder === place.folder && extension === place.extension;
  return isOfKind && tenantId && fileId ? { tenantId, fileId } : undefined;
}

/** What is in a file, opened when the first of it is asked for. @throws {RequestError} 404 then, where it is not there */
export async function* bytesOf(files: FileStore, key: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
  const file = await files.read(key, range);
  if (!file) throw notFound();
  yield* file.content;
}
