import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";

const compressible = /\.(?:m?js|css|svg|json|txt|xml|wasm)$/;

/** @param {Buffer} content */
const brotliAt = (content) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  },
});

/** @param {string} file @returns {boolean} */
export function isCompressible(file) {
  return compressible.test(file);
}

/**
 * Writes `file.br` and `file.gz` beside each file with maximum compression: created once, served to all users
 * (lib/server/bff/static-files.ts).
 * @param {readonly string[]} files
 */
export async function compressFiles(files) {
  const [br, gz] = [promisify(brotliCompress), promisify(gzip)];
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file);
      writeFileSync(`${file}.br`, await br(content, brotliAt(content)));
      writeFileSync(`${file}.gz`, await gz(content, { level: 9 }));
    }),
  );
}

/**
 * Repeats {@link compressFiles} for a changed file.
 * @param {string} file
 */
export function compressAgain(file) {
  if (!isCompressible(file) || !statSync(`${file}.br`, { throwIfNoEntry: false })) return;
  const content = readFileSync(file);
  // They may be linked to those of the build.
  for (const ending of [".br", ".gz"]) rmSync(file + ending, { force: true });
  writeFileSync(`${file}.br`, brotliCompressSync(content, brotliAt(content)));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
