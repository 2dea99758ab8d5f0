import { ensureBuilt } from "./build.mjs";
import { run } from "./cli-error.mjs";
import { readEnvironmentFile } from "./environment.mjs";
import { ensureInstalled } from "./install.mjs";
import { checkNodeVersion } from "./node-version.mjs";
import { exitCodeOf } from "./process.mjs";

/**
 * Runs one of the API's commands with the parameters of this script; installs and builds missing parts.
 * @param {string} name of its file in `dist`
 */
export async function runApiCommand(name) {
  await run(async () => {
    checkNodeVersion();
    readEnvironmentFile();
    await ensureInstalled();
    await ensureBuilt(["API"]);
    process.exitCode = await exitCodeOf(process.execPath, [`dist/${name}.mjs`, ...process.argv.slice(2)]);
  });
}
