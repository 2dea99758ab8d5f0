// `npm run audit:versions`: compares the lock file to the lowest version of each package without a known vulnerability.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { reportProblems } from "./lib/check-result.mjs";
import { root } from "./lib/root.mjs";

/** Raise a version when an advisory names a newer fix. */
const lowest = {
  next: "16.4.6",
  "next-auth": "4.24.15",
  fastify: "5.12.2",
  react: "19.3.1",
  "react-dom": "19.3.1",
  esbuild: "0.25.0",
  jose: "4.15.9",
  uuid: "11.1.1",
  unzipper: "0.12.3",
};

/** @type {{ packages: Record<string, { version?: string }> }} */
const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
const wanted = new Map(Object.entries(lowest));
const tooOld = Object.entries(lock.packages).flatMap(([path, { version }]) => {
  const name = path.split("node_modules/").at(-1) ?? "";
  const safe = wanted.get(name);
  return safe && version && isOlder(version, safe) ? [`${path} ${version} is older than ${safe}`] : [];
});
reportProblems(
  tooOld,
  `${wanted.size} packages held against their lowest safe versions: ${tooOld.length} too old`,
);

/** @param {string} version @param {string} than */
function isOlder(version, than) {
  const [left, right] = [version, than].map((text) => (text.split("-")[0] ?? "").split(".").map(Number));
  const place = [0, 1, 2].find((index) => left?.[index] !== right?.[index]);
  return place !== undefined && (left?.[place] ?? 0) < (right?.[place] ?? 0);
}
