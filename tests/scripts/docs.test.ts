import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "@/scripts/lib/root.mjs";

const skipped = new Set(["node_modules", ".git", ".next", "dist", ".cache", ".ci"]);
const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
const files = filesIn(".");
const texts = files.filter((path) =>
  /^(CONTRIBUTING|SECURITY|docs\/(operating\/)?[\w-]+|([\w-]+\/)*README)\.md$/.test(path),
);

/** The guide's example area. */
const example = /suppliers|NNNN/;

test.each(texts)("the files named in %s exist", (path) => {
  const text = readFileSync(join(root, path), "utf8");
  // A name without a path means any file of that name.
  const named = [...text.matchAll(/`([\w./-]*\w\.(?:tsx?|mjs|cjs|sql))`/g)].map(([, name = ""]) => name);
  const there = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`));
  expect(named.filter((name) => !example.test(name) && !there(name))).toEqual([]);
});

test.each(texts)("the links of %s are valid", (path) => {
  const text = readFileSync(join(root, path), "utf8");
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([\w-]+))?\)/g)];
  const broken = links.filter(([, file = "", heading]) => {
    const target = file ? join(dirname(path), file) : path;
    if (!files.includes(target) && !files.some((one) => one.startsWith(`${target}/`))) return true;
    if (!heading) return false;
    const headings = [...readFileSync(join(root, target), "utf8").matchAll(/^#+ (.*)$/gm)];
    return !headings.some(
      ([, words = ""]) =>
        words
          .toLowerCase()
          .replace(/[^\w -]/g, "")
          .replaceAll(" ", "-") === heading,
    );
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test.each(texts)("the commands named in %s exist", (path) => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const named = [...readFileSync(join(root, path), "utf8").matchAll(/npm run ([\w:-]+)/g)];
  expect(named.map(([, name = ""]) => name).filter((name) => !(name in scripts))).toEqual([]);
});
