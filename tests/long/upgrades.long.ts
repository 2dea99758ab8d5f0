import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "@/scripts/lib/root.mjs";
import { copyProject, type ProjectCopy } from "../support/project-copy";

/** Packages with a version or tag of npm. */
const upgrades = (process.env.HUB_UPGRADES ?? "next@canary react@canary react-dom@canary").split(" ");

/** The tests that docs/joints.md names for Next.js and React. */
const files = readFileSync(join(root, "docs/joints.md"), "utf8")
  .split(/^## /m)
  .filter((section) => /^(Next\.js|React)\n/.test(section))
  .flatMap((section) => section.match(/[\w./-]+\.(test\.tsx?|spec\.ts)(?=`)/g) ?? []);

const partOf = (file: string) =>
  file.endsWith(".spec.ts") ? "browser" : file.startsWith("tests/") ? "product" : "unit";

let copy: ProjectCopy;
beforeAll(() => {
  copy = copyProject("copied");
  // Prereleases are outside the ranges that packages accept.
  const install = ["install", "--force", "--no-audit", "--no-fund", ...upgrades];
  const { status, stderr } = spawnSync("npm", install, { cwd: copy.folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`${upgrades.join(" ")} could not be installed:\n${stderr}`);
}, 600_000);
afterAll(() => copy.remove());

test.each(["unit", "product", "browser"])(
  `joints on Next.js and React hold with ${upgrades.join(", ")}: %s tests`,
  (part) => {
    const own = [...new Set(files)].filter((file) => partOf(file) === part);
    expect(own).not.toEqual([]);
    const { status, output } = copy.node("scripts/test.mjs", "--only", part, ...own);
    expect(status, output).toBe(0);
    expect(output).toMatch(/ tests: [1-9]\d* passed, 0 failed/);
  },
  1_800_000,
);
