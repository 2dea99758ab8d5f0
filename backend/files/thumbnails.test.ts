import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterEach, expect, test } from "vitest";
import { pdfOf } from "../seed/pdf";
import { chunk, frame, header, jpegOf, png, pngOf, scan } from "../testing/pictures";
import { Thumbnails } from "./thumbnails";

type Limits = ConstructorParameters<typeof Thumbnails>[0];

let thumbnails: Thumbnails;
afterEach(() => thumbnails.close());

const open = (limits?: Limits) => {
  thumbnails = new Thumbnails(limits);
  return thumbnails;
};

/**
 * A fake process controlled by the requested side: 1 returns its id, 2 never responds, 3 exits; 9 exits if it has been
 * used.
 */
const script = join(mkdtempSync(join(tmpdir(), "hub-thumbnails-")), "stubborn.mjs");
writeFileSync(
  script,
  `let used = 0;
  process.on("disconnect", () => process.exit());
  process.on("message", ({ side }) => {
    used += 1;
    if (side === 3 || (side === 9 && used > 1)) process.exit(1);
    if (side !== 2) process.send({ made: Buffer.from(String(process.pid)) });
  });
  process.send({ ready: true });`,
);
const stubborn = { worker: pathToFileURL(script), processes: 1 };
const asked = (side: number, by = "somebody") =>
  thumbnails.square(png(), { side, by: { tenant: "main", person: by } }).then(
    (made) => made.toString(),
    (error: { rule?: string; code?: string }) => error.rule ?? error.code,
  );

test("[HO-04] pictures as programs write them are cropped to a square and turned upright", async () => {
  open();
  const plain = () => sharp({ create: { width: 60, height: 40, channels: 3, background: "#fff" } });
  const upright = await plain()
    .composite([
      { input: { create: { width: 60, height: 10, channels: 3, background: "#000" } }, gravity: "north" },
    ])
    .png()
    .toBuffer();
  const lying = await sharp(upright).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const made = await thumbnails.square(lying, { side: 20, by: { tenant: "main", person: "somebody" } });
  const { data, info } = await sharp(made).greyscale().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, (await sharp(made).metadata()).format]).toEqual([20, 20, "webp"]);
  // The former top is on the right after rotation.
  expect([(data[10 * 20 + 1] ?? 0) > 200, (data[10 * 20 + 18] ?? 255) < 60]).toEqual([true, true]);
});

test("[HO-04] structurally valid but broken pictures are refused, and the next one works", async () => {
  open();
  const whole = png();
  const wrongSum = Buffer.from(whole);
  wrongSum[whole.length - 14] = (wrongSum[whole.length - 14] ?? 0) ^ 1;
  const broken = [
    wrongSum,
    pngOf(header(), chunk("IDAT", "not packed"), chunk("IEND")),
    pngOf(header({ width: 4000, height: 4000 }), chunk("IDAT"), chunk("IEND")),
    jpegOf(frame(), scan()),
    jpegOf(frame({ kind: 0xc2, width: 5000, height: 4000 }), scan(), scan()),
    Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"),
    Buffer.alloc(0),
  ];
  for (const bytes of broken)
    await expect(
      thumbnails.square(bytes, { side: 20, by: { tenant: "main", person: "somebody" } }),
    ).rejects.toMatchObject({
      rule: "picture",
    });
  expect(
    (await thumbnails.square(whole, { side: 20, by: { tenant: "main", person: "somebody" } })).length,
  ).toBeGreaterThan(0);
});

test("[HO-04] a slow picture is abandoned with its process, and the next one gets another", async () => {
  open({ ...stubborn, time: 300 });
  const first = await asked(1);
  expect(await asked(1)).toBe(first);
  // Retried in an unused process.
  expect(await asked(2)).toBe("pictureEffort");
  expect(await asked(1)).not.toBe(first);
});

test("[HO-04] a picture that ends its process is refused, unless another was to blame", async () => {
  open(stubborn);
  expect(await asked(3)).toBe("pictureEffort");
  const first = await asked(1);
  const second = await asked(9);
  expect(second).toMatch(/^\d+$/);
  expect(second).not.toBe(first);
});

