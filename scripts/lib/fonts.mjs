import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import subsetFont from "subset-font";
import { root } from "./root.mjs";

const require = createRequire(import.meta.url);
const source = join(dirname(require.resolve("@fontsource-variable/inter/package.json")), "files");
export const fontsDirectory = join(root, "app/fonts");

/** Default features of texts, and tabular figures. */
const features = ["calt", "ccmp", "kern", "liga", "locl", "mark", "mkmk", "rlig", "tnum"];

/** From the weight of normal text to that of bold rich text. */
const weights = { min: 400, max: 700, default: 400 };

/**
 * The files named in `app/fonts/fonts.css`, with their letters: `inter-<subset>[.<part>].woff2`, from the package's subset
 * of that name.
 * @returns {Promise<Map<string, Buffer>>} contents by file name
 */
export async function makeFonts() {
  const css = readFileSync(join(fontsDirectory, "fonts.css"), "utf8");
  /** @type {Map<string, Buffer>} */
  const files = new Map();
  for (const [, name = "", subset = "", ranges = ""] of css.matchAll(
    /url\("\.\/(inter-([\w-]+)[\w.-]*\.woff2)"\)[^}]*unicode-range:([^;]+);/g,
  )) {
    const original = readFileSync(join(source, `inter-${subset}-wght-normal.woff2`));
    files.set(
      name,
      await subsetFont(original, lettersOf(ranges), {
        targetFormat: "woff2",
        keepFeatures: features,
        variationAxes: { wght: weights },
      }),
    );
  }
  return files;
}

/** @param {string} ranges as in CSS: `U+0000-00FF, U+0131` */
function lettersOf(ranges) {
  return [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi)]
    .map(([, first = "", last = first]) => {
      const from = Number.parseInt(first, 16);
      const length = Number.parseInt(last, 16) - from + 1;
      return Array.from({ length }, (_, at) => String.fromCodePoint(from + at)).join("");
    })
    .join("");
}
