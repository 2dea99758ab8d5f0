import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { root } from "../../scripts/lib/root.mjs";
import { runStages } from "../../scripts/lib/run-stages.mjs";
import { runner } from "../../scripts/lib/steps.mjs";
import { reportOfVitest } from "../../scripts/lib/test-reports.mjs";
import { TestRuns } from "../../scripts/lib/test-runs.mjs";

// `npm test` with a runner that reports given results, run after run.

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-runs-"));
  const fake = `
    import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
    const [next, ...others] = JSON.parse(readFileSync("${folder}/plan.json", "utf8"));
    writeFileSync("${folder}/plan.json", JSON.stringify(others));
    appendFileSync("${folder}/asked.txt", process.argv.slice(2).join(" ") + ";");
    if (next !== "breaks off") writeFileSync(process.env.HUB_REPORT, JSON.stringify(next));
    process.exit(next.isGreen ? 0 : 1);`;
  await writeFile(join(folder, "fake.mjs"), fake);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A runner's report of a file: its tests by title with their success; none if it fails outside its tests. */
const file = (name: string, tests: Record<string, boolean>, isBroken = false) => ({
  name: join(root, name),
  message: isBroken ? "Cannot find module" : "",
  status: isBroken || Object.values(tests).includes(false) ? "failed" : "passed",
  startTime: 0,
  endTime: 1_000,
  assertionResults: Object.entries(tests).map(([fullName, passes]) => ({
    fullName,
    status: passes ? "passed" : "failed",
    failureMessages: passes ? [] : ["expected 1 to be 2"],
  })),
});
const report = (...testResults: ReturnType<typeof file>[]) => ({
  testResults,
  isGreen: testResults.every(({ status }) => status === "passed"),
});

/** Runs the plan, one report after another. */
async function run(plan: (ReturnType<typeof report> | "breaks off")[], ring: "main" | "rest" = "main") {
  await writeFile(join(folder, "plan.json"), JSON.stringify(plan));
  const lines: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  const step = runner("fake", [join(folder, "fake.mjs")], reportOfVitest, { only: (file) => [file] });
  try {
    const runs = new TestRuns(ring, join(folder, "runs.json"));
    const isGreen = await runStages([[[step]]], { runs });
    const left = JSON.parse(await readFile(join(folder, "plan.json"), "utf8")) as unknown[];
    return { output: lines.join("\n"), last: lines.at(-1), isGreen, left: left.length };
  } finally {
    log.mockRestore();
  }
}

const flakyOnce = (...titles: string[]) => [
  report(file("a.test.ts", Object.fromEntries([...titles.map((title) => [title, false]), ["other", true]]))),
  report(file("a.test.ts", Object.fromEntries([...titles.map((title) => [title, true]), ["other", true]]))),
];

test("repeats a failure alone, reports it as flaky, and counts it as passed, once", async () => {
  const { output, last, isGreen, left } = await run([
    report(file("a.test.ts", { one: false, two: true }), file("b.test.ts", { three: true })),
    report(file("a.test.ts", { one: true, two: true })),
  ]);
  expect(await readFile(join(folder, "asked.txt"), "utf8")).toBe(";a.test.ts;");
  expect(output).toContain("flaky: a.test.ts › one\n");
  expect([last, isGreen, left]).toEqual(["3 passed, 0 failed", true, 0]);
});

test("a file that fails again fails with its first failures, even if another test fails", async () => {
  const { output, last, isGreen } = await run([
    report(file("a.test.ts", { one: false, two: true })),
    report(file("a.test.ts", { one: true, two: false })),
  ]);
  expect(output).toContain("a.test.ts › one");
  expect(output).toContain("expected 1 to be 2");
  expect(output).not.toContain("flaky:");
  expect([last, isGreen]).toEqual(["1 passed, 1 failed", false]);
});

test("a failure outside a file's tests counts once, and its tests count when it loads", async () => {
  const broken = report(file("a.test.ts", {}, true), file("b.test.ts", { three: true }));
  const again = await run([broken, report(file("a.test.ts", {}, true))]);
  expect([again.last, again.isGreen]).toEqual(["1 passed, 1 failed", false]);
  expect(again.output).toContain("a.test.ts › outside of its tests");
  const { output, last, isGreen } = await run([broken, report(file("a.test.ts", { one: true, two: true }))]);
  expect(output).toContain("flaky: a.test.ts › outside of its tests");
  expect([last, isGreen]).toEqual(["3 passed, 0 failed", true]);
});

