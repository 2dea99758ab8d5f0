import { deflateSync } from "node:zlib";

/** Hand-built pictures, including ones that no program writes. */

const table = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

export function chunk(type: string, content: Uint8Array | string = ""): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), Buffer.from(content as Uint8Array)]);
  const framed = Buffer.alloc(typed.length + 8);
  framed.writeUInt32BE(typed.length - 4, 0);
  typed.copy(framed, 4);
  framed.writeUInt32BE(crc32(typed), typed.length + 4);
  return framed;
}

interface Header {
  width?: number;
  height?: number;
  bits?: number;
  colourType?: number;
  interlace?: number;
}

export function header({
  width = 8,
  height = 8,
  bits = 8,
  colourType = 2,
  interlace = 0,
}: Header = {}): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  content.set([bits, colourType, 0, 0, interlace], 8);
  return chunk("IHDR", content);
}

const signature = Buffer.from("89504e470d0a1a0a", "hex");
export const end = chunk("IEND");
/** The pixels of an 8 × 8 picture in three colours, each line preceded by its filter byte. */
export const pixels = chunk("IDAT", deflateSync(Buffer.alloc(8 * (1 + 8 * 3))));

/** A PNG of 8 × 8 pixels, with other chunks between its header and its pixels. */
export function png(...between: Buffer[]): Buffer {
  return Buffer.concat([signature, header(), ...between, pixels, end]);
}

/** A PNG of exactly these chunks. */
export function pngOf(...chunks: Buffer[]): Buffer {
  return Buffer.concat([signature, ...chunks]);
}

/** The three chunks with compressed texts, each with a given uncompressed size. */
export const packedChunks: Record<string, (unpacked: number) => Buffer> = {
  zTXt: (unpacked) =>
    chunk("zTXt", Buffer.concat([Buffer.from("k\0\0"), deflateSync(Buffer.alloc(unpacked))])),
  iTXt: (unpacked) =>
    chunk("iTXt", Buffer.concat([Buffer.from("k\0\x01\0en\0k\0"), deflateSync(Buffer.alloc(unpacked))])),
  iCCP: (unpacked) =>
    chunk("iCCP", Buffer.concat([Buffer.from("p\0\0"), deflateSync(Buffer.alloc(unpacked))])),
};

/** A segment of a JPEG with its length. */
export function segment(marker: number, content: Uint8Array | string = ""): Buffer {
  const bytes = Buffer.from(content as Uint8Array);
  return Buffer.concat([
    Buffer.from([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 255]),
    bytes,
  ]);
}

interface Frame {
  kind?: number;
  width?: number;
  height?: number;
  /** Sampling factors of each component, such as 0x22. */
  sampling?: readonly number[];
}

export function frame({ kind = 0xc0, width = 8, height = 8, sampling = [0x11] }: Frame = {}): Buffer {
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const components = sampling.flatMap((factors, index) => [index + 1, factors, 0]);
  return segment(kind, Uint8Array.from([8, ...size, sampling.length, ...components]));
}

/** A scan of that many components with some coded data, structurally valid. */
export function scan(components = 1): Buffer {
  const named = Array.from({ length: components }, (_, index) => [index + 1, 0]).flat();
  return Buffer.concat([
    segment(0xda, Uint8Array.from([components, ...named, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
  ]);
}

/** A JPEG of these segments, from the start to the end of the image. */
export function jpegOf(...segments: Buffer[]): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments, Buffer.from([0xff, 0xd9])]);
}
