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

test("[AT-04] every supported kind of picture has a thumbnail, except BMP", () => {
  const pictures = attachmentRules.types.filter(
    (extension) => attachmentKindOf(`x.${extension}`) === "Image",
  );
  expect(pictures.filter((extension) => !hasThumbnail(extension))).toEqual(["bmp"]);
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
