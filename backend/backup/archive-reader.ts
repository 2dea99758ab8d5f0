import type { Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { extract } from "tar-stream";
import { StartError } from "../core/start-error";
import {
  headerName,
  type Member,
  manifestName,
  manifestSumName,
  perList,
  sha256,
  sumOf,
  sumsName,
  wholeOf,
} from "./archive-format";

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
