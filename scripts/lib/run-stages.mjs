import { excessiveFlaky, repeatFailedFiles } from "./flaky.mjs";
import { countsOf } from "./steps.mjs";

/**
 * @typedef {import("./steps.mjs").Result} Result
 * @typedef {import("./steps.mjs").Step} Step
 */

const slowestShown = 20;

/**
 * Runs stages sequentially. A stage is a list of parallel lanes, a lane a list of sequential steps. All of them run even if
 * some fail, except that stages after a failure of `needs` are skipped. The first lane prints as it runs, the others print
 * each step's output at its end. Prints the results; the last line is `N passed, N failed`, including a run that this one
 * continues.
 * @param {readonly (readonly (readonly Step[])[])[]} stages
 * @param {{ needs?: string, runs?: import("./test-runs.mjs").TestRuns, leftOut?: readonly string[] }} [options] `needs`:
 * name of a step that later stages require. `runs`: repeats failed files, and records flaky tests. `leftOut`: lines about
 * tests of other commands
 * @returns {Promise<boolean>} whether all passed
 */
export async function runStages(stages, { needs, runs, leftOut = [] } = {}) {
  const from = performance.now();
  /** @type {Result[]} */
  const results = [];
  for (const lanes of stages) {
    await Promise.all(lanes.map((lane, at) => runLane(lane, at > 0, results)));
    if (results.some((result) => result.name === needs && result.failed > 0)) break;
  }
  const flaky = runs ? await repeatFailedFiles(results) : [];
  console.log("");
  printSlowest(results);
  const total = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const failures = [];
  for (const result of results) {
    const counts = countsOf(result);
    add(total, counts);
    console.log(resultLine(result, counts));
    for (const line of result.notes ?? []) console.log(`    ${line}`);
    const lines = failureLines(result);
    for (const line of lines) console.log(line);
    if (counts.failed) failures.push(`  ${result.name}`, ...lines);
  }
  for (const test of flaky) console.log(`flaky: ${test}`);
  if (runs) {
    const before = { ...runs.current };
    if (countsOfAll(before) > 0) {
      console.log(`npm test before: ${before.passed} passed, ${before.failed} failed`);
      // Logs are often cut to their end: a failure is named there.
      for (const line of before.failures) console.log(line);
      for (const test of before.flaky) console.log(`  flaky: ${test}`);
    }
    runs.end({ ...total, flaky, failures });
    const { tests, why } = excessiveFlaky(runs.current.flaky, runs.earlier);
    for (const test of tests) console.log(`✗ ${why}: ${test}`);
    add(total, before);
    add(total, { passed: -tests.length, failed: tests.length, skipped: 0 });
  }
  console.log(`${Math.round((performance.now() - from) / 1000)} s in all`);
  for (const line of leftOut) console.log(line);
  const skipped = total.skipped ? `, ${total.skipped} skipped` : "";
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
  return total.failed === 0 && total.passed > 0;
}

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @param {Counts} counts */
const countsOfAll = ({ passed, failed, skipped }) => passed + failed + skipped;

/** @param {Counts} total modified @param {Counts} more */
function add(total, more) {
  total.passed += more.passed;
  total.failed += more.failed;
  total.skipped += more.skipped;
}

/**
 * @param {readonly Step[]} lane
 * @param {boolean} isHeldBack whether to buffer a step's output until it ends
 * @param {Result[]} results
 */
async function runLane(lane, isHeldBack, results) {
  for (const step of lane) {
    let text = "";
    results.push(await step(isHeldBack ? (more) => (text += more) : "inherit"));
    process.stdout.write(text);
  }
}

/** @param {Result[]} results */
function printSlowest(results) {
  const files = results
    .flatMap(({ files }) => [...files])
    .map(([file, { seconds }]) => ({ file, seconds }))
    .sort((a, b) => b.seconds - a.seconds);
  if (files.length < 2) return;
  console.log("Slowest files:");
  for (const { file, seconds } of files.slice(0, slowestShown))
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`);
  console.log("");
}

/** @param {Result} result @param {Counts} counts */
const resultLine = ({ name, seconds }, { passed, failed }) =>
  `${failed ? "✗" : "✓"} ${name}: ${passed} passed, ${failed} failed (${seconds} s)`;

/** @param {Result} result */
const failureLines = ({ failures, files }) => [
  ...failures.map((line) => `    ${line}`),
  ...[...files].flatMap(([file, result]) =>
    result.failures.flatMap(({ title, reason }) => [
      `    ${file} › ${title}`,
      ...reason.map((line) => `        ${line}`),
    ]),
  ),
];
