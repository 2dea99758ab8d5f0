import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitCodeOf } from "./process.mjs";
import { reportOfPlaywright, reportOfVitest } from "./test-reports.mjs";

/**
 * @typedef {import("./test-reports.mjs").Report} Report
 * @typedef {(file: string) => Promise<Report>} Repeat runs one test file again, alone
 * @typedef {Report & { name: string, seconds: number, repeat?: Repeat }} Result
 * @typedef {(output: Output) => Promise<Result>} Step `output` receives the output of its process
 * @typedef {"inherit" | ((text: string) => void)} Output
 */

/**
 * A check that passes or fails as a whole, such as the types.
 * @param {string} name
 * @param {string[]} parameters for Node.js: a script and its arguments
 * @returns {Step}
 */
export function check(name, parameters) {
  return (output) =>
    timed(name, output, async () => {
      const code = await exitCodeOf(process.execPath, parameters, {}, output);
      const failed = code === 0 ? 0 : 1;
      const failures = failed ? [`ended with ${code}`] : [];
      return { passed: 1 - failed, failed, skipped: 0, failures, files: new Map() };
    });
}

/**
 * A prerequisite of later steps.
 * @param {string} name
 * @param {() => Promise<void>} prepare
 * @returns {Step} which throws errors of `prepare`
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
 * @param {(report: any) => Report} read reads the runner's report
 * @param {{ env?: Record<string, string>, only?: (file: string) => string[] }} [options] `only`: further parameters with which it
 *   runs a single file
 * @returns {Step}
 */
export function runner(name, parameters, read, { env, only } = {}) {
  /** @param {string[]} more @param {Output} output @returns {Promise<Report>} */
  const run = async (more, output) => {
    const path = join(mkdtempSync(join(tmpdir(), "hub-report-")), "report.json");
    const given = [...parameters, ...more].map((parameter) => parameter.replace("{report}", path));
    const code = await exitCodeOf(process.execPath, given, { ...env, HUB_REPORT: path }, output);
    // A runner that ended without a report counts as one failure.
    if (!existsSync(path)) return failedAsWhole("broke off");
    const report = read(JSON.parse(readFileSync(path, "utf8")));
    if (code === 0 || countsOf(report).failed > 0) return report;
    return { ...report, ...failedAsWhole(`ended with ${code} though no test failed`), files: report.files };
  };
  return async (output) => ({
    ...(await timed(name, output, () => run([], output))),
    ...(only && { repeat: (/** @type {string} */ file) => run(only(file), "inherit") }),
  });
}

/** @param {string} failure @returns {Report} */
function failedAsWhole(failure) {
  return { passed: 0, failed: 1, skipped: 0, failures: [failure], files: new Map() };
}

/** @param {Report} report @returns {{ passed: number, failed: number, skipped: number }} including those of its files */
export function countsOf(report) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of [report, ...report.files.values()]) {
    counts.passed += passed;
    counts.failed += failed;
    counts.skipped += skipped;
  }
  return counts;
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
    reportOfVitest,
    { env, only: (file) => [file] },
  );
}

/** @param {string} name @param {string[]} [more] @param {Record<string, string>} [env] */
export function playwright(name, more = [], env) {
  return runner(
    name,
    ["node_modules/@playwright/test/cli.js", "test", ...more],
    reportOfPlaywright,
    // Playwright takes regular expressions.
    { env, only: (file) => [`${file.replaceAll(/[\\.+*?^$()[\]{}|]/g, "\\$&")}$`, "--workers=1"] },
  );
}

/**
 * Includes the types of the routes if the product is built. By default, four parallel checkers would each repeat the shared
 * work: twice the processor time.
 */
export const types = check("types", ["node_modules/typescript/bin/tsc", "--noEmit", "--singleThreaded"]);

export const checks = [
  check("lint and format", ["node_modules/@biomejs/biome/bin/biome", "ci", "--error-on-warnings"]),
  check("unused code", ["node_modules/knip/bin/knip.js"]),
  check("messages", ["scripts/check-messages.mjs"]),
  check("safe versions", ["scripts/audit-versions.mjs"]),
  check("floors", ["scripts/check-floors.mjs"]),
  check("settings", ["scripts/check-settings.mjs"]),
  check("decisions", ["scripts/check-decisions.mjs"]),
  check("subjects of commits", ["scripts/check-commits.mjs"]),
];

/**
 * @param {string} name
 * @param {Output} output
 * @param {() => Promise<Report>} action
 * @returns {Promise<Result>}
 */
async function timed(name, output, action) {
  const head = `\n── ${name} ──\n`;
  if (output === "inherit") process.stdout.write(head);
  else output(head);
  const from = performance.now();
  const report = await action();
  return { name, ...report, seconds: Math.round((performance.now() - from) / 1000) };
}
