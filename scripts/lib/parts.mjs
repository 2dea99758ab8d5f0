import { CliError } from "./cli-error.mjs";
import { ensureChromium, ensureFirefox, ensurePostgres } from "./prerequisites.mjs";
import { check, preparation } from "./steps.mjs";

/** What several parts of a run begin with. */
export const build = check("build", ["scripts/build.mjs"]);
export const postgres = preparation("PostgreSQL", ensurePostgres);
export const chromium = preparation("Chromium", ensureChromium);
export const firefox = preparation("Firefox", ensureFirefox);

/**
 * A part of a run by itself; `more` goes to its runner.
 * @typedef {(more: string[]) => import("./steps.mjs").Step[]} Part
 */

/**
 * The stages of the part that a command's parameters ask for: `--only <part> [parameters of its runner]`.
 * @param {string} command for the message
 * @param {Record<string, Part>} parts by name
 * @returns {import("./steps.mjs").Step[][][] | undefined} undefined where all is asked for
 * @throws {CliError} when it is none of them
 */
export function stagesOfPart(command, parts, [flag, name, ...more] = process.argv.slice(2)) {
  if (flag === undefined) return undefined;
  const part = Object.entries(parts).find(([known]) => flag === "--only" && known === name);
  if (part) return part[1](more).map((step) => [[step]]);
  throw new CliError(
    `Usage: ${command} [-- --only ${Object.keys(parts).join("|")} [parameters of its runner]]`,
  );
}
