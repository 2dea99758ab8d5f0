import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** The folder of the built product; in its own programs (build-programs.mjs), the one that they are in. */
export const product = join(root, "dist");
