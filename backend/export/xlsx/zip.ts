import { Readable } from "node:stream";
import { constants, createGzip } from "node:zlib";

// ZIP as in APPNOTE.TXT 6.3.10, written front to back: sizes and checksums follow each entry's data (section 4.3.9).
// Nothing here is Zip64: a workbook's parts are kept below 4 GiB each, and an archive beyond it is refused.

const largest = 0xffff_ffff;
/** UTF-8 names, and a data descriptor behind the data (section 4.4.4, bits 11 and 3). */
const flags = 0x0808;
const deflate = 8;
const gzipHeader = 10;
const gzipTrailer = 8;

interface Entry {
  name: Buffer;
  offset: number;
  checksum: number;
  packed: number;
  unpacked: number;
}

export class ArchiveTooLarge extends Error {
  override readonly name = "ArchiveTooLarge";
}

/** Writes a ZIP archive in one pass; what the generators yield, in order, is the archive. */
export class ZipWriter {
  private readonly entries: Entry[] = [];
  private offset = 0;

  /** @param changedOn date shown for every entry, in UTC */
  constructor(private readonly changedOn: Date) {}

  /**
   * Packs one entry. Compressing happens on another thread, at the pace at which the result is taken.
   * @param name with `/` between folders
   * @throws {ArchiveTooLarge} past 4 GiB
   */
  async *add(name: string, content: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
    const entry: Entry = {
      name: Buffer.from(name),
      offset: this.offset,
      checksum: 0,
      packed: 0,
      unpacked: 0,
    };
    yield this.count(localHeader(entry, this.changedOn));
    const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: 64 * 1024 });
    const source = Readable.from(content);
    source.once("error", (error) => gzip.destroy(error));
    source.pipe(gzip);
    // Gzip is deflate between a header and checksum and size, which are made beside the compression (RFC 1952).
    let skip = gzipHeader;
    let held = Buffer.alloc(0);
    try {
      for await (const part of gzip as AsyncIterable<Buffer>) {
        const begin = Math.min(skip, part.length);
        skip -= begin;
        const known = Buffer.concat([held, part.subarray(begin)]);
        const end = Math.max(0, known.length - gzipTrailer);
        held = known.subarray(end);
        entry.packed += end;
        if (end > 0) yield this.count(known.subarray(0, end));
      }
    } finally {
      source.destroy();
    }
    entry.checksum = held.readUInt32LE(0);
    entry.unpacked = held.readUInt32LE(4);
    yield this.count(descriptor(entry));
    this.entries.push(entry);
  }

  /** The directory that ends the archive. */
  end(): Buffer {
    const directory = Buffer.concat(this.entries.map((entry) => centralHeader(entry, this.changedOn)));
    const last = Buffer.alloc(22);
    last.writeUInt32LE(0x0605_4b50, 0);
    last.writeUInt16LE(this.entries.length, 8);
    last.writeUInt16LE(this.entries.length, 10);
    last.writeUInt32LE(directory.length, 12);
    last.writeUInt32LE(this.offset, 16);
    return this.count(Buffer.concat([directory, last]));
  }

  private count(part: Buffer): Buffer {
    this.offset += part.length;
    if (this.offset > largest) throw new ArchiveTooLarge("The archive would exceed 4 GiB.");
    return part;
  }
}

function localHeader({ name }: Entry, changedOn: Date): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x0403_4b50, 0);
  writeKind(header, 4, changedOn);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function descriptor({ checksum, packed, unpacked }: Entry): Buffer {
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(0x0807_4b50, 0);
  sizes.writeUInt32LE(checksum, 4);
  sizes.writeUInt32LE(packed, 8);
  sizes.writeUInt32LE(unpacked, 12);
  return sizes;
}

function centralHeader({ name, offset, checksum, packed, unpacked }: Entry, changedOn: Date): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x0201_4b50, 0);
  header.writeUInt16LE(20, 4);
  writeKind(header, 6, changedOn);
  header.writeUInt32LE(checksum, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(unpacked, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name]);
}

/** Version, flags, method and MS-DOS date, which both headers hold in this order. */
function writeKind(header: Buffer, at: number, changedOn: Date): void {
  header.writeUInt16LE(20, at);
  header.writeUInt16LE(flags, at + 2);
  header.writeUInt16LE(deflate, at + 4);
  const time =
    (changedOn.getUTCHours() << 11) | (changedOn.getUTCMinutes() << 5) | (changedOn.getUTCSeconds() >> 1);
  const date =
    ((changedOn.getUTCFullYear() - 1980) << 9) |
    ((changedOn.getUTCMonth() + 1) << 5) |
    changedOn.getUTCDate();
  header.writeUInt16LE(time, at + 6);
  header.writeUInt16LE(date, at + 8);
}
