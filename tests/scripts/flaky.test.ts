import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { root } from "../../scripts/lib/root.mjs";
import { runStages } from "../../scripts/lib/run-stages.mjs";
import { runner } from "../../scripts/lib/steps.mjs";
import { reportOfVitest } from "../../scripts/lib/test-reports.mjs";
import { TestRuns } from "../../scripts/lib/test-runs.mjs";

// What `npm test` makes of test runners: here one that reports what it is told, run after run.

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

/** What the runner reports of a file: the tests by title, each with whether it passes; none where it fails outside of tests. */
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

/** Runs the plan, one report after the other. */
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

test("what fails once is run again alone, told as flaky, and counted as passed, once", async () => {
  const { output, last, isGreen, left } = await run([
    report(file("a.test.ts", { one: false, two: true }), file("b.test.ts", { three: true })),
    report(file("a.test.ts", { one: true, two: true })),
  ]);
  expect(await readFile(join(folder, "asked.txt"), "utf8")).toBe(";a.test.ts;");
  expect(output).toContain("flaky: a.test.ts › one\n");
  expect([last, isGreen, left]).toEqual(["3 passed, 0 failed", true, 0]);
});

test("a file that fails again fails, with what failed at first, also where that was another test", async () => {
  const { output, last, isGreen } = await run([
    report(file("a.test.ts", { one: false, two: true })),
    report(file("a.test.ts", { one: true, two: false })),
  ]);
  expect(output).toContain("a.test.ts › one");
  expect(output).toContain("expected 1 to be 2");
  expect(output).not.toContain("flaky:");
  expect([last, isGreen]).toEqual(["1 passed, 1 failed", false]);
});

test("a file that fails outside of its tests is one failure, and counts its tests once it loads", async () => {
  const broken = report(file("a.test.ts", {}, true), file("b.test.ts", { three: true }));
  const again = await run([broken, report(file("a.test.ts", {}, true))]);
  expect([again.last, again.isGreen]).toEqual(["1 passed, 1 failed", false]);
  expect(again.output).toContain("a.test.ts › outside of its tests");
  const { output, last, isGreen } = await run([broken, report(file("a.test.ts", { one: true, two: true }))]);
  expect(output).toContain("flaky: a.test.ts › outside of its tests");
  expect([last, isGreen]).toEqual(["3 passed, 0 failed", true]);
});

test("a runner that breaks off fails, and so does one that breaks off the second time", async () => {
  const atFirst = await run(["breaks off"]);
  expect(atFirst.output).toContain("broke off");
  expect([atFirst.last, atFirst.isGreen]).toEqual(["0 passed, 1 failed", false]);
  const then = await run([report(file("a.test.ts", { one: false, two: true })), "breaks off"]);
  expect([then.last, then.isGreen]).toEqual(["1 passed, 1 failed", false]);
});

test("a runner that ends with an error though no test failed has failed, and is not run again", async () => {
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

/** As if runs had ended, each with its flaky tests. */
const ranBefore = (...runs: string[][]) =>
  writeFile(
    join(folder, "runs.json"),
    JSON.stringify(
      runs.map((flaky) => ({ ring: "all", passed: 2, failed: 0, skipped: 0, flaky, ended: "" })),
    ),
  );

test("the same flaky test fails the second time in ten runs, and passes when the first was longer ago", async () => {
  const none = (count: number) => Array.from({ length: count }, (): string[] => []);
  await ranBefore(["a.test.ts › one"], ...none(8));
  const within = await run(flakyOnce("one"));
  expect(within.output).toContain("✗ flaky for the second time in 10 runs: a.test.ts › one");
  expect([within.last, within.isGreen]).toEqual(["1 passed, 1 failed", false]);
  await ranBefore(["a.test.ts › one"], ...none(9));
  const later = await run(flakyOnce("one"));
  expect([later.last, later.isGreen]).toEqual(["2 passed, 0 failed", true]);
});

test("where many files fail, none is run again", async () => {
  const many = Array.from({ length: 11 }, (_, at) => file(`${at}.test.ts`, { one: false }));
  const { output, last, left } = await run([report(...many), report()]);
  expect(output).toContain("11 files failed: too many to be run again.");
  expect([last, left]).toEqual(["0 passed, 11 failed", 1]);
});

test("what goes on with a run of the main ring counts both, flaky ones too", async () => {
  await run(flakyOnce("one", "two"));
  const both = await run([report(file("b.test.ts", { three: true }))], "rest");
  expect(both.output).toContain("npm test before: 3 passed, 0 failed");
  expect([both.last, both.isGreen]).toEqual(["4 passed, 0 failed", true]);
  await run(
    [report(file("b.test.ts", { three: false }))].concat(report(file("b.test.ts", { three: false }))),
  );
  const failed = await run(flakyOnce("five"), "rest");
  expect([failed.last, failed.isGreen]).toEqual(["2 passed, 1 failed", false]);
});

test("there is nothing to go on with before npm test, and after it has been gone on with", async () => {
  const nothing = "There is no run of `npm test` to go on with.";
  await expect(run([], "rest")).rejects.toThrow(nothing);
  await run([report(file("a.test.ts", { one: true }))]);
  await run([report(file("a.test.ts", { one: true }))], "rest");
  await expect(run([], "rest")).rejects.toThrow(nothing);
});

test("a damaged file of earlier runs is no earlier run", async () => {
  await writeFile(join(folder, "runs.json"), "{");
  const { last, isGreen } = await run(flakyOnce("one"));
  expect([last, isGreen]).toEqual(["2 passed, 0 failed", true]);
});
