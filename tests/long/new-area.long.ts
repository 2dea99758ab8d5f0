import { afterAll, beforeAll, expect, test } from "vitest";
import { copyProject, type ProjectCopy } from "../support/project-copy";

let copy: ProjectCopy;
beforeAll(() => {
  copy = copyProject("copied");
});
afterAll(() => copy.remove());

test("[CF-04] a generated area passes its tests unchanged, also in a browser on the built product", () => {
  const columns =
    "supplierName:text!, email:email, rating:number, since:day, state:choice(open|closed)!, note:html";
  const made = copy.node("scripts/new-area.mjs", "suppliers", columns);
  expect(made.status, made.output).toBe(0);
  for (const [part, files] of [
    ["unit", ["lib/i18n/area-words"]],
    ["api", ["backend/areas/suppliers", "backend/records"]],
  ] as const) {
    const { status, output } = copy.node("scripts/test.mjs", "--only", part, ...files);
    expect(status, output).toBe(0);
  }
  const tested = copy.node("scripts/test.mjs", "--only", "browser", "suppliers");
  expect(tested.status, tested.output).toBe(0);
  expect(tested.output).toMatch(/browser tests: [1-9]\d* passed, 0 failed/);
}, 900_000);
