import * as fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import {
  chunk,
  end,
  frame,
  header,
  jpegOf,
  packedChunks,
  pixels,
  png,
  pngOf,
  scan,
  segment,
} from "../testing/pictures";
import { imageLimits, UnusableImage } from "./image-limits";
import { checkJpeg } from "./jpeg";
import { checkPng } from "./png";

const checks = { png: checkPng, jpeg: checkJpeg };
type Format = keyof typeof checks;

/** The rule that a picture breaks; undefined for one that may be decoded. */
function faultOf(format: Format, bytes: Buffer): string | undefined {
  try {
    checks[format](bytes);
  } catch (error) {
    // Any other error is a bug in the check.
    expect(error).toBeInstanceOf(UnusableImage);
    return (error as UnusableImage).rule;
  }
}

const plain = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 80, b: 50, alpha: 0.5 } } });

/** Pictures as programs write them. */
const usual: Record<Format, (() => Promise<Buffer>)[]> = {
  png: [
    () => plain().png().toBuffer(),
    () => plain().png({ progressive: true }).toBuffer(),
    () => plain().png({ palette: true, colours: 4 }).toBuffer(),
    () => plain().toColourspace("rgb16").png().toBuffer(),
    () => plain().removeAlpha().toColourspace("b-w").png().toBuffer(),
    () => plain().withIccProfile("p3").withMetadata({ orientation: 6 }).png().toBuffer(),
    () => plain().withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>").png().toBuffer(),
    () => plain(3000, 3000).png({ progressive: true }).toBuffer(),
  ],
  jpeg: [
    () => plain().jpeg().toBuffer(),
    () => plain().jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
    () => plain().jpeg({ mozjpeg: true }).toBuffer(),
    () => plain().removeAlpha().toColourspace("b-w").jpeg().toBuffer(),
    () => plain().toColourspace("cmyk").jpeg().toBuffer(),
    () =>
      plain()
        .withIccProfile("p3")
        .withExif({ IFD0: { Copyright: "x".repeat(9_000) } })
        .jpeg()
        .toBuffer(),
    () => plain().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    () => plain(6000, 4000).jpeg({ progressive: true }).toBuffer(),
  ],
};

describe.each(["png", "jpeg"] as const)("a %s", (format) => {
  test("[HO-04] is accepted as programs write it, but not truncated anywhere", async () => {
    for (const make of usual[format]) {
      const whole = await make();
      expect(faultOf(format, whole)).toBeUndefined();
      expect(faultOf(format, Buffer.concat([whole, Buffer.from("and something behind it")]))).toBeUndefined();
      fc.assert(
        fc.property(fc.integer({ min: 3, max: whole.length - 1 }), (length) => {
          expect(faultOf(format, whole.subarray(0, length))).toBe("picture");
        }),
        { numRuns: 40 },
      );
    }
  });

  test("[HO-04] damaged anywhere is refused by a rule or accepted, without other errors", async () => {
    const wholes = await Promise.all(usual[format].slice(0, 7).map((make) => make()));
    const damage = fc.array(
      fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.uint8Array({ maxLength: 9 })),
      {
        minLength: 1,
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(fc.constantFrom(...wholes), damage, fc.boolean(), (whole, places, isInserted) => {
        let bytes = whole;
        for (const [place, put] of places) {
          const at = 2 + Math.floor(place * (bytes.length - 2));
          bytes = Buffer.concat([
            bytes.subarray(0, at),
            put,
            bytes.subarray(isInserted ? at : at + put.length),
          ]);
        }
        faultOf(format, bytes);
      }),
      { numRuns: 500 },
    );
  });
});

const limit = imageLimits.metadataUnpacked;

test("[HO-04] compressed texts and profiles are refused by their uncompressed size, in any split", () => {
  const parts = fc.array(
    fc.tuple(fc.constantFrom(...Object.keys(packedChunks)), fc.integer({ min: 1, max: 8 })),
    {
      minLength: 1,
      maxLength: 40,
    },
  );
  fc.assert(
    fc.property(parts, fc.integer({ min: limit / 4, max: limit * 3 }), (kinds, total) => {
      const weights = kinds.reduce((sum, [, weight]) => sum + weight, 0);
      const sizes = kinds.map(([, weight]) => Math.floor((total * weight) / weights));
      const chunks = kinds.map(([kind], index) => packedChunks[kind]?.(sizes[index] ?? 0) ?? end);
      const unpacked = sizes.reduce((sum, size) => sum + size, 0);
      expect(faultOf("png", png(...chunks))).toBe(unpacked > limit ? "pictureMetadata" : undefined);
    }),
    { numRuns: 60 },
  );
  for (const packed of Object.values(packedChunks)) {
    const bomb = packed(50_000_000);
    expect(bomb.length).toBeLessThan(50_000);
    expect(faultOf("png", png(...Array.from({ length: 38 }, () => bomb)))).toBe("pictureMetadata");
    // Unmeasurable ones: truncated, compressed by an unknown method, a text without an end.
    expect(faultOf("png", png(chunk(bomb.toString("latin1", 4, 8), bomb.subarray(8, 200))))).toBe(
      "pictureMetadata",
    );
  }
  expect(faultOf("png", png(chunk("zTXt", "no end")))).toBe("pictureMetadata");
  expect(faultOf("png", png(chunk("iTXt", "k\0\0\0\0\0just text")))).toBeUndefined();
});

const many = <T>(count: number, part: T) => Array.from({ length: count }, () => part);
const flood = (count: number, part: Buffer) => Buffer.concat(many(count, part));
const text = chunk("tEXt", "k\0v");
const wide = imageLimits.side;

