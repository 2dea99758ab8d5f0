import { countsOf } from "./steps.mjs";

/** With more failed files than this, the cause is not chance, and repeating takes too long. */
const maxRepeatedFiles = 10;
/** Maximum number of flaky tests in a run. */
const maxFlakyTests = 3;

/**
 * Repeats failed test files sequentially while nothing else runs. The second result counts for files that pass; otherwise
 * the first.
 * @param {import("./steps.mjs").Result[]} results modified
 * @returns {Promise<string[]>} `file › title` of each test that passed the second time
 */
export async function repeatFailedFiles(results) {
  const failed = results.flatMap(({ name, files, repeat }) =>
    [...files].flatMap(([file, { failures }]) =>
      repeat && failures.length > 0 ? [{ name, files, file, failures, repeat }] : [],
    ),
  );
  if (failed.length > maxRepeatedFiles) {
    console.log(`\n${failed.length} files failed: too many to be run again.`);
    return [];
  }
  /** @type {string[]} */
  const flaky = [];
  for (const { name, files, file, failures, repeat } of failed) {
    console.log(`\n── ${name}: ${file} again, alone ──`);
    const report = await repeat(file);
    const again = report.files.get(file);
    if (!again || again.passed === 0 || countsOf(report).failed > 0) continue;
    files.set(file, again);
    flaky.push(...failures.map(({ title }) => `${file} › ${title}`));
  }
  return flaky;
}

/**
 * The flaky tests that fail a run.
 * @param {string[]} flaky of this run
 * @param {{ flaky: string[] }[]} earlier runs
 * @returns {{ tests: string[], why: string }} `tests` is empty if the run passes
 */
export function excessiveFlaky(flaky, earlier) {
  if (flaky.length > maxFlakyTests)
    return { tests: flaky, why: `${flaky.length} flaky tests: more than ${maxFlakyTests}` };
  const tests = flaky.filter((test) => earlier.some((run) => run.flaky.includes(test)));
  return { tests, why: `flaky for the second time in ${earlier.length + 1} runs` };
}
