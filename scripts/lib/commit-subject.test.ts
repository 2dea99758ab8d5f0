import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { problemOfSubject, subjectOf } from "./commit-subject.mjs";
import { root } from "./root.mjs";

test.each([
  "bff: close the connection after a refused body",
  "list-views: pass the filters on",
  "resource/form: process saves sequentially",
  "lib/client: focus the first field",
  "Merge branch 'main' into lists",
  'Revert "bff: close the connection after a refused body"',
])("a subject passes: %s", (subject) => {
  expect(problemOfSubject(subject)).toBeUndefined();
});

test.each([
  ["Close the connection", "does not begin with an area"],
  ["bff:close the connection", "does not begin with an area"],
  ["bff: closes the connection", '"closes"'],
  ["bff: closed the connection", '"closed"'],
  ["bff: closing the connection", '"closing"'],
  ["bff: the connection is closed", '"the"'],
  ["bff: Close the connection", '"Close"'],
  ["bff: close the connection.", "punctuation"],
  [`bff: close ${"x".repeat(62)}`, "has 73 characters"],
])("a subject fails: %s", (subject, problem) => {
  expect(problemOfSubject(subject)).toContain(problem);
});

test("the subject is the first line that is no comment", () => {
  expect(subjectOf("\n# a comment\nbff: close it\n\nWhy.\n")).toBe("bff: close it");
});

test("the hook refuses a message by its subject", () => {
  const file = join(mkdtempSync(join(tmpdir(), "hub-message-")), "COMMIT_EDITMSG");
  const commit = (message: string) => {
    writeFileSync(file, message);
    return spawnSync(join(root, ".githooks/commit-msg"), [file], { cwd: root, encoding: "utf8" });
  };
  expect(commit("bff: close the connection\n").status).toBe(0);
  const refused = commit("closed the connection\n");
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain("does not begin with an area");
});
