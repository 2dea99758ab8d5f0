import { isCompoundFile } from "@/lib/ooxml/compound-file";

/** Streams of encrypted documents (MS-OFFCRYPTO 1.3.2, MS-PPT 2.3.6). */
const encryptedStreams = ["EncryptedPackage", "EncryptedSummary"].map((name) => Buffer.from(name, "utf16le"));
/** Bytes of the beginning in which older formats declare encryption. */
const maxHeadBytes = 1024 * 1024;
const overlap = 128;

/**
 * Whether an office document needs a password: of Office (MS-OFFCRYPTO), including older formats, and OpenDocument (part
 * 2, 5.4). Buffers a few megabytes at most.
 */
export async function isProtectedDocument(content: AsyncIterable<Uint8Array>): Promise<boolean> {
  let head = Buffer.alloc(0);
  let before = Buffer.alloc(0);
  for await (const part of content) {
    const window = Buffer.concat([before, part]);
    if (head.length < maxHeadBytes) head = Buffer.concat([head, part]);
    if (isCompoundFile(head)) {
      if (encryptedStreams.some((name) => window.includes(name))) return true;
    } else if (isProtectedArchive(window)) return true;
    before = window.subarray(-overlap);
  }
  return isProtectedWord(head) || isProtectedSheet(head);
}

/** OpenDocument does not compress encrypted parts: the text, or the whole document as one part. */
function isProtectedArchive(bytes: Buffer): boolean {
  if (bytes.includes("encrypted-package")) return true;
  for (let at = bytes.indexOf("content.xml"); at >= 0; at = bytes.indexOf("content.xml", at + 1)) {
    const header = at - 30;
    if (header < 0 || bytes.readUInt32LE(header) !== 0x04034b50) continue;
    const [flags, method] = [bytes.readUInt16LE(header + 6), bytes.readUInt16LE(header + 8)];
    if ((flags & 1) === 1 || method === 0) return true;
  }
  return false;
}

/** MS-DOC 2.5.2: `fEncrypted`. Its stream begins with a sector. */
function isProtectedWord(head: Buffer): boolean {
  for (let at = 512; at + 12 <= head.length; at += 512)
    if (head.readUInt16LE(at) === 0xa5ec) return (head.readUInt16LE(at + 10) & 0x100) !== 0;
  return false;
}

/** MS-XLS 2.4.117: `FilePass` follows soon after the beginning of a workbook. */
function isProtectedSheet(head: Buffer): boolean {
  const start = head.indexOf(Buffer.from("0908100000060500", "hex"));
  for (let at = start, records = 0; at >= 0 && at + 4 <= head.length && records < 20; records++) {
    if (head.readUInt16LE(at) === 0x2f) return true;
    at += 4 + head.readUInt16LE(at + 2);
  }
  return false;
}
