import { createHash, type Hash } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { extract, type Pack, pack } from "tar-stream";
import { StartError } from "../core/start-error";
import { isDiskFull } from "../database/disk-space";

// A tar file: first the header, last the manifest and its checksum. Each thousand other members are followed by a list of their
// checksums in the format of sha256sum, to keep memory bounded on both sides.

const headerName = "hub-backup.json";
const manifestName = "manifest.json";
const manifestSumName = "manifest.sha256";
const sumsName = (number: number) => `sums/${String(number).padStart(6, "0")}.sha256`;
/** Members per list of checksums. */
const perList = 1_000;
/** Bytes of the largest member that is read into memory. */
export const maxInMemory = 256 * 1024 * 1024;

const sha256 = () => createHash("sha256");
const sumOf = (content: string | Buffer) => sha256().update(content).digest("hex");

export interface Member {
  name: string;
  size: number;
  content: AsyncIterable<Buffer>;
}

export interface ArchiveWriter {
  add(name: string, content: Buffer): Promise<void>;
  /** @throws when `content` does not have exactly `size` bytes */
  addStream(member: Omit<Member, "content"> & { content: AsyncIterable<Uint8Array> }): Promise<void>;
}

/**
 * Writes an archive; it gets its name once it is complete and on the disk.
 * @param fill adds the members between the header and the manifest, and returns the manifest
 * @throws {StartError} when the file exists, or its disk is full
 */
export async function writeArchive(
  file: string,
  header: object,
  fill: (archive: ArchiveWriter) => Promise<object>,
): Promise<void> {
  const part = `${file}.part`;
  const handle = await open(part, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw unwritable(file, error);
  });
  try {
    const packed = pack();
    const written = writeAll(handle, packed);
    const filled = fillPack(packed, header, fill).catch((error: Error) => {
      packed.destroy(error);
      throw error;
    });
    const [disk, content] = await Promise.allSettled([written, filled]);
    // Each ends the other: a full disk says more than the stream that it ended, any other error less.
    if (disk.status === "rejected" && isDiskFull(disk.reason)) throw disk.reason;
    if (content.status === "rejected") throw content.reason;
    if (disk.status === "rejected") throw disk.reason;
    await handle.sync();
    await rename(part, file);
    const folder = await open(dirname(file));
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    await rm(part, { force: true });
    throw isDiskFull(error) ? unwritable(file, error as NodeJS.ErrnoException) : error;
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, archive: Pack) {
  for await (const bytes of archive) await handle.writeFile(bytes as Uint8Array);
}

async function fillPack(packed: Pack, header: object, fill: (archive: ArchiveWriter) => Promise<object>) {
  const sums = { all: sha256(), listed: [] as string[], lists: 0 };
  const write = async (name: string, size: number, content: AsyncIterable<Uint8Array>, hash?: Hash) => {
    let end: (error?: Error | null) => void = () => {};
    const ended = new Promise<void>((resolve, reject) => {
      end = (error) => (error ? reject(error) : resolve());
    });
    ended.catch(() => {});
    const entry = packed.entry({ name, size, mode: 0o600 }, end);
    entry.on("error", end);
    for await (const bytes of content) {
      hash?.update(bytes);
      // A failed archive ends the entry.
      if (!entry.write(bytes)) await Promise.race([once(entry, "drain"), ended]);
    }
    entry.end(undefined);
    await ended;
  };
  const writeWhole = (name: string, content: string | Buffer) =>
    write(name, Buffer.byteLength(content), parts(Buffer.from(content)));
  const list = async () => {
    const text = sums.listed.join("");
    sums.all.update(text);
    sums.lists += 1;
    sums.listed = [];
    await writeWhole(sumsName(sums.lists), text);
  };
  const addStream: ArchiveWriter["addStream"] = async ({ name, size, content }) => {
    const hash = sha256();
    await write(name, size, content, hash);
    sums.listed.push(`${hash.digest("hex")}  ${name}\n`);
    if (sums.listed.length === perList) await list();
  };
  const add: ArchiveWriter["add"] = (name, content) =>
    addStream({ name, size: content.length, content: parts(content) });
  await add(headerName, jsonOf(header));
  const manifest = await fill({ add, addStream });
  if (sums.listed.length > 0) await list();
  const text = jsonOf({ ...manifest, sumOfSums: sums.all.digest("hex") });
  await writeWhole(manifestName, text);
  await writeWhole(manifestSumName, `${sumOf(text)}  ${manifestName}\n`);
  packed.finalize();
}

const jsonOf = (value: object) => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);

