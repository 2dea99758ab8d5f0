import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runnableCopy } from "../../scripts/lib/web-copy.mjs";

let project: string;
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), "hub-copy-"));
});
afterEach(() => rm(project, { recursive: true, force: true }));

/** What a build leaves behind; as the real one does, it empties `.next` first. */
async function build(id: string) {
  const files: Record<string, string> = {
    "standalone/server.js": `serve("/__ASSET_BASE__", "${id}")`,
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

test("[CF-01] a copy carries the base path wherever the build has its placeholder, and is used again", async () => {
  await build("one");
  const copy = runnableCopy(project, "/admin");
  expect(await readFile(join(copy, "server.js"), "utf8")).toBe('serve("/admin", "one")');
  expect(await readFile(join(copy, ".next/server/page.js"), "utf8")).toBe('import("/admin/_next/one.js")');
  expect(runnableCopy(project, "/admin")).toBe(copy);
  expect(runnableCopy(project, "")).not.toBe(copy);
  expect(await copies()).toEqual(["one", "one~admin"]);
});

test("[CF-05] a product that runs keeps all its files when a newer one is built and started", async () => {
  await build("one");
  const running = runnableCopy(project, "");
  await build("two");
  runnableCopy(project, "");
  for (const file of ["server.js", "node_modules/next/lazy.js", ".next/static/chunk.js"])
    expect(await readFile(join(running, file), "utf8")).toContain("one");
});

test("[CF-05] copies that no process serves any more go when a newer build is started", async () => {
  await build("one");
  const left = runnableCopy(project, "");
  for (const mark of await readdir(left)) if (mark.startsWith(".used-by-")) await rm(join(left, mark));
  // The number of a process that ended without saying so: none can have one this high.
  await writeFile(join(left, ".used-by-999999999"), "");
  await build("two");
  runnableCopy(project, "");
  expect(existsSync(left)).toBe(false);
  expect(await copies()).toEqual(["two"]);
});
