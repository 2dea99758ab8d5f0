// `npm run build`: installs and builds what is missing or out of date.
import { ensureBuilt } from "./lib/build.mjs";
import { run } from "./lib/cli-error.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { checkNodeVersion } from "./lib/node-version.mjs";

await run(async () => {
  checkNodeVersion();
  await ensureInstalled();
  await ensureBuilt();
});
