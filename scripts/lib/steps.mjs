import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitCodeOf } from "./process.mjs";
import { countsOfPlaywright, countsOfVitest } from "./test-reports.mjs";

/**
 * @typedef {import("./test-reports.mjs").Counts} Counts
 * @typedef {Counts & { name: string, seconds: number }} Result
 * @typedef {(output: Output) => Promise<Result>} Step `output` takes what its process prints
 * @typedef {"inherit" | ((text: string) => void)} Output
 */

const slowestShown = 20;

/**
 * One thing that is right or wrong as a whole, such as the types.
 * @param {string} name
 * @param {string[]} parameters for Node.js: a script and what follows it
 * @returns {Step}
 */
export function check(name, parameters) {
  return (output) =>
    timed(name, output, async () => {
      const code = await exitCodeOf(process.execPath, parameters, {}, output);
      const failed = code === 0 ? 0 : 1;
      return { passed: 1 - failed, failed, skipped: 0, failures: [], files: new Map() };
    });
}

/**
 * What has to be there before others begin.
 * @param {string} name
 * @param {() => Promise<void>} prepare
 * @returns {Step} which throws what `prepare` throws
 */
export function preparation(name, prepare) {
  return (output) =>
    timed(name, output, async () => {
      await prepare();
      return { passed: 0, failed: 0, skipped: 0, failures: [], files: new Map() };
    });
}

/**
 * A test runner that writes a JSON report to the file named in HUB_REPORT.
 * @param {string} name
 * @param {string[]} parameters for Node.js
 * @param {(report: any) => Counts} count reads the runner's report
 * @param {Record<string, string>} [env]
 * @returns {Step}
 */
export function runner(name, parameters, count, env) {
  return (output) =>
    timed(name, output, async () => {
      const report = join(mkdtempSync(join(tmpdir(), "hub-report-")), "report.json");
      const given = parameters.map((parameter) => parameter.replace("{report}", report));
      const code = await exitCodeOf(process.execPath, given, { ...env, HUB_REPORT: report }, output);
      // A runner that broke off before it could report counts as one failure.
      if (!existsSync(report))
        return { passed: 0, failed: 1, skipped: 0, failures: ["broke off"], files: new Map() };
      const counted = count(JSON.parse(readFileSync(report, "utf8")));
      if (code === 0 || counted.failed > 0) return counted;
      return { ...counted, failed: 1, failures: [`ended with ${code} though no test failed`] };
    });
}

/** @param {string} name @param {string[]} [more] @param {Record<string, string>} [env] */
export function vitest(name, more = [], env) {
  return runner(
    name,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--reporter=default",
      "--reporter=json",
      "--outputFile.json={report}",
      ...more,
    ],
    countsOfVitest,
    env,
  );
}

/** @param {string} name @param {string[]} [more] @param {Record<string, string>} [env] */
export function playwright(name, more = [], env) {
  return runner(name, ["node_modules/@playwright/test/cli.js", "test", ...more], countsOfPlaywright, env);
}

/**
 * Includes the types of the routes where the product is built. Four checkers side by side, as there are unless told, each find
 * out what they share: twice the processor's time.
 */
export const types = check("types", ["node_modules/typescript/bin/tsc", "--noEmit", "--singleThreaded"]);

export const checks = [
  check("lint, format and boundaries", [
    "node_modules/@biomejs/biome/bin/biome",
    "ci",
    "--error-on-warnings",
  ]),
  check("unused code", ["node_modules/knip/bin/knip.js"]),
  check("messages", ["scripts/check-messages.mjs"]),
  check("safe versions", ["scripts/audit-versions.mjs"]),
];

/**
 * Runs stages one after the other. A stage is a list of lanes side by side, a lane a list of steps one after the other.
 * All of them run even when some fail, except that a stage is left out when one before it failed in what `needs` names.
 * The first lane prints as it goes, the others what each of their steps printed once it has ended.
 * Prints what came out; the very last line is `N passed, N failed`.
 * @param {readonly (readonly (readonly Step[])[])[]} stages
 * @param {{ needs?: string }} [options] name of a step without which later stages tell nothing
 * @returns {Promise<boolean>} whether nothing failed
 */
export async function runStages(stages, { needs } = {}) {
  /** @type {Result[]} */
  const results = [];
  for (const lanes of stages) {
    await Promise.all(lanes.map((lane, at) => runLane(lane, at > 0, results)));
    if (results.some(({ name, failed }) => name === needs && failed > 0)) break;
  }
  const total = { passed: 0, failed: 0, skipped: 0 };
  console.log("");
  printSlowest(results);
  for (const { name, passed, failed, skipped, seconds, failures, notes = [] } of results) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    console.log(`${failed ? "✗" : "✓"} ${name}: ${passed} passed, ${failed} failed (${seconds} s)`);
    for (const line of [...notes, ...failures]) console.log(`    ${line}`);
  }
  console.log(
    `${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ""}`,
  );
  return total.failed === 0 && total.passed > 0;
}

/**
 * @param {readonly Step[]} lane
 * @param {boolean} isHeldBack what a step prints, until it has ended
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
  const files = results.flatMap((result) => [...result.files]).sort(([, a], [, b]) => b - a);
  if (files.length < 2) return;
  console.log("Slowest files:");
  for (const [file, seconds] of files.slice(0, slowestShown))
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${file}`);
  console.log("");
}

/**
 * @param {string} name
 * @param {Output} output
 * @param {() => Promise<Counts>} action
 * @returns {Promise<Result>}
 */
async function timed(name, output, action) {
  const head = `\n── ${name} ──\n`;
  if (output === "inherit") process.stdout.write(head);
  else output(head);
  const from = performance.now();
  const counts = await action();
  return { name, ...counts, seconds: Math.round((performance.now() - from) / 1000) };
}
