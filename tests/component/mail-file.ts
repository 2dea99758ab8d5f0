/** Content of an Outlook message: bytes, or nested parts. */
export interface MailParts {
  [name: string]: Uint8Array<ArrayBuffer> | MailParts;
}

interface Entry {
  name: string;
  content: Uint8Array<ArrayBuffer> | undefined;
  next: number;
  child: number;
  start: number;
}

const sectorSize = 512;
const miniSize = 64;
const cutoff = 4096;
const [free, end, fat, none] = [0xffffffff, 0xfffffffe, 0xfffffffd, 0xffffffff];

/** Builds a minimal compound file (MS-CFB): one sector table, storage entries as a list. */
export function compoundFile(parts: MailParts): Blob {
  const entries: Entry[] = [{ name: "Root Entry", content: undefined, next: none, child: none, start: end }];
  const add = (children: MailParts): number => {
    let next = none;
    for (const [name, content] of Object.entries(children).toReversed()) {
      const isStream = content instanceof Uint8Array;
      const child = isStream ? none : add(content);
      entries.push({ name, content: isStream ? content : undefined, next, child, start: end });
      next = entries.length - 1;
    }
    return next;
  };
  (entries[0] as Entry).child = add(parts);

  const sectors: Uint8Array<ArrayBuffer>[] = [];
  const follow: number[] = [];
  const store = (content: Uint8Array<ArrayBuffer>): number => {
    const first = sectors.length;
    for (let at = 0; at < content.length; at += sectorSize) {
      const sector = new Uint8Array(sectorSize);
      sector.set(content.subarray(at, at + sectorSize));
      sectors.push(sector);
      follow.push(at + sectorSize < content.length ? sectors.length : end);
    }
    return content.length > 0 ? first : end;
  };
  const mini: number[] = [];
  const miniFollow: number[] = [];
  for (const entry of entries) {
    const { content } = entry;
    if (!content?.length) continue;
    if (content.length >= cutoff) {
      entry.start = store(content);
      continue;
    }
    entry.start = miniFollow.length;
    const count = Math.ceil(content.length / miniSize);
    for (let index = 1; index <= count; index++) miniFollow.push(index < count ? entry.start + index : end);
    mini.push(...content, ...new Uint8Array(count * miniSize - content.length));
  }
  const miniStream = Uint8Array.from(mini);
  (entries[0] as Entry).start = store(miniStream);
  const miniTable = store(numbers(miniFollow, free));
  const directory = store(
    new Uint8Array(entries.flatMap((entry) => [...entryBytes(entry, miniStream.length)])),
  );
  follow.push(fat);
  const table = sectors.length;
  sectors.push(numbers(follow, free));

  const header = new DataView(new ArrayBuffer(sectorSize));
  for (const [index, byte] of [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].entries())
    header.setUint8(index, byte);
  for (const [at, value] of [
    [0x18, 0x3e],
    [0x1a, 3],
    [0x1c, 0xfffe],
    [0x1e, 9],
    [0x20, 6],
  ] as const)
    header.setUint16(at, value, true);
  const fields = [
    [0x2c, 1],
    [0x30, directory],
    [0x38, cutoff],
    [0x3c, miniTable],
    [0x40, 1],
    [0x44, end],
  ] as const;
  for (const [at, value] of fields) header.setUint32(at, value, true);
  for (let at = 0x4c; at < sectorSize; at += 4) header.setUint32(at, at === 0x4c ? table : free, true);
  return new Blob([header.buffer, ...sectors]);
}

function entryBytes({ name, content, next, child, start }: Entry, rootSize: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(128));
  for (const [index, letter] of [...name].entries()) view.setUint16(index * 2, letter.charCodeAt(0), true);
  view.setUint16(0x40, name.length * 2 + 2, true);
  view.setUint8(0x42, name === "Root Entry" ? 5 : content ? 2 : 1);
  view.setUint32(0x44, none, true);
  view.setUint32(0x48, next, true);
  view.setUint32(0x4c, child, true);
  view.setUint32(0x74, start, true);
  view.setUint32(0x78, name === "Root Entry" ? rootSize : (content?.length ?? 0), true);
  return new Uint8Array(view.buffer);
}

/** Encodes numbers in as many sectors as needed. */
function numbers(values: readonly number[], filling: number): Uint8Array<ArrayBuffer> {
  const perSector = sectorSize / 4;
  const view = new DataView(new ArrayBuffer(Math.max(1, Math.ceil(values.length / perSector)) * sectorSize));
  for (let index = 0; index * 4 < view.byteLength; index++)
    view.setUint32(index * 4, values[index] ?? filling, true);
  return new Uint8Array(view.buffer);
}

/** Encodes texts of a message by property number, such as `0037` for the subject. */
export function mailTexts(texts: Readonly<Record<string, string>>): MailParts {
  return Object.fromEntries(
    Object.entries(texts).map(([id, text]) => [
      `__substg1.0_${id}001F`,
      new Uint8Array(Uint16Array.from([...text].map((letter) => letter.charCodeAt(0))).buffer),
    ]),
  );
}

/** Encodes fixed-length properties by number. */
export function mailNumbers(headerSize: number, values: readonly (readonly [number, bigint])[]): MailParts {
  const view = new DataView(new ArrayBuffer(headerSize + values.length * 16));
  for (const [index, [id, value]] of values.entries()) {
    const at = headerSize + index * 16;
    view.setUint16(at + 2, id, true);
    view.setBigUint64(at + 8, value, true);
  }
  return { "__properties_version1.0": new Uint8Array(view.buffer) };
}
