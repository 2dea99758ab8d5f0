/** A storage of a compound file: streams and other storages, by name. */
export interface Storage {
  streams: ReadonlyMap<string, Stream>;
  storages: ReadonlyMap<string, Storage>;
}

export interface Stream {
  /** Bytes. */
  size: number;
  read: () => Uint8Array<ArrayBuffer>;
}

const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** The first number of those that are no sector: free, end of a chain, tables. */
const noSector = 0xfffffffa;
const noEntry = 0xffffffff;
const maxDepth = 16;

/** By its beginning. */
export const isCompoundFile = (bytes: Uint8Array) => signature.every((byte, index) => bytes[index] === byte);

/**
 * Reads a compound file, which older office programs and Outlook write (MS-CFB). Chains that lead round in a circle or out of
 * the file end the reading, and so do streams that together are longer than the file: each has sectors of its own.
 * @throws {Error} where it is none, or broken
 */
export function readCompoundFile(bytes: Uint8Array<ArrayBuffer>): Storage {
  if (!isCompoundFile(bytes)) throw new Error("no compound file");
  const header = viewOf(bytes.subarray(0, 512));
  const sectorSize = 1 << header.getUint16(0x1e, true);
  const miniSize = 1 << header.getUint16(0x20, true);
  if (![512, 4096].includes(sectorSize) || miniSize !== 64) throw new Error("sectors of an unknown size");

  const sector = (index: number) => {
    const at = (index + 1) * sectorSize;
    if (at >= bytes.length) throw new Error("sector beyond the file");
    return bytes.subarray(at, at + sectorSize);
  };
  const sectors = Math.ceil(bytes.length / sectorSize);
  const table = new SectorTable(fatSectors(header, sector, sectors).map(sector), sectors);
  const chain = (start: number) => joined(table.chain(start).map(sector));

  const entries = entriesOf(chain(header.getUint32(0x30, true)));
  const [root] = entries;
  if (!root) throw new Error("no root");
  const miniStream = root.start < noSector ? chain(root.start) : new Uint8Array();
  const miniStart = header.getUint32(0x3c, true);
  const miniTable = new SectorTable(
    miniStart < noSector ? [chain(miniStart)] : [],
    Math.ceil(miniStream.length / miniSize),
  );
  const cutoff = header.getUint32(0x38, true);

  let claimed = 0;
  const stream = ({ start, size }: Entry): Stream => {
    claimed += size;
    if (claimed > bytes.length) throw new Error("streams longer than the file");
    return { size, read: () => readStream(start, size) };
  };
  const readStream = (start: number, size: number) => {
    if (size === 0) return new Uint8Array();
    const whole =
      size >= cutoff
        ? chain(start)
        : joined(
            miniTable
              .chain(start)
              .map((index) => miniStream.subarray(index * miniSize, (index + 1) * miniSize)),
          );
    return whole.slice(0, size);
  };
  // An entry is in one storage: those that share what is in them would be read again for each way that leads there.
  const met = new Set([0]);
  const storage = (entry: Entry, depth: number): Storage => {
    const children = depth > maxDepth ? [] : siblings(entries, entry.child, met);
    return {
      streams: new Map(children.filter(({ type }) => type === 2).map((child) => [child.name, stream(child)])),
      storages: new Map(
        children.filter(({ type }) => type === 1).map((child) => [child.name, storage(child, depth + 1)]),
      ),
    };
  };
  return storage(root, 0);
}

interface Entry {
  name: string;
  /** 1 for a storage, 2 for a stream. */
  type: number;
  left: number;
  right: number;
  child: number;
  start: number;
  size: number;
}

function entriesOf(bytes: Uint8Array): Entry[] {
  const view = viewOf(bytes);
  return Array.from({ length: Math.floor(bytes.length / 128) }, (_, index) => {
    const at = index * 128;
    const length = Math.min(64, view.getUint16(at + 0x40, true));
    return {
      name: new TextDecoder("utf-16le").decode(bytes.subarray(at, at + Math.max(0, length - 2))),
      type: view.getUint8(at + 0x42),
      left: view.getUint32(at + 0x44, true),
      right: view.getUint32(at + 0x48, true),
      child: view.getUint32(at + 0x4c, true),
      start: view.getUint32(at + 0x74, true),
      size: view.getUint32(at + 0x78, true),
    };
  });
}

/** The entries of a storage, which are kept as a tree, without those that were met before. */
function siblings(entries: readonly Entry[], root: number, met: Set<number>): Entry[] {
  const found: Entry[] = [];
  const waiting = [root];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const entry = entries[index];
    if (index === noEntry || !entry || met.has(index)) continue;
    met.add(index);
    found.push(entry);
    waiting.push(entry.left, entry.right);
  }
  return found;
}

/** Which sector follows which. */
class SectorTable {
  private readonly next: DataView;

  /** @param count of the sectors that there are */
  constructor(
    sectors: readonly Uint8Array<ArrayBuffer>[],
    private readonly count: number,
  ) {
    this.next = viewOf(joined(sectors));
  }

  chain(start: number): number[] {
    const all: number[] = [];
    for (let index = start; index < noSector; index = this.next.getUint32(index * 4, true)) {
      if (all.length >= this.count) throw new Error("sectors in a circle");
      all.push(index);
    }
    return all;
  }
}

/** Where the table of sectors is: its first 109 are in the header, the others in a chain of their own. */
function fatSectors(header: DataView, sector: (index: number) => Uint8Array, most: number): number[] {
  const count = header.getUint32(0x2c, true);
  if (count > most) throw new Error("more tables than sectors");
  const all: number[] = [];
  for (let at = 0x4c; at < 512 && all.length < count; at += 4) all.push(header.getUint32(at, true));
  let more = header.getUint32(0x44, true);
  for (let left = header.getUint32(0x48, true); left > 0 && more < noSector && all.length < count; left--) {
    const view = viewOf(sector(more));
    const last = view.byteLength - 4;
    for (let at = 0; at < last && all.length < count; at += 4) all.push(view.getUint32(at, true));
    more = view.getUint32(last, true);
  }
  return all.filter((index) => index < noSector);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
