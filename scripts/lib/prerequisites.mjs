import { findChromium } from "./chromium.mjs";
import { findPostgres } from "./postgres.mjs";
import { exitCodeOf } from "./process.mjs";
import { Stop } from "./stop.mjs";

/** @throws {Stop} when there is no Chromium and none can be installed */
export async function ensureChromium() {
  if (await findChromium()) return;
  await installPackages(["chromium"]);
  if (!(await findChromium()))
    throw new Stop(
      "The browser tests need Chromium. Install it (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) or set CHROME_PATH.",
    );
}

/** @throws {Stop} when there is no PostgreSQL server and none can be installed */
export async function ensurePostgres() {
  if (findPostgres()) return;
  await installPackages(["postgresql"]);
  if (!findPostgres())
    throw new Stop(
      "The tests need the PostgreSQL server programs. Install them (Debian: apt-get install postgresql) or set POSTGRES_BIN to their folder.",
    );
}

/**
 * Installs packages of the system where that can be done without asking: as root on Debian and its relatives.
 * @param {string[]} names
 */
async function installPackages(names) {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return;
  console.log(`Installing ${names.join(", ")} …`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const install = ["install", "--yes", "--no-install-recommends", ...names];
  if ((await exitCodeOf("apt-get", install, env)) === 0) return;
  // The list of packages may be old or missing.
  await exitCodeOf("apt-get", ["update"], env);
  await exitCodeOf("apt-get", install, env);
}
