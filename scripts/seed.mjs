// `npm run seed -- --tenant acme --users 100000`: sample users for measurements. Stop the product first if it uses the
// embedded database: only one process can open that.
import { ensureBuilt } from "./lib/build.mjs";
import { run } from "./lib/cli-error.mjs";
import { readEnvironmentFile } from "./lib/environment.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { checkNodeVersion } from "./lib/node-version.mjs";
import { exitCodeOf } from "./lib/process.mjs";

await run(async () => {
  checkNodeVersion();
  readEnvironmentFile();
  await ensureInstalled();
  await ensureBuilt(["API"]);
  process.exitCode = await exitCodeOf(process.execPath, ["dist/seed.mjs", ...process.argv.slice(2)]);
});
