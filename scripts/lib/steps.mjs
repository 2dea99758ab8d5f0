import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { exitCodeOf } from "./process.mjs";

/**
 * `failures`: what to look at, a line each; a runner's own output has the details.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Counts
 * @typedef {Counts & { name: string, seconds: number }} Result
 */

/**
 * One thing that is right or wrong as a whole, such as the types.
 * @param {string} name
 * @param {string[]} parameters for Node.js: a script and what follows it
 * @returns {() => Promise<Result>}
 */
export function check(name, parameters) {
  return () =>
    timed(name, async () => {
      const code = await exitCodeOf(process.execPath, parameters);
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, failures: [] };
    });
}

/**
 * A test runner that writes a JSON report to the file named in HUB_REPORT.
 * @param {string} name
 * @param {string[]} parameters for Node.js
 * @param {(report: any) => Counts} count reads the runner's report
 * @param {Record<string, string>} [env]
 * @returns {() => Promise<Result>}
 */
function runner(name, parameters, count, env) {
  return () =>
    timed(name, async () => {
      const report = join(mkdtempSync(join(tmpdir(), "hub-report-")), "report.json");
      const given = parameters.map((parameter) => parameter.replace("{report}", report));
      const code = await exitCodeOf(process.execPath, given, { ...env, HUB_REPORT: report });
      // A runner that broke off before it could report counts as one failure.
      if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0, failures: ["broke off"] };
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
    (report) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.testResults.filter(isBroken).length,
      skipped: report.numPendingTests + report.numTodoTests,
      failures: report.testResults.flatMap(failuresOfFile),
    }),
    env,
  );
}

/**
 * A test file that failed outside of its tests.
 * @param {{ status: string, assertionResults: { status: string }[] }} file
 */
function isBroken(file) {
  return file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed");
}

/**
 * @param {{ name: string, message?: string, status: string, assertionResults: { status: string, fullName: string }[] }} file
 * @returns {string[]}
 */
function failuresOfFile(file) {
  if (isBroken(file)) return [`${file.name}: ${firstLine(file.message)}`];
  return file.assertionResults
    .filter(({ status }) => status === "failed")
    .map(({ fullName }) => `${file.name}: ${fullName}`);
}

/** @param {string} name @param {string[]} [more] */
export function playwright(name, more = []) {
  return runner(
    name,
    ["node_modules/@playwright/test/cli.js", "test", ...more],
    ({ stats, errors, suites }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected + errors.length,
      skipped: stats.skipped,
      failures: [...suites.flatMap(failuresOfSuite), ...errors.map(failureOutsideOfTests)],
    }),
  );
}

/**
 * @typedef {{ title: string, file: string, specs?: { title: string, line: number, ok: boolean }[], suites?: Suite[] }} Suite
 * @param {Suite} suite
 * @returns {string[]}
 */
function failuresOfSuite({ file, specs = [], suites = [] }) {
  return [
    ...specs.filter(({ ok }) => !ok).map(({ title, line }) => `${file}:${line} ${title}`),
    ...suites.flatMap(failuresOfSuite),
  ];
}

/** @param {{ message?: string, location?: { file: string, line: number } }} error */
function failureOutsideOfTests({ message, location }) {
  return `${location ? `${location.file}:${location.line} ` : ""}${firstLine(message)}`;
}

/** @param {string} [message] */
function firstLine(message) {
  return stripVTControlCharacters(message ?? "").split("\n", 1)[0] || "failed without a message";
}

export const checks = [
  check("types", [join("node_modules/typescript/bin/tsc"), "--noEmit"]),
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
 * Runs steps one after the other, all of them even when some fail, and prints what came out.
 * The very last line is `N passed, N failed`.
 * @param {readonly (() => Promise<Result>)[]} steps
 * @returns {Promise<boolean>} whether nothing failed
 */
export async function runSteps(steps) {
  /** @type {Result[]} */
  const results = [];
  for (const step of steps) results.push(await step());
  const total = { passed: 0, failed: 0, skipped: 0 };
  console.log("");
  for (const { name, passed, failed, skipped, seconds, failures } of results) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    console.log(`${failed ? "✗" : "✓"} ${name}: ${passed} passed, ${failed} failed (${seconds} s)`);
    for (const failure of failures) console.log(`    ${failure}`);
  }
  console.log(
    `${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ""}`,
  );
  return total.failed === 0 && total.passed > 0;
}

/**
 * @param {string} name
 * @param {() => Promise<Counts>} action
 * @returns {Promise<Result>}
 */
async function timed(name, action) {
  console.log(`\n── ${name} ──`);
  const from = performance.now();
  const counts = await action();
  return { name, ...counts, seconds: Math.round((performance.now() - from) / 1000) };
}
