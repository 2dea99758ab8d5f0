import { isCompoundFile } from "@/lib/ooxml/compound-file";

/** Storage of a compound file: streams and nested storages by name. */
export interface Storage {
  streams: ReadonlyMap<string, Stream>;
  storages: ReadonlyMap<string, Storage>;
}

export interface Stream {
  /** Bytes. */
  size: number;
  read: () => Uint8Array<ArrayBuffer>;
}

/** First of the special values that are not sectors: free, end of chain, tables. */
const noSector = 0xfffffffa;
const noEntry = 0xffffffff;
const maxDepth = 16;

/**
 * Parses a compound file of older office programs and Outlook (MS-CFB). Stops at cyclic or invalid chains, and if the streams
 * together exceed the file, since sectors are not shared.
 * @throws {Error} if it is invalid
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
  // Each entry belongs to one storage; shared ones would be read once per path.
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

/** Lists the entries of a storage, stored as a tree, skipping those already met. */
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

/** Table that maps a sector to its successor. */
class SectorTable {
  private readonly next: DataView;

  /** @param count number of sectors in the file */
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

/** Locates the sector table: its first 109 sectors are in the header, the others in a separate chain. */
function fatSectors(header: DataView, sector: (index: number) => Uint8Array, maxSectors: number): number[] {
  const count = header.getUint32(0x2c, true);
  if (count > maxSectors) throw new Error("more tables than sectors");
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
