import { afterAll, beforeAll, expect, test } from "vitest";
import { copyProject, type ProjectCopy } from "../support/project-copy";

let copy: ProjectCopy;
beforeAll(() => {
  copy = copyProject("copied");
});
afterAll(() => copy.remove());

test("[CF-04] a generated area is built, and its test in a browser passes as it is", () => {
  const columns =
    "supplierName:text!, email:email, rating:number, since:day, state:choice(open|closed)!, note:html";
  const made = copy.node("scripts/new-area.mjs", "suppliers", columns);
  expect(made.status, made.output).toBe(0);
  const tested = copy.node("scripts/test.mjs", "--only", "browser", "suppliers");
  expect(tested.status, tested.output).toBe(0);
  expect(tested.output).toMatch(/browser tests: [1-9]\d* passed, 0 failed/);
}, 900_000);
