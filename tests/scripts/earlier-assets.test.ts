import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepAssets } from "../../scripts/lib/earlier-assets.mjs";

let folder: string;
let assets: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-assets-"));
  assets = join(folder, "assets");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Starts a build; returns the folders of earlier ones. */
async function start(id: string, end = "") {
  const files = join(folder, "files", id);
  await mkdir(join(files, "chunks"), { recursive: true });
  await writeFile(join(files, "chunks/one.js"), id);
  return keepAssets(assets, id + end, files, end);
}

async function replacedDaysAgo(name: string, count: number) {
  const then = Date.now() / 1000 - count * 24 * 60 * 60;
  await utimes(join(assets, name, ".replaced"), then, then);
}

test("[CF-05] keeps the browser files of a replaced build for a week", async () => {
  expect(await start("one")).toEqual([]);
  await rm(join(folder, "files/one"), { recursive: true });
  expect(await start("two")).toEqual([join(assets, "one")]);
  expect(await readFile(join(assets, "one/chunks/one.js"), "utf8")).toBe("one");

  await replacedDaysAgo("one", 6);
  expect(await start("two")).toEqual([join(assets, "one")]);
  await replacedDaysAgo("one", 8);
  expect(await start("two")).toEqual([]);
  expect(existsSync(join(assets, "one"))).toBe(false);
});

test("[CF-05] a build that is started again counts as current, whichever process marked it as replaced", async () => {
  await start("one");
  await start("two");
  await replacedDaysAgo("one", 6);
  await start("one");
  expect(await readdir(join(assets, "one"))).not.toContain(".replaced");
  await replacedDaysAgo("two", 8);
  await start("one");
  expect(await readdir(assets)).toEqual(["one"]);
});

test("[CF-01] serves complete files of earlier builds for the same base path only", async () => {
  await start("one");
  await start("one", "~admin");
  await mkdir(join(assets, "two~admin.A1b2C3"));
  expect(await start("two", "~admin")).toEqual([join(assets, "one~admin")]);
  expect(await readdir(join(assets, "one"))).not.toContain(".replaced");
  expect(await start("two")).toEqual([join(assets, "one")]);
});
