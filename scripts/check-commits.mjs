// `npm run check:commits`: checks the subjects of the commits that the upstream lacks, without an upstream of the last 20.
// `node scripts/check-commits.mjs <file>` checks the message in a file, as .githooks/commit-msg does.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { reportProblems } from "./lib/check-result.mjs";
import { problemOfSubject, subjectOf } from "./lib/commit-subject.mjs";
import { root } from "./lib/root.mjs";

/** @param {string[]} parameters @returns {string | undefined} undefined when git is missing or refuses */
function git(...parameters) {
  const { status, stdout } = spawnSync("git", parameters, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout : undefined;
}

const file = process.argv[2];
const log =
  git("log", "--format=%s", "@{upstream}..HEAD") ?? git("log", "--format=%s", "--max-count=20", "HEAD");
const subjects = file ? [subjectOf(readFileSync(file, "utf8"))] : (log ?? "").split("\n").filter(Boolean);
const problems = subjects.flatMap((subject) => {
  const problem = problemOfSubject(subject);
  return problem ? [`"${subject}" ${problem}`] : [];
});
reportProblems(
  problems,
  file ? undefined : `${subjects.length} subjects of commits: ${problems.length} problems`,
);
