export interface StoredFile {
  /** Bytes. */
  size: number;
  content: AsyncIterable<Uint8Array>;
}

/**
 * Where files lie that the database only names. Keys are made here, never of what somebody calls a file: words of
 * letters, digits and hyphens with slashes between them, and an extension.
 */
export interface FileStore {
  /** Stores all of it or nothing, and never over what there is. */
  write(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  read(key: string): Promise<StoredFile | undefined>;
  /** Removes what may not be there. */
  remove(key: string): Promise<void>;
  /** The keys of all files that were stored before a moment; on the way removes what nobody has finished since then. */
  storedBefore(moment: Date): AsyncIterable<string>;
}
