import { existsSync } from "node:fs";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { earlierAssets, runnableCopy } from "../../scripts/lib/web-copy.mjs";

let project: string;
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), "hub-copy-"));
});
afterEach(() => rm(project, { recursive: true, force: true }));

/** Simulates a build; like the real one, it empties `.next` first. */
async function build(id: string) {
  const files: Record<string, string> = {
    "standalone/node_modules/next/lazy.js": id,
    "standalone/.next/server/page.js": `import("/__ASSET_BASE__/_next/${id}.js")`,
    "static/chunk.js": id,
    BUILD_ID: id,
  };
  await rm(join(project, ".next"), { recursive: true, force: true });
  for (const [file, text] of Object.entries(files)) {
    const path = join(project, ".next", file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

const copies = () => readdir(join(project, "dist/web"));

test("[CF-01] a copy has the base path in place of each placeholder, and is reused", async () => {
  await build("one");
  const copy = runnableCopy(project, "/admin");
  expect(await readFile(join(copy, ".next/server/page.js"), "utf8")).toBe('import("/admin/_next/one.js")');
  expect(runnableCopy(project, "/admin")).toBe(copy);
  expect(runnableCopy(project, "")).not.toBe(copy);
  expect(await copies()).toEqual(["one", "one~admin"]);
});

test("[CF-05] a running product keeps all its files when a newer one is built and started", async () => {
  await build("one");
  const running = runnableCopy(project, "");
  await build("two");
  runnableCopy(project, "");
  for (const file of ["node_modules/next/lazy.js", ".next/static/chunk.js"])
    expect(await readFile(join(running, file), "utf8")).toContain("one");
});

test("[CF-01] links in a copy point to its own packages, even after the project was moved", async () => {
  await build("one");
  const link = ".next/node_modules/lazy-0123";
  await mkdir(join(project, ".next/standalone", dirname(link)), { recursive: true });
  await symlink("../../node_modules/next", join(project, ".next/standalone", link));
  runnableCopy(project, "");
  const moved = `${project}-moved`;
  await rename(project, moved);
  project = moved;
  const copy = join(project, "dist/web/one");
  expect(runnableCopy(project, "")).toBe(copy);
  expect(await readlink(join(copy, link))).toBe("../../node_modules/next");
  expect(await readFile(join(copy, link, "lazy.js"), "utf8")).toBe("one");
});

/** The copy of a build of a killed process: no process can have a number this high. */
async function leftCopy(id: string, basePath = ""): Promise<string> {
  await build(id);
  const left = runnableCopy(project, basePath);
  for (const mark of await readdir(left)) if (mark.startsWith(".used-by-")) await rm(join(left, mark));
  await writeFile(join(left, ".used-by-999999999"), "");
  return left;
}

const days = (count: number) => count * 24 * 60 * 60;

async function retiredDaysAgo(copy: string, count: number) {
  const then = Date.now() / 1000 - days(count);
  await utimes(join(copy, ".retired"), then, then);
}

test("[CF-05] keeps the browser files of unused copies for a week", async () => {
  const left = await leftCopy("one");
  await build("two");
  const now = runnableCopy(project, "");
  expect(existsSync(join(left, "node_modules"))).toBe(false);
  expect(await readdir(join(left, ".next"))).toEqual(["static"]);
  expect(earlierAssets(project, now, "")).toEqual([join(left, ".next/static")]);

  await retiredDaysAgo(left, 6);
  await build("three");
  runnableCopy(project, "");
  expect(await readFile(join(left, ".next/static/chunk.js"), "utf8")).toBe("one");

  await retiredDaysAgo(left, 8);
  await build("four");
  runnableCopy(project, "");
  expect(existsSync(left)).toBe(false);
});

test("[CF-01] serves complete files of earlier builds for the same base path", async () => {
  const [plain, admin] = [await leftCopy("one"), await leftCopy("one", "/admin")];
  await mkdir(join(project, "dist/web/one.A1b2C3/.next/static"), { recursive: true });
  await build("two");
  const now = runnableCopy(project, "/admin");
  expect(earlierAssets(project, now, "/admin")).toEqual([join(admin, ".next/static")]);
  expect(earlierAssets(project, now, "")).toEqual([join(plain, ".next/static")]);
  expect(existsSync(join(project, "dist/web/one.A1b2C3"))).toBe(false);
});

test("[CF-05] reuses a replaced build that is started again", async () => {
  const left = await leftCopy("one");
  await build("two");
  runnableCopy(project, "");
  await build("one");
  expect(runnableCopy(project, "")).toBe(left);
  expect(await readFile(join(left, ".next/server/page.js"), "utf8")).toContain("one");
  expect(await readdir(left)).not.toContain(".retired");
});
