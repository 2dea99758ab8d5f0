import { inflateSync } from "node:zlib";
import { checkSize, imageLimits, Metadata, UnusableImage } from "./image-limits";

const signature = Buffer.from("89504e470d0a1a0a", "hex");

export const isPng = (bytes: Buffer) => bytes.subarray(0, signature.length).equals(signature);

/** Samples per pixel by colour type, and their allowed bits (PNG, third edition, table 8). */
const colourTypes: Record<number, { samples: number; bits: readonly number[] }> = {
  0: { samples: 1, bits: [1, 2, 4, 8, 16] },
  2: { samples: 3, bits: [8, 16] },
  3: { samples: 1, bits: [1, 2, 4, 8] },
  4: { samples: 2, bits: [8, 16] },
  6: { samples: 4, bits: [8, 16] },
};

const broken = (message: string) => new UnusableImage("picture", message);

/**
 * Checks the chunks of a PNG from the signature to IEND (PNG, third edition, section 5) without decoding pixels. The
 * effort is linear in the bytes.
 * @throws {UnusableImage} for an invalid or truncated PNG, or one that needs too much memory
 */
export function checkPng(bytes: Buffer): void {
  const metadata = new Metadata();
  const unpacked = new Unpacked();
  let parts = 0;
  let isInData = false;
  let hasData = false;
  for (let at = signature.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    const content = bytes.subarray(at + 8, at + 8 + length);
    at += 12 + length;
    parts += 1;
    if (at > bytes.length) throw broken(`${type} goes on beyond the end`);
    if (parts > imageLimits.parts) throw new UnusableImage("pictureMetadata", "too many chunks");
    if (!/^[A-Za-z]{2}[A-Z][A-Za-z]$/.test(type)) throw broken("no chunk");
    if ((type === "IHDR") !== (parts === 1)) throw broken("IHDR is not the first, or not the only one");
    switch (type) {
      case "IHDR":
        checkHeader(content);
        break;
      case "IDAT":
        if (hasData && !isInData) throw broken("IDAT chunks apart from each other");
        hasData = true;
        break;
      case "IEND":
        if (!hasData) throw broken("no IDAT");
        return;
      case "PLTE":
        break;
      default:
        if (/^[A-Z]/.test(type)) throw broken(`${type} is not known`);
        metadata.add(length);
        unpacked.add(type, content);
    }
    isInData = type === "IDAT";
  }
  throw broken("no IEND");
}

function checkHeader(header: Buffer): void {
  if (header.length !== 13) throw broken("IHDR is not 13 bytes long");
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [bits = 0, colourType = -1, compression, filter, interlace = -1] = header.subarray(8);
  const kind = colourTypes[colourType];
  if (!kind?.bits.includes(bits)) throw broken("no such colours");
  if (compression !== 0 || filter !== 0 || (interlace !== 0 && interlace !== 1))
    throw broken("no such method");
  checkSize(width, height);
  // The decoder expands palettes and less than 8 bits to 8 bits, and adds transparency.
  const bytesOfPixel = Math.max(1, bits / 8) * (colourType === 3 ? 4 : kind.samples);
  if (interlace === 1 && width * height * bytesOfPixel > imageLimits.heldPixels)
    throw new UnusableImage("pictureInterlaced");
}

/** Measures the total uncompressed size of compressed chunks, and stops at the limit. */
class Unpacked {
  private left: number = imageLimits.metadataUnpacked;

  /** @throws {UnusableImage} above the limit, or when it cannot be decompressed */
  add(type: string, content: Buffer): void {
    const packed = packedIn(type, content);
    if (!packed) return;
    try {
      // Plus one, because zlib takes 0 for no limit.
      this.left -= inflateSync(packed, { maxOutputLength: this.left + 1 }).length;
    } catch (error) {
      throw new UnusableImage("pictureMetadata", (error as Error).message);
    }
    if (this.left < 0) throw new UnusableImage("pictureMetadata", "unpacks to too much");
  }
}

/** The compressed part of a chunk; undefined if there is none. */
function packedIn(type: string, content: Buffer): Buffer | undefined {
  if (type !== "zTXt" && type !== "iCCP" && type !== "iTXt") return undefined;
  let at = afterText(content, 0);
  if (type !== "iTXt") return content.subarray(at + 1);
  if (content[at] !== 1) return undefined;
  at = afterText(content, at + 2);
  return content.subarray(afterText(content, at));
}

/** The offset after a zero-terminated text. */
function afterText(content: Buffer, from: number): number {
  const end = content.indexOf(0, from);
  if (end < 0) throw new UnusableImage("pictureMetadata", "a text without an end");
  return end + 1;
}
