import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  attachmentKindOf,
  attachmentRules,
  hasThumbnail,
  type PictureSource,
} from "../../lib/validation/attachment-files";
import { png } from "../testing/pictures";
import { readBmp } from "./bmp.mjs";
import { Thumbnails } from "./thumbnails";

let thumbnails: Thumbnails;
beforeAll(() => {
  thumbnails = new Thumbnails({ processes: 1, time: 3_000 });
});
afterAll(() => thumbnails.close());

const made = (source: PictureSource, bytes: Uint8Array, isWhole?: boolean) =>
  thumbnails.square(bytes, { side: 64, by: { tenant: "main", person: "somebody" }, source, isWhole });
const outcome = (source: PictureSource, bytes: Uint8Array) =>
  made(source, bytes).then(
    () => "made",
    ({ rule }: { rule?: string }) => rule,
  );
/** Red, green, blue and alpha, each 0 or 1. */
const colourAt = async (picture: Buffer, x: number, y: number) => {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return [...data.subarray(at, at + 4)].map((channel) => (channel > 128 ? 1 : 0)).join("");
};

const plain = (background: string, side = 80) =>
  sharp({ create: { width: side, height: side, channels: 3, background } });
const gifOf = (colour: string) => plain(colour).gif().toBuffer();
const moving = async (...colours: string[]) => {
  const each = await Promise.all(colours.map((colour) => plain(colour).png().toBuffer()));
  return sharp(each, { join: { animated: true } })
    .gif()
    .toBuffer();
};

test("[AT-04] every uploadable picture has a thumbnail", () => {
  const pictures = attachmentRules.types.filter(
    (extension) => attachmentKindOf(`x.${extension}`) === "Image",
  );
  expect(pictures.filter((extension) => !hasThumbnail(extension))).toEqual([]);
});

/** A BMP of two by two pixels, red and green over blue and white, in bottom-up lines. */
function bmpOf(
  depth: number,
  pixels: readonly number[],
  { compression = 0, palette = [] as number[], masks = [] as number[], height = 2, size = 40, gap = 0 } = {},
): Buffer {
  const header = Buffer.alloc(14 + size);
  header.write("BM", "latin1");
  const words = Buffer.alloc(masks.length * 4);
  for (const [index, mask] of masks.entries()) words.writeUInt32LE(mask, index * 4);
  header.writeUInt32LE(header.length + (size > 40 ? 0 : words.length) + palette.length + gap, 10);
  header.writeUInt32LE(size, 14);
  if (size === 12) {
    header.writeUInt16LE(2, 18);
    header.writeUInt16LE(height, 20);
    header.writeUInt16LE(depth, 24);
  } else {
    header.writeInt32LE(2, 18);
    header.writeInt32LE(height, 22);
    header.writeUInt16LE(depth, 28);
    header.writeUInt32LE(compression, 30);
  }
  if (size > 40) words.copy(header, 54);
  return Buffer.concat([
    header,
    size > 40 ? Buffer.alloc(0) : words,
    Buffer.from(palette),
    Buffer.alloc(gap),
    Buffer.from(pixels),
  ]);
}