test("an aborted runner fails, and so does one aborted on the repeat", async () => {
  const atFirst = await run(["breaks off"]);
  expect(atFirst.output).toContain("broke off");
  expect([atFirst.last, atFirst.isGreen]).toEqual(["0 passed, 1 failed", false]);
  const then = await run([report(file("a.test.ts", { one: false, two: true })), "breaks off"]);
  expect([then.last, then.isGreen]).toEqual(["1 passed, 1 failed", false]);
});

test("a runner with an error but no failed test fails, and is not repeated", async () => {
  const { output, last, isGreen, left } = await run([
    { ...report(file("a.test.ts", { one: true })), isGreen: false },
    report(file("a.test.ts", { one: true })),
  ]);
  expect(output).toContain("ended with 1 though no test failed");
  expect([last, isGreen, left]).toEqual(["1 passed, 1 failed", false, 1]);
});

test("three flaky tests pass, four fail", async () => {
  const three = await run(flakyOnce("one", "two", "three"));
  expect([three.last, three.isGreen]).toEqual(["4 passed, 0 failed", true]);
  const four = await run(flakyOnce("five", "six", "seven", "eight"));
  expect(four.output).toContain("✗ 4 flaky tests: more than 3: a.test.ts › five");
  expect([four.last, four.isGreen]).toEqual(["1 passed, 4 failed", false]);
});

/** Simulates earlier runs, each with its flaky tests. */
const ranBefore = (...runs: string[][]) =>
  writeFile(
    join(folder, "runs.json"),
    JSON.stringify(
      runs.map((flaky) => ({ ring: "all", passed: 2, failed: 0, skipped: 0, flaky, ended: "" })),
    ),
  );

test("the same flaky test fails the second time in ten runs, and passes after more", async () => {
  const none = (count: number) => Array.from({ length: count }, (): string[] => []);
  await ranBefore(["a.test.ts › one"], ...none(8));
  const within = await run(flakyOnce("one"));
  expect(within.output).toContain("✗ flaky for the second time in 10 runs: a.test.ts › one");
  expect([within.last, within.isGreen]).toEqual(["1 passed, 1 failed", false]);
  await ranBefore(["a.test.ts › one"], ...none(9));
  const later = await run(flakyOnce("one"));
  expect([later.last, later.isGreen]).toEqual(["2 passed, 0 failed", true]);
});

test("repeats nothing if many files fail", async () => {
  const many = Array.from({ length: 11 }, (_, at) => file(`${at}.test.ts`, { one: false }));
  const { output, last, left } = await run([report(...many), report()]);
  expect(output).toContain("11 files failed: too many to be run again.");
  expect([last, left]).toEqual(["0 passed, 11 failed", 1]);
});

test("a continued run of the main ring counts both, and names failed and flaky tests of both", async () => {
  await run(flakyOnce("one", "two"));
  const both = await run([report(file("b.test.ts", { three: true }))], "rest");
  expect(both.output).toContain("before: 3 passed, 0 failed\n  flaky: a.test.ts › one\n");
  expect([both.last, both.isGreen]).toEqual(["4 passed, 0 failed", true]);
  await run(
    [report(file("b.test.ts", { three: false }))].concat(report(file("b.test.ts", { three: false }))),
  );
  const failed = await run(flakyOnce("five"), "rest");
  expect(failed.output).toContain(
    "before: 0 passed, 1 failed\n  fake\n    b.test.ts › three\n        expected 1",
  );
  expect([failed.last, failed.isGreen]).toEqual(["2 passed, 1 failed", false]);
});

test("there is no run to continue before npm test, or after it was continued", async () => {
  const nothing = "There is no run of `npm test` to go on with.";
  await expect(run([], "rest")).rejects.toThrow(nothing);
  await run([report(file("a.test.ts", { one: true }))]);
  await run([report(file("a.test.ts", { one: true }))], "rest");
  await expect(run([], "rest")).rejects.toThrow(nothing);
});

test("ignores a damaged file of earlier runs", async () => {
  await writeFile(join(folder, "runs.json"), "{");
  const { last, isGreen } = await run(flakyOnce("one"));
  expect([last, isGreen]).toEqual(["2 passed, 0 failed", true]);
});
