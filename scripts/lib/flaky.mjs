import { countsOf } from "./steps.mjs";

/** Of more failed files than this, something else is the matter than chance, and they would take long. */
const mostRepeated = 10;
/** More flaky tests than this fail a run. */
const mostFlaky = 3;

/**
 * Runs the files with failed tests again, one by one, when nothing else runs. What passes then counts as it came out then; of a file
 * that fails again, the first run counts.
 * @param {import("./steps.mjs").Result[]} results are changed
 * @returns {Promise<string[]>} `file › title` of each test that passed the second time
 */
export async function repeatFailedFiles(results) {
  const failed = results.flatMap(({ name, files, repeat }) =>
    [...files].flatMap(([file, { failures }]) =>
      repeat && failures.length > 0 ? [{ name, files, file, failures, repeat }] : [],
    ),
  );
  if (failed.length > mostRepeated) {
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
 * The flaky tests that fail a run all the same.
 * @param {string[]} flaky of this run
 * @param {{ flaky: string[] }[]} earlier runs
 * @returns {{ tests: string[], why: string }} `tests` is empty where there is nothing to object to
 */
export function intolerable(flaky, earlier) {
  if (flaky.length > mostFlaky)
    return { tests: flaky, why: `${flaky.length} flaky tests: more than ${mostFlaky}` };
  const tests = flaky.filter((test) => earlier.some((run) => run.flaky.includes(test)));
  return { tests, why: `flaky for the second time in ${earlier.length + 1} runs` };
}
