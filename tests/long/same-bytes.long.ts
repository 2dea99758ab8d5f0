import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { product } from "../../scripts/lib/root.mjs";
import { copyProject, type ProjectCopy } from "../support/project-copy";

let other: ProjectCopy | undefined;
afterAll(() => other?.remove());

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

test("[CF-05] two builds of the same sources at two places are the same, byte by byte", () => {
  other = copyProject("copied");
  const { status, output } = other.node("scripts/build.mjs");
  expect(status, output).toBe(0);
  const folder = join(other.folder, "dist");
  const files = filesOf(product);
  expect(filesOf(folder)).toEqual(files);
  const differing = files.filter(
    (file) => !readFileSync(join(product, file)).equals(readFileSync(join(folder, file))),
  );
  expect(differing).toEqual([]);
}, 900_000);
