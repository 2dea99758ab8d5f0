import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./root.mjs";

/**
 * `failures`: what to look at, with the beginning of why; a runner's own output has the details. `notes`: what to know when
 * nothing failed, too. `files`: seconds that each took.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[], notes?: string[], files: Map<string, number> }} Counts
 */

/** Lines of the reason of a failure. */
const reasonLines = 8;

/** @param {any} report Vitest's, as JSON @returns {Counts} */
export function countsOfVitest(report) {
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.testResults.filter(isBroken).length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(failuresOfFile),
    files: secondsByFile(report.testResults),
  };
}

/** @param {{ name: string, startTime: number, endTime: number }[]} results milliseconds; a file stands once for each project */
function secondsByFile(results) {
  /** @type {Map<string, number>} */
  const files = new Map();
  for (const { name, startTime, endTime } of results) {
    const file = relative(root, name);
    files.set(file, (files.get(file) ?? 0) + Math.max(0, endTime - startTime) / 1000);
  }
  return files;
}

/**
 * A test file that failed outside of its tests.
 * @param {{ status: string, assertionResults: { status: string }[] }} file
 */
function isBroken(file) {
  return file.status === "failed" && !file.assertionResults.some(({ status }) => status === "failed");
}

/**
 * @param {{ name: string, message?: string, status: string, assertionResults: { status: string, fullName: string, failureMessages?: string[] }[] }} file
 * @returns {string[]}
 */
function failuresOfFile(file) {
  if (isBroken(file)) return [`${file.name}: ${firstLine(file.message)}`];
  return file.assertionResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ fullName, failureMessages = [] }) => [
      `${file.name}: ${fullName}`,
      ...reason(failureMessages),
    ]);
}

/** @param {any} report Playwright's, as JSON @returns {Counts} */
export function countsOfPlaywright({ config, stats, errors, suites }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [...suites.flatMap(failuresOfSuite), ...errors.map(failureOutsideOfTests)],
    files: new Map(
      suites.map((/** @type {Suite} */ suite) => [
        relative(root, join(config.rootDir, suite.file)),
        secondsOfSuite(suite),
      ]),
    ),
  };
}

/**
 * @typedef {{ results: { duration: number, error?: { message?: string } }[] }} Test milliseconds
 * @typedef {{ title: string, line: number, ok: boolean, tests: Test[] }} Spec
 * @typedef {{ title: string, file: string, specs?: Spec[], suites?: Suite[] }} Suite
 */

/** @param {Suite} suite @returns {number} */
function secondsOfSuite({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
  );
  return (
    own.reduce((sum, duration) => sum + duration / 1000, 0) +
    suites.reduce((sum, suite) => sum + secondsOfSuite(suite), 0)
  );
}

/**
 * @param {Suite} suite
 * @returns {string[]}
 */
function failuresOfSuite({ file, specs = [], suites = [] }) {
  return [
    ...specs
      .filter(({ ok }) => !ok)
      .flatMap(({ title, line, tests }) => [
        `${file}:${line} ${title}`,
        ...reason(tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))),
      ]),
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

/** @param {string[]} messages */
function reason(messages) {
  return messages.flatMap((message) =>
    stripVTControlCharacters(message)
      .split("\n")
      .filter((line) => line.trim() && !line.includes("node_modules"))
      .slice(0, reasonLines)
      .map((line) => `    ${line}`),
  );
}
