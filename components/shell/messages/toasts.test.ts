import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

test("[ER-02] every error shown in a toast is also in the list", () => {
  const sources = readdirSync("components", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/report-error\.ts$|\.test\.ts$/.test(path))
    .filter((path) => readFileSync(join("components", path), "utf8").includes("toast.error("));
  expect(sources).toEqual([]);
});
