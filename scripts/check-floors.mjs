// `npm run check:floors [-- --write]`: folders import only lower ones (scripts/lib/floors.mjs), and docs/folders.md lists them.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { checkGenerated, reportProblems } from "./lib/check-result.mjs";
import { checkFloors, foldersAsMarkdown } from "./lib/floors.mjs";
import { root } from "./lib/root.mjs";

const rooms = ["app", "backend", "components", "lib"];

/** @param {string} room @returns {string[]} */
const filesOf = (room) =>
  readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
    .map((name) => `${room}/${name.replaceAll("\\", "/")}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|spec)\.tsx?$|^backend\/testing\//.test(path));

/** @param {string} from @param {string} specifier */
function resolve(from, specifier) {
  const path = specifier.startsWith("@/") ? specifier.slice(2) : join(dirname(from), specifier);
  if (!specifier.startsWith("@/") && !specifier.startsWith(".")) return specifier;
  const isFile = (/** @type {string} */ one) =>
    existsSync(join(root, one)) && statSync(join(root, one)).isFile();
  return ["", ".ts", ".tsx", "/index.ts", "/index.tsx"].map((end) => path + end).find(isFile) ?? path;
}

const sources = rooms
  .flatMap(filesOf)
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
const problems = checkFloors(sources, resolve);

const text = `# Folders

Each table begins with the highest floor: a folder imports only folders further down, and types count. \`npm run check\` enforces it
from the table in \`scripts/lib/floors.mjs\`, which also writes this file (\`npm run check:floors -- --write\`).

${foldersAsMarkdown()}
`;
problems.push(...checkGenerated("docs/folders.md", text, "check:floors"));
reportProblems(problems, `${sources.length} files, ${problems.length} imports against the floors`);