test("[HO-04] a process that takes too much memory ends itself", async () => {
  open({ memory: 1 });
  const large = await sharp({ create: { width: 6000, height: 6000, channels: 4, background: "#abc" } })
    .png()
    .toBuffer();
  await expect(
    thumbnails.square(large, { side: 20, by: { tenant: "main", person: "somebody" } }),
  ).rejects.toMatchObject({
    rule: "pictureEffort",
  });
});

test("[HO-04] if no process can start, requests are refused with a retry", async () => {
  open({ worker: new URL("./nothing-there.mjs", import.meta.url) });
  expect(await asked(1)).toBe("busyPictures");
});

test("[HO-04] one person's many pictures delay others by at most two", async () => {
  open({ ...stubborn, waiting: { all: 90, each: 30 } });
  const ended: string[] = [];
  const recordOrder = async (side: number, by: string) => {
    const result = await asked(side, by);
    ended.push(by);
    return result;
  };
  const [flood, other] = [Array.from({ length: 8 }, () => recordOrder(3, "flood")), recordOrder(1, "other")];
  expect(await other).toMatch(/^\d+$/);
  const results = await Promise.all(flood);
  // One at work, three waiting.
  expect(results.filter((result) => result === "busyPictures")).toHaveLength(4);
  expect(ended.slice(4)).toEqual(["flood", "flood", "other", "flood", "flood"]);
});

test("[AT-04] stored pictures are loaded in their turn, and failures release it", async () => {
  open({ ...stubborn, time: 60_000 });
  const loaded: string[] = [];
  const load = (name: string, bytes: Uint8Array | Error = png()) =>
    thumbnails
      .square(
        async () => {
          loaded.push(name);
          if (bytes instanceof Error) throw bytes;
          return bytes;
        },
        { side: 1, by: { tenant: "main", person: name } },
      )
      .then(String, (error: { rule?: string; message: string }) => error.rule ?? error.message);
  const all = [load("first"), load("lost", new Error("gone")), load("none", Buffer.from("x")), load("last")];
  expect(loaded).toEqual(["first"]);
  const first = await all[0];
  expect(await Promise.all(all)).toEqual([first, "gone", "picture", first]);
  expect(loaded).toEqual(["first", "lost", "none", "last"]);
});

test("[AT-04] a whole page of one person's unloaded pictures may wait", async () => {
  open({ ...stubborn, time: 60_000 });
  const page = Array.from({ length: 100 }, () =>
    thumbnails
      .square(async () => png(), { side: 1, by: { tenant: "main", person: "somebody" } })
      .then(String),
  );
  const [first, ...rest] = await Promise.all(page);
  expect(first).toMatch(/^\d+$/);
  expect(new Set(rest)).toEqual(new Set([first]));
});

test("[HO-04] pictures of a disconnected client are not made", async () => {
  open({ ...stubborn, time: 60_000 });
  const loaded: string[] = [];
  const leave: (() => void)[] = [];
  const load = (person: string) =>
    thumbnails
      .square(
        async () => {
          loaded.push(person);
          return png();
        },
        {
          side: 1,
          by: { tenant: "main", person },
          departure: (listener) => {
            leave.push(listener);
            return () => undefined;
          },
        },
      )
      .then(String, ({ status }: { status: number }) => status);
  const all = [load("first"), load("gone"), load("gone"), load("next")];
  leave[1]?.();
  leave[2]?.();
  const [first, ...rest] = await Promise.all(all);
  expect(rest).toEqual([499, 499, first]);
  expect(loaded).toEqual(["first", "next"]);
});

test("[HO-04] waiting too long is refused with a retry", async () => {
  open({ ...stubborn, time: 60_000, wait: 50 });
  const held = asked(2);
  expect(await asked(1)).toBe("busyPictures");
  thumbnails.close();
  expect(await held).toBe("busyPictures");
  expect(await asked(1)).toBe("busyPictures");
});

const red = "1 0 0 rg";
const blue = "0 0 1 rg";
const drawn = (bytes: Uint8Array, isWhole?: boolean) =>
  thumbnails.square(bytes, { side: 64, by: { tenant: "main", person: "somebody" }, source: "pdf", isWhole });
const colourAt = async (picture: Buffer, x: number, y: number) => {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * 3;
  const channels = [...data.subarray(at, at + 3)].map((channel) => (channel > 128 ? 1 : 0));
  return channels.join("");
};

