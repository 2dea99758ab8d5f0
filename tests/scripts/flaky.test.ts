import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "../../scripts/lib/root.mjs";

// What `npm test` makes of test runners: here one that reports what it is told, run after run.

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-runs-"));
  const fake = `
    import { readFileSync, writeFileSync } from "node:fs";
    const [next, ...others] = JSON.parse(readFileSync("${folder}/plan.json", "utf8"));
    writeFileSync("${folder}/plan.json", JSON.stringify(others));
    console.log("asked for:", ...process.argv.slice(2));
    if (next !== "breaks off") writeFileSync(process.env.HUB_REPORT, JSON.stringify(next));
    process.exit(next.isGreen ? 0 : 1);`;
  const run = `
    import { runStages } from "${module("run-stages")}";
    import { runner } from "${module("steps")}";
    import { reportOfVitest } from "${module("test-reports")}";
    import { TestRuns } from "${module("test-runs")}";
    const step = runner("fake", ["${folder}/fake.mjs"], reportOfVitest, { only: (file) => [file] });
    const runs = new TestRuns(process.argv[2], "${folder}/runs.json");
    process.exitCode = (await runStages([[[step]]], { runs })) ? 0 : 1;`;
  await writeFile(join(folder, "fake.mjs"), fake);
  await writeFile(join(folder, "run.mjs"), run);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const module = (name: string) => pathToFileURL(join(root, `scripts/lib/${name}.mjs`)).href;

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
async function run(plan: (ReturnType<typeof report> | "breaks off")[], ring = "main") {
  await writeFile(join(folder, "plan.json"), JSON.stringify(plan));
  const output = await new Promise<string>((resolve) => {
    const child = execFile(process.execPath, [join(folder, "run.mjs"), ring], (_, printed, errors) =>
      resolve(`${printed}${errors}exit code ${child.exitCode}`),
    );
  });
  const lines = output.trim().split("\n");
  const left = JSON.parse(await readFile(join(folder, "plan.json"), "utf8")) as unknown[];
  return { output, lines, last: lines.at(-2), code: lines.at(-1), left: left.length };
}

const flakyOnce = (...titles: string[]) => [
  report(file("a.test.ts", Object.fromEntries([...titles.map((title) => [title, false]), ["other", true]]))),
  report(file("a.test.ts", Object.fromEntries([...titles.map((title) => [title, true]), ["other", true]]))),
];

test("what fails once is run again alone, told as flaky, and counted as passed, once", async () => {
  const { output, last, code, left } = await run([
    report(file("a.test.ts", { one: false, two: true }), file("b.test.ts", { three: true })),
    report(file("a.test.ts", { one: true, two: true })),
  ]);
  expect(output).toContain("asked for: a.test.ts\n");
  expect(output).toContain("\nflaky: a.test.ts › one\n");
  expect([last, code, left]).toEqual(["3 passed, 0 failed", "exit code 0", 0]);
});

test("a file that fails again fails, with what failed at first, also where that was another test", async () => {
  const { output, last, code } = await run([
    report(file("a.test.ts", { one: false, two: true })),
    report(file("a.test.ts", { one: true, two: false })),
  ]);
  expect(output).toContain("a.test.ts › one");
  expect(output).toContain("expected 1 to be 2");
  expect(output).not.toContain("flaky:");
  expect([last, code]).toEqual(["1 passed, 1 failed", "exit code 1"]);
});

test("a file that fails outside of its tests is one failure, and counts its tests once it loads", async () => {
  const broken = report(file("a.test.ts", {}, true), file("b.test.ts", { three: true }));
  const again = await run([broken, report(file("a.test.ts", {}, true))]);
  expect([again.last, again.code]).toEqual(["1 passed, 1 failed", "exit code 1"]);
  expect(again.output).toContain("a.test.ts › outside of its tests");
  const { output, last, code } = await run([broken, report(file("a.test.ts", { one: true, two: true }))]);
  expect(output).toContain("flaky: a.test.ts › outside of its tests");
  expect([last, code]).toEqual(["3 passed, 0 failed", "exit code 0"]);
});

test("a runner that breaks off fails, and so does one that breaks off the second time", async () => {
  const atFirst = await run(["breaks off"]);
  expect(atFirst.output).toContain("broke off");
  expect([atFirst.last, atFirst.code]).toEqual(["0 passed, 1 failed", "exit code 1"]);
  const then = await run([report(file("a.test.ts", { one: false, two: true })), "breaks off"]);
  expect([then.last, then.code]).toEqual(["1 passed, 1 failed", "exit code 1"]);
});

test("a runner that ends with an error though no test failed has failed, and is not run again", async () => {
  const { output, last, code, left } = await run([
    { ...report(file("a.test.ts", { one: true })), isGreen: false },
    report(file("a.test.ts", { one: true })),
  ]);
  expect(output).toContain("ended with 1 though no test failed");
  expect([last, code, left]).toEqual(["1 passed, 1 failed", "exit code 1", 1]);
});

test("three flaky tests pass, four fail", async () => {
  const three = await run(flakyOnce("one", "two", "three"));
  expect([three.last, three.code]).toEqual(["4 passed, 0 failed", "exit code 0"]);
  const four = await run(flakyOnce("five", "six", "seven", "eight"));
  expect(four.output).toContain("✗ 4 flaky tests: more than 3: a.test.ts › five");
  expect([four.last, four.code]).toEqual(["1 passed, 4 failed", "exit code 1"]);
});

/** As if runs had ended, each with its flaky tests. */
const ranBefore = (...runs: string[][]) =>
  writeFile(
    join(folder, "runs.json"),
    JSON.stringify(runs.map((flaky) => ({ ring: "all", passed: 2, failed: 0, skipped: 0, flaky, ended: "" }))),
  );

test("the same flaky test fails the second time in ten runs, and passes when the first was longer ago", async () => {
  const none = (count: number) => Array.from({ length: count }, (): string[] => []);
  await ranBefore(["a.test.ts › one"], ...none(8));
  const within = await run(flakyOnce("one"));
  expect(within.output).toContain("✗ flaky for the second time in 10 runs: a.test.ts › one");
  expect([within.last, within.code]).toEqual(["1 passed, 1 failed", "exit code 1"]);
  await ranBefore(["a.test.ts › one"], ...none(9));
  const later = await run(flakyOnce("one"));
  expect([later.last, later.code]).toEqual(["2 passed, 0 failed", "exit code 0"]);
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
  expect([both.last, both.code]).toEqual(["4 passed, 0 failed", "exit code 0"]);
  await run(
    [report(file("b.test.ts", { three: false }))].concat(report(file("b.test.ts", { three: false }))),
  );
  const failed = await run(flakyOnce("five"), "rest");
  expect([failed.last, failed.code]).toEqual(["2 passed, 1 failed", "exit code 1"]);
});

test("there is nothing to go on with before npm test, and after it has been gone on with", async () => {
  const early = await run([], "rest");
  expect(early.output).toContain("There is no run of `npm test` to go on with.");
  await run([report(file("a.test.ts", { one: true }))]);
  await run([report(file("a.test.ts", { one: true }))], "rest");
  expect((await run([], "rest")).output).toContain("There is no run of `npm test` to go on with.");
});

test("a damaged file of earlier runs is no earlier run", async () => {
  await writeFile(join(folder, "runs.json"), "{");
  const { last, code } = await run(flakyOnce("one"));
  expect([last, code]).toEqual(["2 passed, 0 failed", "exit code 0"]);
});
