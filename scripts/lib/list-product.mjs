import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Parts whose folders are listed one by one. */
const divided = new Set(["api", "web"]);

/**
 * Lists the contents of a built product, with sizes.
 * @param {string} folder
 * @returns {string[]} lines
 */
export function listProduct(folder) {
  const names = readdirSync(folder).filter((name) => !name.startsWith(".") || name === ".env.example");
  const paths = names.sort().flatMap((name) =>
    divided.has(name)
      ? readdirSync(join(folder, name))
          .sort()
          .map((part) => `${name}/${part}`)
      : [name],
  );
  const lines = paths.map((path) => ({ path, ...sizeOf(join(folder, path)) }));
  const total = { files: 0, bytes: 0 };
  for (const { files, bytes } of lines) {
    total.files += files;
    total.bytes += bytes;
  }
  return [{ path: "dist", ...total }, ...lines].map(
    ({ path, files, bytes }) =>
      `${path.padEnd(28)}${(bytes / 1e6).toFixed(1).padStart(7)} MB${String(files).padStart(7)} ${files === 1 ? "file" : "files"}`,
  );
}

/** @param {string} path @returns {{ files: number, bytes: number }} */
function sizeOf(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return { files: 1, bytes: stats.size };
  const sizes = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath ?? entry.path, entry.name)).size);
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