test("[AT-04] of a PDF the first page is drawn: the square at its top, or all of it", async () => {
  open();
  const tall = pdfOf({
    width: 100,
    height: 200,
    drawing: `${red} 0 120 100 80 re f ${blue} 0 0 100 90 re f`,
  });
  const top = await drawn(tall);
  expect(await sharp(top).metadata()).toMatchObject({ format: "webp", width: 64, height: 64 });
  // Red, and white for the background.
  expect([await colourAt(top, 32, 20), await colourAt(top, 32, 60)]).toEqual(["100", "111"]);
  const whole = await drawn(tall, true);
  expect(await sharp(whole).metadata()).toMatchObject({ width: 32, height: 64 });
  expect([await colourAt(whole, 16, 5), await colourAt(whole, 16, 60)]).toEqual(["100", "001"]);
  const wide = await drawn(pdfOf({ width: 300, height: 100, drawing: `${red} 100 0 100 100 re f` }));
  expect([await colourAt(wide, 3, 32), await colourAt(wide, 60, 32)]).toEqual(["100", "100"]);
  const strip = pdfOf({ width: 1, height: 14_400, drawing: `${red} 0 0 1 14400 re f` });
  expect(await sharp(await drawn(strip)).metadata()).toMatchObject({ width: 64, height: 64 });
});

test("[AT-04] a PDF runs no code and reads no file, and a broken one leaves the next one intact", async () => {
  open({ processes: 1 });
  const page = { width: 100, height: 100, drawing: `${red} 0 0 100 100 re f` };
  const script = (code: string) => `/OpenAction << /S /JavaScript /JS (${code}) >>`;
  const endless = await drawn(pdfOf({ ...page, catalog: script("while \\(true\\) app.alert\\(1\\);") }));
  expect(await colourAt(endless, 32, 32)).toBe("100");
  const outside = pdfOf({
    ...page,
    drawing: `${page.drawing} /Im Do`,
    resources: "/XObject << /Im 5 0 R >>",
    objects: [
      "<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /F (/etc/hosts) /Length 0 >>\nstream\n\nendstream",
    ],
  });
  expect(await colourAt(await drawn(outside), 32, 32)).toBe("100");
  const form = (content: string) =>
    `<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /Fm 5 0 R >> >> /Length ${content.length} >>\nstream\n${content}\nendstream`;
  const ofItself = {
    drawing: `${page.drawing} /Fm Do`,
    resources: "/XObject << /Fm 5 0 R >>",
    objects: [form("/Fm Do /Fm Do")],
  };

  const whole = pdfOf(page);
  const refused = async (bytes: Uint8Array) =>
    drawn(bytes).then(
      () => "drawn",
      ({ rule }: { rule: string }) => rule,
    );
  expect(await refused(pdfOf({ ...page, ...ofItself }))).toBe("picture");
  expect(await refused(Buffer.alloc(0))).toBe("picture");
  expect(await refused(Buffer.from("%PDF-1.7 and nothing"))).toBe("picture");
  expect(await refused(whole.subarray(0, 120))).toBe("picture");
  expect(await refused(png())).toBe("picture");
  // A PDF is refused where a picture is expected.
  await expect(
    thumbnails.square(whole, { side: 64, by: { tenant: "main", person: "somebody" } }),
  ).rejects.toMatchObject({
    rule: "picture",
  });
  expect(await colourAt(await drawn(whole), 32, 32)).toBe("100");
});

test("[AT-04] a PDF with an oversized picture fails alone or with its process", async () => {
  open({ processes: 1, time: 2_000 });
  const side = 30_000;
  const packed = deflateSync(Buffer.alloc(side * 1_000)).toString("latin1");
  const bomb = pdfOf({
    width: 100,
    height: 100,
    drawing: "100 0 0 100 0 0 cm /Im Do",
    resources: "/XObject << /Im 5 0 R >>",
    objects: [
      `<< /Type /XObject /Subtype /Image /Width ${side} /Height ${side} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed}\nendstream`,
    ],
  });
  const result = await drawn(bomb).then(
    () => "drawn",
    ({ rule }: { rule: string }) => rule,
  );
  expect(["drawn", "picture", "pictureEffort"]).toContain(result);
  const next = pdfOf({ width: 100, height: 100, drawing: `${red} 0 0 100 100 re f` });
  expect(await colourAt(await drawn(next), 32, 32)).toBe("100");
});