describe("a BMP", () => {
  const colours = [0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 255, 255, 255, 0];
  const old = [0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255];
  const short = (...values: number[]) => values.flatMap((value) => [value & 255, value >> 8]);
  test.each([
    ["24 bits", bmpOf(24, [255, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0])],
    [
      "24 bits from the top",
      bmpOf(24, [0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0, 255, 255, 255, 0, 0], { height: -2 }),
    ],
    [
      "24 bits behind a gap",
      bmpOf(24, [255, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0], { gap: 6 }),
    ],
    ["32 bits", bmpOf(32, [255, 0, 0, 0, 255, 255, 255, 0, 0, 0, 255, 0, 0, 255, 0, 0])],
    [
      "32 bits with masks and transparency",
      bmpOf(32, [0, 0, 255, 255, 255, 255, 255, 255, 255, 0, 0, 255, 0, 255, 0, 255], {
        ...{ compression: 3, size: 108, masks: [0xff, 0xff00, 0xff0000, 0xff000000] },
      }),
    ],
    ["16 bits", bmpOf(16, short(0x001f, 0x7fff, 0x7c00, 0x03e0))],
    [
      "16 bits with masks",
      bmpOf(16, short(0x001f, 0xffff, 0xf800, 0x07e0), { compression: 3, masks: [0xf800, 0x7e0, 0x1f] }),
    ],
    ["8 bits", bmpOf(8, [2, 3, 0, 0, 0, 1, 0, 0], { palette: [...colours, ...Array(1008).fill(0)] })],
    ["4 bits", bmpOf(4, [0x23, 0, 0, 0, 0x01, 0, 0, 0], { palette: [...colours, ...Array(48).fill(0)] })],
    [
      "8 bits of OS/2",
      bmpOf(8, [2, 3, 0, 0, 0, 1, 0, 0], { size: 12, palette: [...old, ...Array(756).fill(0)] }),
    ],
    [
      "8 bits in runs",
      bmpOf(8, [1, 2, 1, 3, 0, 0, 0, 2, 0, 0, 2, 0, 0, 1], {
        ...{ compression: 1, palette: [...colours, ...Array(1008).fill(0)] },
      }),
    ],
    [
      "4 bits in runs",
      bmpOf(4, [2, 0x23, 0, 0, 2, 0x01, 0, 1], {
        compression: 2,
        palette: [...colours, ...Array(48).fill(0)],
      }),
    ],
  ])("[AT-04] of %s is shown", async (name, bytes) => {
    const whole = await thumbnails.square(bytes, {
      side: 64,
      by: { tenant: "main", person: "x" },
      source: "bmp",
      isWhole: true,
    });
    // WebP blends the colours of very small pictures, so a large one is checked.
    const { width, height } = await sharp(whole).metadata();
    expect([width, height]).toEqual([2, 2]);
    const { data, channels } = readBmp(bytes);
    const at = (index: number) =>
      [...data.subarray(index * channels, index * channels + 3)]
        .map((value) => (value > 128 ? 1 : 0))
        .join("");
    if (name !== "8 bits in runs") expect([0, 1, 2, 3].map(at)).toEqual(["100", "010", "001", "111"]);
    expect(at(2)).toBe("001");
  });

  test("[AT-04] of two colours is shown with edges in their place", async () => {
    const side = 64;
    const lines = Array.from({ length: side }, (_, y) => (y < side / 2 ? 0xff : 0)).flatMap((byte) =>
      Array(8).fill(byte),
    );
    const bytes = bmpOf(1, lines, { palette: [0, 0, 255, 0, 255, 0, 0, 0] });
    bytes.writeInt32LE(side, 18);
    bytes.writeInt32LE(side, 22);
    const picture = await made("bmp", bytes);
    expect([await colourAt(picture, 32, 8), await colourAt(picture, 32, 56)]).toEqual(["1001", "0011"]);
  });

  test("[AT-04] that is invalid, truncated or too large is refused", async () => {
    const whole = bmpOf(24, [255, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0]);
    expect(await outcome("bmp", whole.subarray(0, -1))).toBe("picture");
    expect(await outcome("bmp", whole.subarray(0, 20))).toBe("picture");
    expect(await outcome("bmp", Buffer.from("BM but nothing else that is known of them"))).toBe("picture");
    const large = Buffer.from(whole);
    large.writeInt32LE(30_000, 18);
    expect(await outcome("bmp", large)).toBe("picturePixels");
    const runs = bmpOf(8, [255, 1, 0, 2], { compression: 1, palette: Array(1024).fill(0) });
    expect(await outcome("bmp", runs)).toBe("made");
  });
});

describe("a GIF", () => {
  test("[AT-04] is shown by its first frame, whatever follows", async () => {
    expect(await colourAt(await made("gif", await moving("#f00", "#00f", "#0f0")), 32, 32)).toBe("1001");
    const rubbish = Buffer.concat([await gifOf("#f00"), Buffer.alloc(100_000, 0x2c)]);
    expect(await colourAt(await made("gif", rubbish, true), 32, 32)).toBe("1001");
  });

  test("[AT-04] with excessive demands or invalid content is refused, and the next one works", async () => {
    const whole = await gifOf("#f00");
    const sized = (at: number, width: number, height: number) => {
      const changed = Buffer.from(whole);
      changed.writeUInt16LE(width, at);
      changed.writeUInt16LE(height, at + 2);
      return changed;
    };
    const descriptor = whole.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 80, 0, 80, 0]));
    expect(descriptor).toBeGreaterThan(0);
    expect(await outcome("gif", sized(6, 65_535, 65_535))).toBe("picturePixels");
    expect(await outcome("gif", sized(descriptor + 5, 65_535, 65_535))).toBe("picturePixels");
    expect(await outcome("gif", sized(descriptor + 1, 65_535, 65_535))).toBe("picturePixels");
    for (let length = 0; length < whole.length - 1; length += 7)
      expect([length, await outcome("gif", whole.subarray(0, length))]).toEqual([length, "picture"]);
    for (const other of [png(), Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")])
      expect(await outcome("gif", other)).toBe("picture");
    expect(await outcome("photo", whole)).toBe("picture");
    expect(await outcome("gif", whole)).toBe("made");
  });
});

