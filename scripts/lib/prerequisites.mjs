import { existsSync } from "node:fs";
import { findChromium } from "./chromium.mjs";
import { CliError } from "./cli-error.mjs";
import { findOnPath } from "./find-on-path.mjs";
import { findFirefox } from "./firefox.mjs";
import { ensureHelm } from "./helm.mjs";
import { findPostgres } from "./postgres.mjs";
import { exitCodeOf } from "./process.mjs";

/** @throws {CliError} if there is no Chromium and none can be installed */
export const ensureChromium = () =>
  ensure(
    findChromium,
    // Older systems have no separate package of the headless shell.
    ["chromium-headless-shell", "chromium"],
    "The browser tests need Chromium. Install it (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) or set CHROME_PATH.",
  );

/** @throws {CliError} if there is no Firefox and none can be installed */
export const ensureFirefox = () =>
  ensure(
    findFirefox,
    ["firefox-esr"],
    "The tests in Firefox need it. Install it (Debian: apt-get install firefox-esr; elsewhere: mozilla.org/firefox) or set FIREFOX_PATH.",
  );

/** @throws {CliError} if there is no debootstrap and it cannot be installed */
export const ensureDebootstrap = () =>
  ensure(
    () => findOnPath(["debootstrap"]),
    ["debootstrap"],
    "The tests of the image need debootstrap and root on Debian. Install it: apt-get install debootstrap.",
  );

/** @throws {CliError} if there is no PostgreSQL server and none can be installed */
export const ensurePostgres = () =>
  ensure(
    findPostgres,
    ["postgresql"],
    "The tests need the PostgreSQL server programs. Install them (Debian: apt-get install postgresql) or set POSTGRES_BIN to their folder.",
  );

/** @throws {CliError} if there is no PgBouncer and none can be installed */
export const ensurePgBouncer = () =>
  ensure(
    () => findOnPath(["pgbouncer"]) || existsSync("/usr/sbin/pgbouncer"),
    ["pgbouncer"],
    "The tests behind a pooler need PgBouncer. Install it (Debian: apt-get install pgbouncer).",
  );

/** @throws {CliError} if a program that reads the files of `deploy` is missing and cannot be installed */
export async function ensureDeployTools() {
  for (const [program, name] of deployTools)
    await ensure(
      // Debian has nginx in a folder that is on root's PATH alone.
      () => findOnPath([program]) || existsSync(`/usr/sbin/${program}`),
      [name],
      `The tests of deploy/ need ${program}. Install it (Debian: apt-get install ${name}).`,
    );
  await ensureHelm();
}

const deployTools = /** @type {const} */ ([
  ["nginx", "nginx-light"],
  ["caddy", "caddy"],
  ["systemd-analyze", "systemd"],
]);

/**
 * @param {() => unknown} find
 * @param {string[]} packages of the system that contain it, in order of preference
 * @param {string} otherwise instruction if none can be installed
 */
async function ensure(find, packages, otherwise) {
  for (const name of packages) {
    if (await find()) return;
    await installPackage(name);
  }
  if (!(await find())) throw new CliError(otherwise);
}

/**
 * Installs a system package if possible without a prompt: as root on Debian and its derivatives.
 * @param {string} name
 */
async function installPackage(name) {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return;
  console.log(`Installing ${name} …`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const install = ["install", "--yes", "--no-install-recommends", name];
  if ((await exitCodeOf("apt-get", install, env)) === 0) return;
  // The package list may be outdated or missing.
  await exitCodeOf("apt-get", ["update"], env);
  await exitCodeOf("apt-get", install, env);
}