test.each<[string, Buffer, string | undefined]>([
  ["chunks without content, as many as fit", png(flood(170_000, chunk("IDAT"))), "pictureMetadata"],
  ["texts", png(...many(65, text)), "pictureMetadata"],
  ["few texts", png(...many(60, text)), undefined],
  ["one text of more than a megabyte", png(chunk("tEXt", Buffer.alloc(1_100_000, 65))), "pictureMetadata"],
  [
    "frames of an animation",
    png(chunk("acTL", Buffer.alloc(8)), ...many(70, chunk("fdAT", "x"))),
    "pictureMetadata",
  ],
  ["few frames", png(chunk("acTL", Buffer.alloc(8)), ...many(6, chunk("fcTL", Buffer.alloc(26)))), undefined],
  ["two headers", png(header()), "picture"],
  ["no header", pngOf(pixels, end), "picture"],
  ["a header behind something", pngOf(text, header(), pixels, end), "picture"],
  ["a header of another length", pngOf(chunk("IHDR", Buffer.alloc(12, 1)), pixels, end), "picture"],
  ["no pixels", pngOf(header(), end), "picture"],
  ["pixels apart", png(pixels, text), "picture"],
  ["an unknown chunk that must be known", png(chunk("ABCD")), "picture"],
  ["a chunk with a name of none", png(chunk("ab d")), "picture"],
  ["no width", pngOf(header({ width: 0 }), pixels, end), "picture"],
  ["no such colours", pngOf(header({ bits: 4 }), pixels, end), "picture"],
  ["no such interlacing", pngOf(header({ interlace: 2 }), pixels, end), "picture"],
  [
    "all the pixels that can be told",
    pngOf(header({ width: 2 ** 31 - 1, height: 2 ** 31 - 1 }), pixels, end),
    "picturePixels",
  ],
  ["a side too long", pngOf(header({ width: wide + 1, height: 1 }), pixels, end), "picturePixels"],
  ["40 megapixels", pngOf(header({ width: 8000, height: 5000 }), pixels, end), undefined],
  ["a few more", pngOf(header({ width: 8000, height: 5001 }), pixels, end), "picturePixels"],
  [
    "40 interlaced megapixels",
    pngOf(header({ width: 8000, height: 5000, interlace: 1 }), pixels, end),
    "pictureInterlaced",
  ],
  [
    "40 of one bit with a palette",
    pngOf(header({ width: 8000, height: 5000, interlace: 1, colourType: 3, bits: 1 }), pixels, end),
    "pictureInterlaced",
  ],
])("[HO-04] of a PNG with %s", (_, bytes, fault) => {
  expect(faultOf("png", bytes)).toBe(fault);
});

const app = (size: number) => segment(0xe1, Buffer.alloc(size));
const twentyMegapixels = { width: 5000, height: 4000, sampling: [0x11, 0x11, 0x11] };

test.each<[string, Buffer, string | undefined]>([
  ["one frame and one scan", jpegOf(frame(), scan()), undefined],
  [
    "as many segments without content as fit",
    jpegOf(flood(500_000, segment(0xfe)), frame(), scan()),
    "pictureMetadata",
  ],
  ["tables without end", jpegOf(flood(5_000, segment(0xdb)), frame(), scan()), "pictureMetadata"],
  ["Exif of more than a megabyte", jpegOf(...many(20, app(65_000)), frame(), scan()), "pictureMetadata"],
  ["Exif of a camera", jpegOf(app(65_000), frame(), scan()), undefined],
  ["comments", jpegOf(...many(65, segment(0xfe, "x")), frame(), scan()), "pictureMetadata"],
  ["two frames", jpegOf(frame(), frame(), scan()), "picture"],
  ["no frame", jpegOf(scan()), "picture"],
  ["no scan", jpegOf(frame()), "picture"],
  ["a lossless frame", jpegOf(frame({ kind: 0xc3 }), scan()), "picture"],
  ["an arithmetic frame", jpegOf(frame({ kind: 0xc9 }), scan()), "picture"],
  ["no height", jpegOf(frame({ height: 0 }), scan()), "picture"],
  ["no sampling", jpegOf(frame({ sampling: [0x01] }), scan()), "picture"],
  ["a length that goes beyond the end", jpegOf(frame(), Buffer.from([0xff, 0xe1, 0xff, 0xff])), "picture"],
  ["a length of less than itself", jpegOf(Buffer.from([0xff, 0xe1, 0, 1]), frame(), scan()), "picture"],
  [
    "nothing but fill bytes",
    Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(2_000_000, 0xff)]),
    "picture",
  ],
  [
    "all the pixels that can be told",
    jpegOf(frame({ width: 65_535, height: 65_535 }), scan()),
    "picturePixels",
  ],
  ["20 megapixels at once", jpegOf(frame(twentyMegapixels), scan(3)), undefined],
  [
    "20 progressive megapixels in full colours",
    jpegOf(frame({ ...twentyMegapixels, kind: 0xc2 }), scan(3)),
    "pictureInterlaced",
  ],
  ["20 megapixels, colour by colour", jpegOf(frame(twentyMegapixels), scan(1)), "pictureInterlaced"],
  ["as many passes as fit", jpegOf(frame({ kind: 0xc2 }), ...many(1_000, scan())), "pictureEffort"],
])("[HO-04] of a JPEG with %s", (_, bytes, fault) => {
  expect(faultOf("jpeg", bytes)).toBe(fault);
});
