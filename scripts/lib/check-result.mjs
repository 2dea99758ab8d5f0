import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

/**
 * Ends a check: prints its problems and a summary, and fails with any problem.
 * @param {readonly string[]} problems
 * @param {string} [summary]
 */
export function reportProblems(problems, summary) {
  for (const problem of problems) console.error(problem);
  if (summary) console.log(summary);
  if (problems.length) process.exitCode = 1;
}

/**
 * Writes a generated file if the script runs with `--write`; otherwise returns a problem if it is out of date.
 * @param {string} path
 * @param {string} text
 * @param {string} command of the check
 * @returns {string[]}
 */
export function checkGenerated(path, text, command) {
  const file = join(root, path);
  if (process.argv.includes("--write")) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, "utf8") !== text)
    return [`${path} is out of date: run \`npm run ${command} -- --write\`.`];
  return [];
}
