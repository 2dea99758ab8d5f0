// `npm run conformance -- --api URL --user NAME --password PASSWORD`: holds any server of the contract against it.
import { ensureBuilt } from "./lib/build.mjs";
import { run } from "./lib/cli-error.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { checkNodeVersion } from "./lib/node-version.mjs";
import { exitCodeOf } from "./lib/process.mjs";

await run(async () => {
  checkNodeVersion();
  await ensureInstalled();
  await ensureBuilt(["API"]);
  process.exitCode = await exitCodeOf(process.execPath, [
    "dist/api/conformance.mjs",
    ...process.argv.slice(2),
  ]);
});
