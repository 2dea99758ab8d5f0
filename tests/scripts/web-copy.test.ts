import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { placesFile, runnableFolder } from "../../scripts/lib/web-copy.mjs";

let folder: string;
let copies: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-copy-"));
  copies = join(folder, "copies");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Simulates a build; like the real one, it replaces an earlier one as a whole. */
async function build(id: string): Promise<string> {
  const built = join(folder, "web");
  await rm(built, { recursive: true, force: true });
  const files: Record<string, string> = {
    "node_modules/next/lazy.js": id,
    ".next/BUILD_ID": id,
    ".next/static/chunk.js": `grüß "/_next/${id}.js"+"/_next/"`,
    ".next/static/chunk.js.br": "of the build",
    [placesFile]: JSON.stringify({ "static/chunk.js": [8, 8 + `/_next/${id}.js"+"`.length] }),
  };
  for (const [file, text] of Object.entries(files)) {
    const path = join(built, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return built;
}

const chunkOf = (copy: string) => readFile(join(copy, ".next/static/chunk.js"), "utf8");

test("[CF-01] a copy has the base path at each place, is reused, and leaves the build unchanged", async () => {
  const built = await build("one");
  const copy = runnableFolder(built, "/admin", copies);
  const chunk = 'grüß "/admin/_next/one.js"+"/admin/_next/"';
  expect(await chunkOf(copy)).toBe(chunk);
  expect(brotliDecompressSync(await readFile(join(copy, ".next/static/chunk.js.br"))).toString()).toBe(chunk);
  expect(runnableFolder(built, "/admin", copies)).toBe(copy);
  expect(runnableFolder(built, "", copies)).toBe(join(copies, "one"));
  expect(await readdir(copies)).toEqual(["one", "one~admin"]);
  expect(await chunkOf(built)).toBe('grüß "/_next/one.js"+"/_next/"');
  expect(await readFile(join(built, ".next/static/chunk.js.br"), "utf8")).toBe("of the build");
});

test("[CF-01] without a folder for copies, the build serves itself, and a base path takes a temporary copy", async () => {
  const built = await build("one");
  expect(runnableFolder(built, "", undefined)).toBe(built);
  const copy = runnableFolder(built, "/admin", undefined);
  expect(copy.startsWith(tmpdir())).toBe(true);
  expect(await chunkOf(copy)).toContain("/admin/_next/one.js");
  await rm(copy, { recursive: true });
});

test("[CF-05] a running product keeps all its files when a newer one is built and started", async () => {
  const running = runnableFolder(await build("one"), "", copies);
  runnableFolder(await build("two"), "", copies);
  expect(await readFile(join(running, "node_modules/next/lazy.js"), "utf8")).toBe("one");
  expect(await chunkOf(running)).toContain("one");
});

test("[CF-01] copies do not depend on the place of the project", async () => {
  runnableFolder(await build("one"), "/admin", copies);
  const moved = `${folder}-moved`;
  await rename(folder, moved);
  folder = moved;
  const copy = runnableFolder(join(folder, "web"), "/admin", join(folder, "copies"));
  expect(copy).toBe(join(folder, "copies/one~admin"));
  expect(await readFile(join(copy, "node_modules/next/lazy.js"), "utf8")).toBe("one");
  expect((await stat(join(copy, "node_modules"))).isDirectory()).toBe(true);
});

test("[CF-05] removes copies of killed processes and unfinished ones", async () => {
  const left = runnableFolder(await build("one"), "/admin", copies);
  for (const mark of await readdir(left)) if (mark.startsWith(".used-by-")) await rm(join(left, mark));
  // No process can have a number this high.
  await writeFile(join(left, ".used-by-999999999"), "");
  await mkdir(join(copies, "two.A1b2C3"));
  const now = runnableFolder(await build("two"), "", copies);
  expect(await readdir(copies)).toEqual(["two"]);
  expect([existsSync(left), existsSync(now)]).toEqual([false, true]);
});

test("[CF-01] a read-only build is copied writable", async () => {
  const built = await build("one");
  await chmod(join(built, ".next/static/chunk.js"), 0o444);
  const copy = runnableFolder(built, "/admin", copies);
  expect(await chunkOf(copy)).toContain("/admin/_next/one.js");
});