async function* parts(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

function unwritable(file: string, error: NodeJS.ErrnoException): StartError {
  if (error.code === "EEXIST")
    return new StartError(`${error.path ?? file} exists already. Remove it or choose another name.`);
  if (isDiskFull(error))
    return new StartError(
      `The disk of ${file} is full. Nothing of the backup is kept; free some space and repeat it.`,
    );
  return new StartError(`${file} cannot be written (${error.code ?? error.message}). Choose another place.`);
}

/**
 * Reads an archive and compares all checksums on the way, including members that the consumer does not read to the end.
 * @returns header and manifest, as JSON values
 * @throws {StartError} when it is another file, incomplete or damaged
 */
export async function readArchive(
  file: string,
  use: (member: Member) => Promise<void> = async () => {},
): Promise<{ header: unknown; manifest: unknown }> {
  const reading = new Reading(file, use);
  const members = extract();
  const source = pipeline(createReadStream(file, { highWaterMark: 256 * 1024 }), members);
  source.catch(() => {});
  try {
    for await (const entry of members)
      await reading.take({
        name: entry.header.name,
        size: entry.header.size ?? 0,
        content: entry as AsyncIterable<Buffer>,
      });
    await source;
  } catch (error) {
    throw reading.explained(error as NodeJS.ErrnoException);
  }
  return reading.end();
}

class Reading {
  private header: unknown;
  private manifest: { value: unknown; text: Buffer } | undefined;
  private isComplete = false;
  private readonly all = sha256();
  private lists = 0;
  private unlisted: string[] = [];

  constructor(
    private readonly file: string,
    private readonly use: (member: Member) => Promise<void>,
  ) {}

  async take(member: Member): Promise<void> {
    const { name } = member;
    if (this.header === undefined && name !== headerName) throw this.foreign();
    if (this.isComplete) throw this.damaged(name);
    if (name === manifestSumName) return this.takeManifestSum(member);
    if (name === manifestName) {
      const text = await wholeOf(member);
      this.manifest = { text, value: this.parsed(text, name) };
    } else if (name === sumsName(this.lists + 1)) await this.takeSums(member);
    else await this.takeMember(member);
  }

  private async takeMember(member: Member): Promise<void> {
    const { name, content } = member;
    const hash = sha256();
    const hashed = hashing(content, hash);
    if (name === headerName) this.header = this.parsed(await wholeOf({ ...member, content: hashed }), name);
    else {
      await this.use({ ...member, content: hashed });
      for await (const _ of hashed);
    }
    this.unlisted.push(`${hash.digest("hex")}  ${name}\n`);
    if (this.unlisted.length > perList) throw this.damaged(name);
  }

  private async takeSums(member: Member): Promise<void> {
    const listed = (await wholeOf(member)).toString("utf8");
    const found = this.unlisted.find((line) => !listed.includes(line));
    if (found || listed !== this.unlisted.join("")) throw this.damaged(found?.split("  ")[1]?.trim());
    this.all.update(listed);
    this.lists += 1;
    this.unlisted = [];
  }

  private async takeManifestSum(member: Member): Promise<void> {
    const text = this.manifest?.text ?? "";
    if ((await wholeOf(member)).toString("utf8") !== `${sumOf(text)}  ${manifestName}\n`)
      throw this.damaged(manifestName);
    this.isComplete = true;
  }

  end(): { header: unknown; manifest: unknown } {
    if (this.header === undefined) throw this.foreign();
    if (!this.isComplete || !this.manifest) throw this.incomplete();
    const { sumOfSums, ...manifest } = this.manifest.value as { sumOfSums: unknown };
    if (this.unlisted.length > 0 || sumOfSums !== this.all.digest("hex")) throw this.damaged(manifestName);
    return { header: this.header, manifest };
  }

  explained(error: NodeJS.ErrnoException): Error {
    const { code, message } = error;
    if (error instanceof StartError) return error;
    if (code === "ENOENT") return new StartError(`${this.file} does not exist. Name the file of a backup.`);
    if (code === "EISDIR")
      return new StartError(`${this.file} is a folder. Name the file of a backup in it.`);
    if (code === "EACCES") return new StartError(`${this.file} cannot be read (${code}). Allow that.`);
    if (message === "Unexpected end of data")
      return this.header === undefined ? this.foreign() : this.incomplete();
    if (/^Invalid tar header|^Invalid header|^Header exceeds/.test(message))
      return this.header === undefined ? this.foreign() : this.damaged();
    return error;
  }

  private parsed(text: Buffer, name: string): unknown {
    try {
      return JSON.parse(text.toString("utf8"));
    } catch {
      throw this.damaged(name);
    }
  }

  private foreign(): StartError {
    return new StartError(`${this.file} is no backup of Hub. Name a file that npm run backup has made.`);
  }

  private incomplete(): StartError {
    return new StartError(
      `${this.file} is incomplete: its end is missing. Nothing was changed; copy it once more, or use another backup.`,
    );
  }

  private damaged(name = "a part"): StartError {
    return new StartError(
      `${this.file} is damaged: ${name} differs from its checksum. Nothing was changed; use another backup.`,
    );
  }
}

async function* hashing(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const bytes of content) {
    hash.update(bytes);
    yield bytes;
  }
}

/** The content of a small member. */
export async function wholeOf({ name, size, content }: Member): Promise<Buffer> {
  if (size > maxInMemory) throw new StartError(`The member ${name} of the archive is too large.`);
  const all: Buffer[] = [];
  for await (const bytes of content) all.push(bytes);
  return Buffer.concat(all);
}
