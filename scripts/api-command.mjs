// `node scripts/api-command.mjs <name> [parameters]`: runs one of the API's commands, such as `npm run backup`; installs and
// builds missing parts. `npm run seed -- --tenant acme --users 100000` makes sample users for measurements. Stop the product
// first if it uses the embedded database: only one process can open that.
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
  const [name, ...parameters] = process.argv.slice(2);
  process.exitCode = await exitCodeOf(process.execPath, [`dist/${name}.mjs`, ...parameters]);
});
