import { runner } from "./steps.mjs";

/** Areas mutated by stryker.config.mjs, by path prefix, and their minimum scores, which never fall. */
const areas = [
  { area: "session", folders: ["lib/session/", "lib/client/session/", "lib/server/session/"], min: 75 },
  { area: "BFF", folders: ["lib/server/bff/"], min: 75 },
  { area: "permissions", folders: ["lib/client/permissions/", "backend/"], min: 80 },
];

/** @typedef {{ mutants: { status: string }[] }} MutatedFile as in a report of mutation-testing-elements */

/**
 * Runs mutation tests: the percentage of mutants found by the tests that cover them. An area below its minimum score fails.
 * @param {string} name
 * @param {string[]} more parameters for Stryker
 */
export function mutation(name, more) {
  return runner(name, ["node_modules/@stryker-mutator/core/bin/stryker.js", "run", ...more], ({ files }) => {
    const scores = areas.map(({ area, folders, min }) => {
      const { found, reached, all } = mutantsOf(files, folders);
      const score = reached === 0 ? 100 : (100 * found) / reached;
      const text = `${area}: ${found} of ${reached} mutants found (${score.toFixed(1)} %), ${all - reached} not reached`;
      return { text, isLow: score < min, min };
    });
    const low = scores.filter(({ isLow }) => isLow);
    return {
      passed: scores.length - low.length,
      failed: low.length,
      skipped: 0,
      notes: scores.map(({ text }) => text),
      failures: low.map(({ text, min }) => `${text}: at least ${min} % are wanted`),
      files: new Map(),
    };
  });
}

/** @param {Record<string, MutatedFile>} files by path @param {string[]} folders */
function mutantsOf(files, folders) {
  const statuses = Object.entries(files)
    .filter(([path]) => folders.some((folder) => path.startsWith(folder)))
    .flatMap(([, { mutants }]) => mutants.map(({ status }) => status));
  const count = (/** @type {string[]} */ ...wanted) =>
    statuses.filter((status) => wanted.includes(status)).length;
  const found = count("Killed", "Timeout");
  const reached = found + count("Survived");
  return { found, reached, all: reached + count("NoCoverage") };
}
