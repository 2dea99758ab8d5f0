import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.mjs";

/**
 * A hash over names and contents of files and of all files in folders; tests are left out.
 * @param {readonly string[]} paths relative to the project's folder; missing ones count as absent
 */
export function contentHash(paths) {
  const hash = createHash("sha256").update(process.versions.node.split(".")[0] ?? "");
  for (const path of paths.flatMap(filesUnder).sort())
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(root, path)));
  return hash.digest("hex");
}

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .flatMap((entry) => filesUnder(`${path}/${entry}`))
    .filter((file) => !/\.(test|spec)\.tsx?$/.test(file));
}
