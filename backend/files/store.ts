import type { Readable } from "node:stream";
import type { ByteRange } from "../../lib/contract/file";
import { notFound } from "../core/errors";

export interface StoredFile {
  /** Bytes of the whole file, also for a range. */
  size: number;
  /** Holds a file or a connection open: must be read or destroyed. */
  content: Readable;
}

export interface ReadBack {
  /** Bytes. */
  size: number;
  /** `zlib.crc32` of the content; undefined if the store compares checksums itself. */
  crc32?: number;
}

/**
 * Storage of files to which the database refers. Keys are generated, never derived from a file's name: words of
 * letters, digits and hyphens with slashes between them, and an extension.
 * All methods throw {@link RequestError} 503 `storeUnavailable` while the store is unreachable.
 */
export interface FileStore {
  /**
   * Stores all of it or nothing, and never overwrites: the store refuses content altered in transit. Buffers a few
   * megabytes at most.
   * @throws {RequestError} 507 `storeFull` when there is no room for it
   * @throws the errors of `content`
   */
  write(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** Truncates `range` at the end of the file. @returns undefined if there is no such file */
  read(key: string, range?: ByteRange): Promise<StoredFile | undefined>;
  /** Bytes of the stored file. @returns undefined if there is no such file */
  sizeOf(key: string): Promise<number | undefined>;
  /**
   * Reads a stored file's facts again after {@link write}. A network store has compared a checksum of each part on
   * arrival, so that nothing is downloaded. @returns undefined if there is no such file
   */
  readBack(key: string): Promise<ReadBack | undefined>;
  /** Removes a file, which may be missing. */
  remove(key: string): Promise<void>;
  /**
   * Removes incomplete files of ended processes, if the store can recognize them: a bucket cannot, and leaves it to
   * {@link storedBefore}. Several processes may do so at once, beside uploads.
   * @param options `isAlone` if no process is writing
   */
  removeAbandoned?(options: { isAlone: boolean }): Promise<void>;
  /** The key of any file; undefined if there is none. */
  anyKey(): Promise<string | undefined>;
  /** Keys of all files stored before a moment; also removes uploads left incomplete since then. */
  storedBefore(moment: Date): AsyncIterable<string>;
}

const form = /^[\w-]+(?:\/[\w-]+)*\.\w+$/;

export const isKey = (text: string) => form.test(text);

/** @throws {Error} for an invalid key, such as a path out of the store's folder */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new Error(`No key of a file: ${key}`);
}

export const fileExistsError = (key: string, cause?: unknown) =>
  new Error(`There is a file already: ${key}`, { cause });

/** The storage location of one kind of file. */
export interface FilePlace {
  folder: string;
  extension: string;
}

export interface FileIds extends Record<string, unknown> {
  tenantId: string;
  fileId: string;
}

export const avatarFiles: FilePlace = { folder: "avatars", extension: "webp" };
/** Logos as large as documents show them, beside the small ones among {@link avatarFiles}. */
export const logoFiles: FilePlace = { folder: "logos", extension: "webp" };
export const attachmentFiles: FilePlace = { folder: "attachments", extension: "bin" };
export const reportDocumentFiles: FilePlace = { folder: "report-documents", extension: "docx" };
export const layoutFiles: FilePlace = { folder: "reports", extension: "bin" };
export const pdfFiles: FilePlace = { folder: "pdfs", extension: "pdf" };
/** Imported files, until their rows are read. */
export const importFiles: FilePlace = { folder: "imports", extension: "bin" };
/** Larger pictures, for pages of shares. */
export const previewFiles: FilePlace = { folder: "previews", extension: "webp" };
export const thumbnailFiles: FilePlace = { folder: "thumbnails", extension: "webp" };

/** The key of a tenant's file. */
export const fileKey = ({ folder, extension }: FilePlace, { tenantId, fileId }: FileIds) =>
  `${tenantId}/${folder}/${fileId}.${extension}`;

const id = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const keyOfIds = new RegExp(`^(${id})/([\\w-]+)/(${id})\\.(\\w+)$`);

/** The ids in a key; undefined for the key of another kind. */
export function idsIn(key: string, place: FilePlace): FileIds | undefined {
  const [, tenantId, folder, fileId, extension] = keyOfIds.exec(key) ?? [];
  const isOfKind = folder === place.folder && extension === place.extension;
  return isOfKind && tenantId && fileId ? { tenantId, fileId } : undefined;
}

/** The content of a file, opened on the first read. @throws {RequestError} 404 then, if it is missing */
export async function* bytesOf(files: FileStore, key: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
  const file = await files.read(key, range);
  if (!file) throw notFound();
  yield* file.content;
}
