import { CliError } from "./cli-error.mjs";
import {
  ensureChromium,
  ensureDebootstrap,
  ensureDeployTools,
  ensureFirefox,
  ensurePgBouncer,
  ensurePostgres,
} from "./prerequisites.mjs";
import { check, preparation } from "./steps.mjs";

/** First steps shared by several parts of a run. */
export const build = check("build", ["scripts/build.mjs"]);
export const postgres = preparation("PostgreSQL", ensurePostgres);
export const chromium = preparation("Chromium", ensureChromium);
export const debootstrap = preparation("debootstrap", ensureDebootstrap);
export const firefox = preparation("Firefox", ensureFirefox);
export const pooler = preparation("PgBouncer", ensurePgBouncer);
export const deployTools = preparation("nginx, Caddy, systemd and Helm", ensureDeployTools);

/**
 * One part of a run; `more` are parameters for its runner.
 * @typedef {(more: string[]) => import("./steps.mjs").Step[]} Part
 */

/**
 * The stages of the part selected by a command's parameters: `--only <part> [parameters of its runner]`.
 * @param {string} command for the message
 * @param {Record<string, Part>} parts by name
 * @returns {import("./steps.mjs").Step[][][] | undefined} undefined without a selection
 * @throws {CliError} if there is no such part
 */
export function stagesOfPart(command, parts, [flag, name, ...more] = process.argv.slice(2)) {
  if (flag === undefined) return undefined;
  const part = Object.entries(parts).find(([known]) => flag === "--only" && known === name);
  if (part) return part[1](more).map((step) => [[step]]);
  throw new CliError(
    `Usage: ${command} [-- --only ${Object.keys(parts).join("|")} [parameters of its runner]]`,
  );
}
