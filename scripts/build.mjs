// `npm run build [-- API web]`: installs missing packages and builds outdated targets.
import { buildTargets } from "./lib/build.mjs";
import { run } from "./lib/cli-error.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { checkNodeVersion } from "./lib/node-version.mjs";

await run(async () => {
  checkNodeVersion();
  await ensureInstalled();
  await buildTargets(process.argv.slice(2));
});
