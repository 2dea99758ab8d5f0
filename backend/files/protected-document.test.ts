import { expect, test } from "vitest";
import { isProtectedDocument } from "./protected-document";

const signature = Buffer.from("d0cf11e0a1b11ae1", "hex");
const wide = (text: string) => Buffer.from(text, "utf16le");
/** A compound file beginning with a stream. */
const older = (stream: Buffer, more = Buffer.alloc(0)) =>
  Buffer.concat([signature, Buffer.alloc(504), stream, Buffer.alloc(600), more]);
const word = (flags: number) => {
  const stream = Buffer.alloc(32);
  stream.writeUInt16LE(0xa5ec, 0);
  stream.writeUInt16LE(flags, 10);
  return stream;
};
const records = (...types: number[]) =>
  Buffer.concat([
    Buffer.from("0908100000060500", "hex"),
    Buffer.alloc(12),
    ...types.map((type) => Buffer.from([type, 0, 2, 0, 0, 0])),
  ]);
const part = (name: string, { method = 8, flags = 0 } = {}) => {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(flags, 6);
  header.writeUInt16LE(method, 8);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name), Buffer.from("content")]);
};

test.each([
  ["docx, xlsx or pptx", older(Buffer.alloc(8), wide("EncryptedPackage")), true],
  ["ppt", older(Buffer.alloc(8), wide("EncryptedSummary")), true],
  ["doc", older(word(0x100)), true],
  ["doc without one", older(word(0)), false],
  ["xls", older(records(0xe1, 0x2f)), true],
  ["xls without one", older(records(0xe1, 0xe2)), false],
  ["odt", Buffer.concat([part("mimetype", { method: 0 }), part("content.xml", { method: 0 })]), true],
  ["odt in one part", part("encrypted-package", { method: 0 }), true],
  ["odt without one", Buffer.concat([part("mimetype", { method: 0 }), part("content.xml")]), false],
  ["docx without one", part("word/document.xml"), false],
])("[AT-01] a password is found: %s", async (_, bytes, isProtected) => {
  const inParts = async function* (size: number) {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };
  for (const size of [7, 64, bytes.length])
    expect(await isProtectedDocument(inParts(size))).toBe(isProtected);
});