describe("an SVG", () => {
  const red = '<rect width="100%" height="100%" fill="red"/>';
  const svg = (content: string, size = 'width="100" height="100"', before = "") =>
    Buffer.from(
      `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${content}</svg>`,
    );

  test("[AT-04] is drawn at full size, with a transparent background", async () => {
    const icon = await made(
      "svg",
      svg('<rect width="12" height="24" fill="red"/>', 'width="24" height="24"'),
    );
    expect(await sharp(icon).metadata()).toMatchObject({ format: "webp", width: 64, height: 64 });
    expect([await colourAt(icon, 30, 32), await colourAt(icon, 34, 32)]).toEqual(["1001", "0000"]);
    const wide = await made("svg", svg(red, 'viewBox="0 0 200 100"'), true);
    expect(await sharp(wide).metadata()).toMatchObject({ width: 64, height: 32 });
    for (const size of [
      'viewBox="0 0 100000 100000"',
      'width="100000" height="100000"',
      'width="1000" height="10"',
    ])
      expect(await colourAt(await made("svg", svg(red, size)), 32, 32)).toBe("1001");
  });

  test("[AT-04] loads no external resources", async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const folder = mkdtempSync(join(tmpdir(), "hub-svg-"));
    const [picture, drawing] = [join(folder, "red.png"), join(folder, "red.svg")];
    writeFileSync(picture, await plain("red").png().toBuffer());
    writeFileSync(drawing, svg(`<g id="a">${red}</g>`));
    const web = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const image = (address: string) =>
      svg(`<image xlink:href="${address}" href="${address}" width="100" height="100"/>`);
    const include = (address: string, parse: string) =>
      svg(`<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${address}" parse="${parse}"/>`);
    const tries = [
      ...[picture, drawing].flatMap((path) => [path, pathToFileURL(path).href]).map(image),
      ...["red.png", `${web}/red.png`, "//127.0.0.1/red.png"].map(image),
      ...["xml", "text"].map((parse) => include(pathToFileURL(drawing).href, parse)),
      include(`${web}/red.svg`, "xml"),
      svg(`<use href="${pathToFileURL(drawing).href}#a"/>`),
      svg(`<use href="${web}/red.svg#a"/>`),
      svg(`<style>@import url("${web}/a.css"); @import url("${pathToFileURL(drawing).href}");</style>`),
      svg("", undefined, `<?xml-stylesheet href="${web}/a.css" type="text/css"?>`),
      svg("", undefined, `<!DOCTYPE svg SYSTEM "${web}/a.dtd">`),
      svg(
        '<script>document.documentElement.style.background = "red"</script>',
        'width="100" height="100" onload="x()"',
      ),
      svg(
        "<foreignObject width='100' height='100'><body xmlns='http://www.w3.org/1999/xhtml' bgcolor='red'>x</body></foreignObject>",
      ),
    ];
    for (const bytes of tries) {
      const drawn = await made("svg", bytes);
      expect([bytes.toString(), await colourAt(drawn, 32, 32)]).toEqual([bytes.toString(), "0000"]);
    }
    for (const address of [pathToFileURL("/etc/hosts").href, `${web}/x`])
      expect(
        await outcome(
          "svg",
          svg("<text y='50'>&x;</text>", undefined, `<!DOCTYPE svg [<!ENTITY x SYSTEM "${address}">]>`),
        ),
      ).toBe("picture");
    expect(asked).toEqual([]);
    server.close();
  });

  test("[AT-04] that grows without end is refused or stopped, and the next is made", async () => {
    const names = [..."abcdefghij"];
    const entities = names.map(
      (name, index) => `<!ENTITY ${name} "${index ? `&${names[index - 1]};`.repeat(10) : "ha"}">`,
    );
    const laughs = svg("<text>&j;</text>", undefined, `<!DOCTYPE svg [${entities.join("")}]>`);
    const square = `<!DOCTYPE svg [<!ENTITY a "${"a".repeat(100_000)}">]>`;
    const groups = names.map(
      (_, index) => `<g id="a${index + 1}">${`<use href="#a${index}"/>`.repeat(10)}</g>`,
    );
    const bombs: [string, string, Buffer][] = [
      ["entities in entities", "picture", laughs],
      ["a long entity, often", "picture", svg(`<text>${"&a;".repeat(10_000)}</text>`, undefined, square)],
      ["nested without end", "picture", svg("<g>".repeat(100_000) + "</g>".repeat(100_000))],
      ["packed", "picture", gzipSync(svg(" ".repeat(1_000_000)))],
      ["no size", "picture", svg(red, 'width="0" height="0"')],
      ["a size beyond all", "picture", svg(red, 'width="1e12" height="1e12"')],
      ["no SVG", "picture", Buffer.from("<html/>")],
      ["too long", "pictureEffort", svg(" ".repeat(5_000_000))],
      ["uses of uses", "pictureEffort", svg(`<g id="a0">${red}</g>${groups.join("")}`)],
    ];
    for (const [what, expected, bytes] of bombs)
      expect([what, await outcome("svg", bytes)]).toEqual([what, expected]);
    const filters = svg(
      '<filter id="f"><feGaussianBlur stdDeviation="99999"/><feTurbulence numOctaves="99999"/></filter><rect filter="url(#f)" width="100" height="100"/>',
    );
    expect(["made", "pictureEffort"]).toContain(await outcome("svg", filters));
    expect(await outcome("photo", svg(red))).toBe("picture");
    expect(await outcome("svg", svg(red))).toBe("made");
  });
});
