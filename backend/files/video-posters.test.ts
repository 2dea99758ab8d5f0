import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ByteRange } from "../../lib/contract/file";
import { png } from "../testing/pictures";
import { type Video, VideoPosters } from "./video-posters";

const folder = mkdtempSync(join(tmpdir(), "hub-posters-"));
const program = join(folder, "ffmpeg");
// A separate folder, without videos of other tests.
process.env.TMPDIR = mkdtempSync(join(folder, "temporary-"));
/** A fake ffmpeg: records its input, and behaves as the video's content specifies. */
writeFileSync(
  program,
  `#!${process.execPath}
  const { readFileSync, statSync, writeFileSync } = require("node:fs");
  const given = process.argv.slice(2);
  const path = given[given.indexOf("-i") + 1].replace(/^file:/, "");
  const text = readFileSync(path, "latin1");
  const seen = { given, path, text: text.replaceAll("\\0", "").slice(0, 99), size: statSync(path).size, names: Object.keys(process.env) };
  writeFileSync(${JSON.stringify(join(folder, "seen.json"))}, JSON.stringify(seen));
  if (text.startsWith("fails")) process.exit(1);
  else if (text.startsWith("hangs")) setInterval(() => {}, 1000);
  else if (text.startsWith("swells")) { global.kept = Buffer.alloc(5e8, "x"); setInterval(() => {}, 1000); }
  else if (text.startsWith("floods")) { const more = () => process.stdout.write(Buffer.alloc(1e6), more); more(); }
  else if (!text.startsWith("silent")) process.stdout.write(readFileSync(${JSON.stringify(join(folder, "poster.png"))}));
  `,
);
chmodSync(program, 0o755);
writeFileSync(join(folder, "poster.png"), png());

const video = (text: string, more: Partial<Video> = {}): Video => ({
  extension: "mp4",
  size: text.length,
  async *read() {
    yield Buffer.from(text);
  },
  ...more,
});
const seen = () => JSON.parse(readFileSync(join(folder, "seen.json"), "utf8"));
const temporary = () => readdirSync(tmpdir()).filter((name) => name.startsWith("hub-video-"));
const ruleOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: { rule?: string; message: string }) => error.rule ?? error.message,
  );

test("[AT-04] a poster is made by the video's own demuxer, without other files or secrets", async () => {
  process.env.SESSION_SECRET_OF_TEST = "secret";
  const made = await new VideoPosters(program).pictureOf(video("film", { extension: "mkv" }));
  delete process.env.SESSION_SECRET_OF_TEST;
  expect(made.equals(png())).toBe(true);
  const { given, names, path } = seen();
  const after = (name: string) => given[given.indexOf(name) + 1];
  expect([after("-protocol_whitelist"), after("-f"), after("-i")]).toEqual([
    "file",
    "matroska",
    `file:${path}`,
  ]);
  expect(names).not.toContain("SESSION_SECRET_OF_TEST");
  expect(temporary()).toEqual([]);
});

test("[AT-04] of a long video both ends are fetched, each to its place", async () => {
  const size = 40 * 1024 * 1024;
  const asked: ByteRange[] = [];
  const long = video("", {
    size,
    async *read(range) {
      asked.push(range);
      yield Buffer.from(range.start === 0 ? "begins" : "ends");
    },
  });
  await new VideoPosters(program).pictureOf(long);
  const mebibyte = 1024 * 1024;
  expect(asked).toEqual([
    { start: 0, end: 24 * mebibyte - 1 },
    { start: size - 8 * mebibyte, end: size - 1 },
  ]);
  expect(seen()).toMatchObject({ size, text: "beginsends" });
});

test("[AT-04] invalid videos, and those that take too much time, memory or space, have no poster", async () => {
  const posters = new VideoPosters(program, { time: 3_000 });
  const ruleFor = (text: string, more?: Partial<Video>) => ruleOf(posters.pictureOf(video(text, more)));
  expect(await ruleFor("fails")).toBe("picture");
  expect(await ruleFor("silent")).toBe("picture");
  expect(await ruleFor("film", { extension: "txt" })).toBe("picture");
  expect(await ruleFor("swells")).toBe("pictureEffort");
  expect(await ruleFor("floods")).toBe("pictureEffort");
  const impatient = new VideoPosters(program, { time: 300 });
  expect(await ruleOf(impatient.pictureOf(video("hangs")))).toBe("pictureEffort");
  const gone = new VideoPosters(join(folder, "no-such-program"));
  expect(await ruleOf(gone.pictureOf(video("film")))).toBe("pictureEffort");
  const lost = video("", {
    size: 9,
    // biome-ignore lint/correctness/useYield: it fails before it could
    async *read() {
      throw new Error("The store is away");
    },
  });
  expect(await ruleOf(posters.pictureOf(lost))).toBe("The store is away");
  expect(temporary()).toEqual([]);
});

test("[AT-04] ffmpeg is found on the path; without it videos have no posters", () => {
  const empty = join(folder, "empty");
  mkdirSync(empty);
  expect(VideoPosters.onPath(`${empty}:${folder}`)).toBeInstanceOf(VideoPosters);
  expect(VideoPosters.onPath(empty)).toBeUndefined();
  expect(VideoPosters.onPath("")).toBeUndefined();
});
