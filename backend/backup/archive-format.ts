import { createHash } from "node:crypto";
import { StartError } from "../core/start-error";

// A tar file: first the header, last the manifest and its checksum. Each thousand other members are followed by a list of their
// checksums in the format of sha256sum, to keep memory bounded on both sides.

export const headerName = "hub-backup.json";
export const manifestName = "manifest.json";
export const manifestSumName = "manifest.sha256";
export const sumsName = (number: number) => `sums/${String(number).padStart(6, "0")}.sha256`;
/** Members per list of checksums. */
export const perList = 1_000;
/** Bytes of the largest member that is read into memory. */
export const maxInMemory = 256 * 1024 * 1024;

export const sha256 = () => createHash("sha256");
export const sumOf = (content: string | Buffer) => sha256().update(content).digest("hex");

export interface Member {
  name: string;
  size: number;
  content: AsyncIterable<Buffer>;
}

/** The content of a small member. */
export async function wholeOf({ name, size, content }: Member): Promise<Buffer> {
  if (size > maxInMemory) throw new StartError(`The member ${name} of the archive is too large.`);
  const all: Buffer[] = [];
  for await (const bytes of content) all.push(bytes);
  return Buffer.concat(all);
}
