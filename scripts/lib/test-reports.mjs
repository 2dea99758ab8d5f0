import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./root.mjs";

/**
 * A failed test of a file, or a failure outside its tests. `reason`: the first lines of the error; the runner's own output
 * has the details.
 * @typedef {{ title: string, reason: string[] }} Failure
 * @typedef {{ passed: number, failed: number, skipped: number, seconds: number, failures: Failure[] }} FileResult Report of
 * a runner: `files` by path relative to the project's folder; the numbers and `failures` are those outside any file.
 * `notes`: printed even without failures.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[], notes?: string[], files: Map<string,
 * FileResult> }} Report
 */

/** Maximum number of lines of a failure's reason. */
const reasonLines = 8;

const outsideOfTests = "outside of its tests";

/**
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ name: string, message?: string, status: string, startTime: number, endTime: number, assertionResults: VitestTest[] }} VitestFile
 */

/** @param {{ testResults: VitestFile[] }} report Vitest's JSON; a file appears once per project @returns {Report} */
export function reportOfVitest({ testResults }) {
  /** @type {Map<string, FileResult>} */
  const files = new Map();
  for (const result of testResults) {
    const file = relative(root, result.name);
    files.set(file, sum(files.get(file), resultOfVitest(result)));
  }
  return { passed: 0, failed: 0, skipped: 0, failures: [], files };
}

/** @param {VitestFile} file @returns {FileResult} */
function resultOfVitest({ status, message, startTime, endTime, assertionResults }) {
  const count = (/** @type {string} */ wanted) =>
    assertionResults.filter((test) => test.status === wanted).length;
  const [passed, failedTests] = [count("passed"), count("failed")];
  const failures = assertionResults
    .filter((test) => test.status === "failed")
    .map(({ fullName, failureMessages = [] }) => ({ title: fullName, reason: reason(failureMessages) }));
  if (status === "failed" && failedTests === 0)
    failures.push({ title: outsideOfTests, reason: reason([message || "failed without a message"]) });
  return {
    passed,
    failed: failures.length,
    skipped: assertionResults.length - passed - failedTests,
    seconds: Math.max(0, endTime - startTime) / 1000,
    failures,
  };
}

/**
 * @param {FileResult | undefined} before
 * @param {FileResult} more
 * @returns {FileResult}
 */
function sum(before, more) {
  if (!before) return more;
  return {
    passed: before.passed + more.passed,
    failed: before.failed + more.failed,
    skipped: before.skipped + more.skipped,
    seconds: before.seconds + more.seconds,
    failures: [...before.failures, ...more.failures],
  };
}

/**
 * @typedef {{ status: "expected" | "unexpected" | "flaky" | "skipped", results: { duration: number, error?: { message?: string } }[] }} PlaywrightTest
 * @typedef {{ title: string, tests: PlaywrightTest[] }} PlaywrightSpec
 * @typedef {{ title: string, file: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ message?: string, location?: { file: string, line: number } }} PlaywrightError
 */

/**
 * @param {{ config: { rootDir: string }, suites: PlaywrightSuite[], errors: PlaywrightError[] }} report Playwright's JSON:
 * one suite per file and project
 * @returns {Report}
 */
export function reportOfPlaywright({ config, errors, suites }) {
  /** @type {Map<string, FileResult>} */
  const files = new Map();
  for (const suite of suites) {
    const file = relative(root, join(config.rootDir, suite.file));
    for (const result of resultsOfSuite(suite, [])) files.set(file, sum(files.get(file), result));
  }
  return { passed: 0, failed: errors.length, skipped: 0, failures: errors.map(failureOfNoFile), files };
}

/**
 * @param {PlaywrightSuite} suite
 * @param {string[]} titles of the groups around it
 * @returns {FileResult[]} one for each test
 */
function resultsOfSuite({ specs = [], suites = [] }, titles) {
  return [
    ...specs.flatMap(({ title, tests }) =>
      tests.map((test) => resultOfTest([...titles, title].join(" › "), test)),
    ),
    ...suites.flatMap((suite) => resultsOfSuite(suite, [...titles, suite.title])),
  ];
}

/** @param {string} title @param {PlaywrightTest} test @returns {FileResult} */
function resultOfTest(title, { status, results }) {
  const isFailed = status === "unexpected";
  const messages = results.flatMap(({ error }) => error?.message ?? []);
  return {
    passed: status === "expected" || status === "flaky" ? 1 : 0,
    failed: isFailed ? 1 : 0,
    skipped: status === "skipped" ? 1 : 0,
    seconds: results.reduce((seconds, { duration }) => seconds + duration / 1000, 0),
    failures: isFailed ? [{ title, reason: reason(messages) }] : [],
  };
}

/** @param {PlaywrightError} error */
function failureOfNoFile({ message, location }) {
  const where = location ? `${location.file}:${location.line} ` : "";
  return where + (stripVTControlCharacters(message ?? "").split("\n", 1)[0] || "failed without a message");
}

/** @param {string[]} messages */
function reason(messages) {
  return messages.flatMap((message) =>
    stripVTControlCharacters(message)
      .split("\n")
      .filter((line) => line.trim() && !line.includes("node_modules"))
      .slice(0, reasonLines),
  );
}
