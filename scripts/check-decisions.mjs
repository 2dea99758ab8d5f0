// `npm run check:decisions`: each decision and its code name each other; no file names a missing decision.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { reportProblems } from "./lib/check-result.mjs";
import { checkDecisions } from "./lib/decisions.mjs";
import { root } from "./lib/root.mjs";

const folder = "docs/decisions";
const sourceFolders = ["app", "backend", "bench", "components", "docs", "lib", "scripts", "tests"];
const read = (/** @type {string} */ path) => ({ path, text: readFileSync(join(root, path), "utf8") });

/** @param {string} directory @returns {string[]} */
const filesBelow = (directory) =>
  readdirSync(join(root, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));

const decisions = readdirSync(join(root, folder))
  .filter((name) => /^\d{4}-.*\.md$/.test(name))
  .map((name) => read(`${folder}/${name}`));
const rootFiles = readdirSync(root).filter((name) => /\.(?:tsx?|mjs|md)$|^biome\.json$/.test(name));
const sources = [...rootFiles, ...sourceFolders.flatMap(filesBelow)]
  .filter((path) => /\.(?:tsx?|mjs|cjs|css|sql|md)$|^biome\.json$/.test(path))
  // The check's own test uses invented numbers.
  .filter((path) => path !== "scripts/lib/decisions.test.ts")
  .map(read);

const problems = checkDecisions(decisions, read(`${folder}/README.md`).text, sources, (path) =>
  existsSync(join(root, path)),
);
reportProblems(problems, `${decisions.length} decisions: ${problems.length} problems`);
