import { checkSize, UnusableImage } from "./image-limits";

export const isGif = (bytes: Buffer) => /^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6));

const [extension, image] = [0x21, 0x2c];
const trailer = Buffer.from([0x3b]);
const screenEnd = 13;
const descriptorBytes = 10;

/**
 * Reduces a GIF to its first frame, so that thousands of further ones are not decoded (GIF89a, section 17 and
 * following). The effort grows with the bytes before the second.
 * @throws {UnusableImage} for an invalid GIF, one without a complete frame, or one that needs too much memory
 */
export function firstOfGif(bytes: Buffer): Buffer {
  if (!isGif(bytes) || bytes.length < screenEnd) throw broken("no GIF");
  checkSize(bytes.readUInt16LE(6), bytes.readUInt16LE(8));
  let at = screenEnd + colourBytes(bytes[10]);
  while (bytes[at] === extension) at = endOfBlocks(bytes, at + 2);
  if (bytes[at] !== image || at + descriptorBytes > bytes.length) throw broken("no picture");
  const [left, top, width, height] = [1, 3, 5, 7].map((offset) => bytes.readUInt16LE(at + offset)) as [
    number,
    number,
    number,
    number,
  ];
  checkSize(left + width, top + height);
  at += descriptorBytes + colourBytes(bytes[at + 9]);
  // One additional byte has the initial width of codes.
  return Buffer.concat([bytes.subarray(0, endOfBlocks(bytes, at + 1)), trailer]);
}

/** Size in bytes of the colour table that the flags announce. */
const colourBytes = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** The offset after the empty block that ends a sequence. */
function endOfBlocks(bytes: Buffer, from: number): number {
  let at = from;
  for (let length = bytes[at]; length !== 0; length = bytes[at]) {
    if (length === undefined) throw broken("it breaks off");
    at += 1 + length;
  }
  return at + 1;
}

const broken = (message: string) => new UnusableImage("picture", message);
