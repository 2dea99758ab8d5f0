import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { afterEach, expect, test } from "vitest";
import { chunk, frame, header, jpegOf, png, pngOf, scan } from "../testing/pictures";
import { Thumbnails } from "./thumbnails";

type Limits = ConstructorParameters<typeof Thumbnails>[0];

let thumbnails: Thumbnails;
afterEach(() => thumbnails.close());

const open = (limits?: Limits) => {
  thumbnails = new Thumbnails(limits);
  return thumbnails;
};

/** A process that does what the side asked for says: 1 answers with its id, 2 never answers, 3 ends; 9 ends when it has been used. */
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
  thumbnails.square(png(), { side, by }).then(
    (made) => made.toString(),
    (error: { rule?: string; code?: string }) => error.rule ?? error.code,
  );

test("[HO-04] pictures as programs write them are cut to a square and turned upright", async () => {
  open();
  const plain = () => sharp({ create: { width: 60, height: 40, channels: 3, background: "#fff" } });
  const upright = await plain()
    .composite([
      { input: { create: { width: 60, height: 10, channels: 3, background: "#000" } }, gravity: "north" },
    ])
    .png()
    .toBuffer();
  const lying = await sharp(upright).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const made = await thumbnails.square(lying, { side: 20, by: "somebody" });
  const { data, info } = await sharp(made).greyscale().raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, (await sharp(made).metadata()).format]).toEqual([20, 20, "webp"]);
  // What was on top is on the right once the picture has been turned.
  expect([(data[10 * 20 + 1] ?? 0) > 200, (data[10 * 20 + 18] ?? 255) < 60]).toEqual([true, true]);
});

test("[HO-04] what has the structure of a picture and is none is refused, and the next is read", async () => {
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
    await expect(thumbnails.square(bytes, { side: 20, by: "somebody" })).rejects.toMatchObject({
      rule: "picture",
    });
  expect((await thumbnails.square(whole, { side: 20, by: "somebody" })).length).toBeGreaterThan(0);
});

test("[HO-04] a picture that takes too long is given up with its process, and the next has another", async () => {
  open({ ...stubborn, time: 300 });
  const first = await asked(1);
  expect(await asked(1)).toBe(first);
  // Tried once more in a process that nothing was done in before.
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
  await expect(thumbnails.square(large, { side: 20, by: "somebody" })).rejects.toMatchObject({
    rule: "pictureEffort",
  });
});

test("[HO-04] where no process can be started one is told to come back", async () => {
  open({ worker: new URL("./nothing-there.mjs", import.meta.url) });
  expect(await asked(1)).toBe("busyPictures");
});

test("[HO-04] one person's many pictures have others wait for two of them at most", async () => {
  open({ ...stubborn, waiting: { all: 9, each: 3 } });
  const ended: string[] = [];
  const noted = async (side: number, by: string) => {
    const result = await asked(side, by);
    ended.push(by);
    return result;
  };
  const [flood, other] = [Array.from({ length: 8 }, () => noted(3, "flood")), noted(1, "other")];
  expect(await other).toMatch(/^\d+$/);
  const results = await Promise.all(flood);
  // One at work, three waiting.
  expect(results.filter((result) => result === "busyPictures")).toHaveLength(4);
  expect(ended.slice(4)).toEqual(["flood", "flood", "other", "flood", "flood"]);
});

test("[AT-04] what is stored is loaded when its turn has come, and what cannot be lets the next have it", async () => {
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
        { side: 1, by: name },
      )
      .then(String, (error: { rule?: string; message: string }) => error.rule ?? error.message);
  const all = [load("first"), load("lost", new Error("gone")), load("none", Buffer.from("x")), load("last")];
  expect(loaded).toEqual(["first"]);
  const first = await all[0];
  expect(await Promise.all(all)).toEqual([first, "gone", "picture", first]);
  expect(loaded).toEqual(["first", "lost", "none", "last"]);
});

test("[HO-04] who waits too long is told to come back", async () => {
  open({ ...stubborn, time: 60_000, wait: 50 });
  const held = asked(2);
  expect(await asked(1)).toBe("busyPictures");
  thumbnails.close();
  expect(await held).toBe("busyPictures");
  expect(await asked(1)).toBe("busyPictures");
});
