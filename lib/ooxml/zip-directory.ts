export interface RawName {
  bytes: Uint8Array;
  /** By its flag. */
  isUtf8: boolean;
  extra: Uint8Array;
}

/** Entry of an archive's directory; its values are unverified. */
export interface ZipEntry {
  /** With folders, separated by `/`. */
  name: string;
  isFolder: boolean;
  isEncrypted: boolean;
  /** 0 for stored, 8 for deflated; others are not supported. */
  method: number;
  packedSize: number;
  size: number;
  /** Local day of its author, `YYYY-MM-DD`; undefined if invalid. */
  changed: string | undefined;
  /** Offset of its local header. */
  offset: number;
}

export interface ZipDirectory {
  entries: ZipEntry[];
  /** Total number, of which only the first are listed. */
  count: number;
}

/** Reads bytes of the archive from `start` to before `end`; fewer at its end. */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;

/** An archive that cannot be read. */
export class ZipError extends Error {
  override readonly name = "ZipError";
  constructor(
    message: string,
    /** Its end is missing. */
    readonly isCut = false,
  ) {
    super(message);
  }
}

const endSignature = 0x06054b50;
const end64LocatorSignature = 0x07064b50;
const end64Signature = 0x06064b50;
const entrySignature = 0x02014b50;
const contentSignature = 0x04034b50;
/** Maximum size of the end record with its comment, and the locator before it. */
const maxEndBytes = 22 + 65_535 + 20;
const maxDirectoryBytes = 16 * 1024 * 1024;

/**
 * Reads the directory of an archive from its end (APPNOTE.TXT, sections 4.3.12 to 4.3.16).
 * @param maxEntries maximum number of returned entries
 * @param decode decodes names; by default as UTF-8, which documents of office programs use
 * @throws {ZipError} if there is none
 */
export async function readDirectory(
  read: ReadBytes,
  size: number,
  maxEntries: number,
  decode: (names: readonly RawName[]) => string[] = decodeUtf8,
): Promise<ZipDirectory> {
  const from = Math.max(0, size - maxEndBytes);
  const tail = viewOf(await read(from, size));
  const end = lastIndexOf(tail, endSignature);
  if (end < 0) throw new ZipError("no end of central directory", true);
  let count = tail.getUint16(end + 10, true);
  let length = tail.getUint32(end + 12, true);
  let start = tail.getUint32(end + 16, true);
  const locator = end - 20;
  if (locator >= 0 && tail.getUint32(locator, true) === end64LocatorSignature) {
    const at = Number(tail.getBigUint64(locator + 8, true));
    const record = viewOf(await read(at, at + 56));
    if (record.byteLength < 56 || record.getUint32(0, true) !== end64Signature)
      throw new ZipError("no 64-bit end record");
    count = Number(record.getBigUint64(32, true));
    length = Number(record.getBigUint64(40, true));
    start = Number(record.getBigUint64(48, true));
  }
  if (start + length > size) throw new ZipError("directory beyond the archive", true);
  if (length > maxDirectoryBytes) throw new ZipError("directory too large");
  const directory = length === 0 ? new Uint8Array() : await read(start, start + length);
  const found = [...entriesIn(directory, Math.min(count, maxEntries))];
  const names = decode(found.map(({ rawName }) => rawName));
  const entries = found.map(({ rawName: _, isFolder, ...entry }, index) => {
    const name = names[index] ?? "";
    return { ...entry, name, isFolder: isFolder || name.endsWith("/") };
  });
  return { entries, count };
}

const decodeUtf8 = (names: readonly RawName[]) =>
  names.map(({ bytes }) => new TextDecoder().decode(bytes).replaceAll("\\", "/"));

/** Returns the offset of an entry's content, which follows its local header. @throws {ZipError} */
export async function contentStart(read: ReadBytes, { offset }: ZipEntry): Promise<number> {
  const header = viewOf(await read(offset, offset + 30));
  if (header.byteLength < 30 || header.getUint32(0, true) !== contentSignature)
    throw new ZipError("no local header", true);
  return offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
}

function* entriesIn(
  bytes: Uint8Array,
  maxEntries: number,
): Generator<Omit<ZipEntry, "name"> & { rawName: RawName }> {
  const view = viewOf(bytes);
  let at = 0;
  for (let index = 0; index < maxEntries; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== entrySignature)
      throw new ZipError("broken directory");
    const flags = view.getUint16(at + 8, true);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    );
    const nameEnd = at + 46 + (nameLength ?? 0);
    const extraEnd = nameEnd + (extraLength ?? 0);
    const sizes = largeSizes(view, nameEnd, extraEnd, {
      size: view.getUint32(at + 24, true),
      packedSize: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    });
    const rawName = {
      bytes: bytes.subarray(at + 46, nameEnd),
      isUtf8: (flags & 0x800) !== 0,
      extra: bytes.subarray(nameEnd, extraEnd),
    };
    yield {
      rawName,
      // The DOS attribute of directories.
      isFolder: (view.getUint32(at + 38, true) & 0x10) !== 0 && sizes.size === 0,
      isEncrypted: (flags & 1) !== 0,
      method: view.getUint16(at + 10, true),
      changed: dosDay(view.getUint16(at + 14, true)),
      ...sizes,
    };
    at = extraEnd + (commentLength ?? 0);
  }
}

interface Sizes {
  size: number;
  packedSize: number;
  offset: number;
}

/** Sizes over 4 GB are in an extra field, in this order and only if needed (section 4.5.3). */
function largeSizes(view: DataView, from: number, to: number, small: Sizes): Sizes {
  const full = 0xffffffff;
  for (let at = from; at + 4 <= to; ) {
    const [id, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    if (id === 1) {
      let next = at + 4;
      const large = { ...small };
      for (const name of ["size", "packedSize", "offset"] as const) {
        if (small[name] !== full || next + 8 > to) continue;
        large[name] = Number(view.getBigUint64(next, true));
        next += 8;
      }
      return large;
    }
    at += 4 + length;
  }
  return small;
}

function dosDay(date: number): string | undefined {
  const [year, month, day] = [1980 + (date >> 9), (date >> 5) & 15, date & 31];
  // The earliest date means unknown.
  if (month < 1 || month > 12 || day < 1 || (year === 1980 && month === 1 && day === 1)) return undefined;
  return [year, month, day].map((part) => String(part).padStart(2, "0")).join("-");
}

function lastIndexOf(view: DataView, signature: number): number {
  for (let at = view.byteLength - 22; at >= 0; at--) if (view.getUint32(at, true) === signature) return at;
  return -1;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
