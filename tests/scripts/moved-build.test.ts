import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sourcesOfBuild } from "../../scripts/lib/build.mjs";
import { product, root } from "../../scripts/lib/root.mjs";
import { buildContext } from "../support/dockerfile";

test("[CF-05] no file of the build contains its folder, and none is a link", () => {
  const found: string[] = [];
  for (const entry of readdirSync(product, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() ? readFileSync(path).includes(root) : !entry.isDirectory()) found.push(path);
  }
  expect(found).toEqual([]);
});

test("[CF-05] the build has no placeholders, and no keys that all its installations would share", () => {
  const built = join(product, "web/.next");
  const files = readdirSync(built, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(?:js|json|html|rsc|css)$/.test(name),
  );
  const texts = files.map((name) => readFileSync(join(built, name), "latin1"));
  expect(texts.filter((text) => text.includes("__ASSET_BASE__"))).toEqual([]);
  const keys = texts.flatMap(
    (text) => text.match(/(?:previewMode\w+|encryptionKey)\\?": ?\\?"[^"\\]+/g) ?? [],
  );
  expect(keys).toEqual([]);
});

test("[CF-05] an image is built from what a build reads, and from nothing else", () => {
  const { names } = buildContext();
  const read = new Set(sourcesOfBuild.map((path) => path.split("/")[0]));
  expect([...read].sort()).toEqual(names.sort());
});
