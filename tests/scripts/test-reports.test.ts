import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/lib/root.mjs";
import { countsOf } from "../../scripts/lib/steps.mjs";
import { reportOfPlaywright, reportOfVitest } from "../../scripts/lib/test-reports.mjs";

const ran = (status: "expected" | "unexpected" | "flaky" | "skipped", message?: string) => ({
  status,
  results: [{ duration: 500, ...(message && { error: { message } }) }],
});
const config = { rootDir: join(root, "tests/e2e") };

test("counts Playwright's report by file, over its projects, with the titles of groups", () => {
  const inGroup = {
    title: "by touch",
    file: "a.spec.ts",
    specs: [{ title: "drags", tests: [ran("unexpected", "why")] }],
  };
  const report = reportOfPlaywright({
    config,
    errors: [],
    suites: [
      {
        title: "a.spec.ts",
        file: "a.spec.ts",
        specs: [
          { title: "one", tests: [ran("expected")] },
          { title: "two", tests: [ran("skipped")] },
        ],
        suites: [inGroup],
      },
      { title: "a.spec.ts", file: "a.spec.ts", specs: [{ title: "one", tests: [ran("flaky")] }] },
      { title: "b.spec.ts", file: "b.spec.ts", specs: [{ title: "three", tests: [ran("expected")] }] },
    ],
  });
  expect([...report.files]).toEqual([
    [
      "tests/e2e/a.spec.ts",
      {
        ...{ passed: 2, failed: 1, skipped: 1, seconds: 2 },
        failures: [{ title: "by touch › drags", reason: ["why"] }],
      },
    ],
    ["tests/e2e/b.spec.ts", { passed: 1, failed: 0, skipped: 0, seconds: 0.5, failures: [] }],
  ]);
  expect(countsOf(report)).toEqual({ passed: 3, failed: 1, skipped: 1 });
});

test("a spec that does not load is a failure outside any file: Playwright runs nothing then", () => {
  const errors = [{ message: "SyntaxError: no\nmore", location: { file: "a.spec.ts", line: 3 } }];
  const report = reportOfPlaywright({ config, errors, suites: [] });
  expect(report.failures).toEqual(["a.spec.ts:3 SyntaxError: no"]);
  expect(countsOf(report)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test("merges a file that Vitest reports for two projects", () => {
  const file = (status: string) => ({
    name: join(root, "backend/a.test.ts"),
    status: "passed",
    startTime: 1_000,
    endTime: 3_000,
    assertionResults: [{ fullName: "one", status }],
  });
  const { files } = reportOfVitest({ testResults: [file("passed"), file("skipped")] });
  expect([...files]).toEqual([
    ["backend/a.test.ts", { passed: 1, failed: 0, skipped: 1, seconds: 4, failures: [] }],
  ]);
});
