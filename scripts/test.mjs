// `npm test`: installs what is missing, then runs everything there is, on the built product too.
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { checkNodeVersion } from "./lib/node-version.mjs";
import { ensureChromium, ensurePostgres } from "./lib/prerequisites.mjs";
import { checks, playwright, runSteps, vitest } from "./lib/steps.mjs";
import { run } from "./lib/stop.mjs";

await run(async () => {
  checkNodeVersion();
  await ensureInstalled();
  await ensurePostgres();
  await ensureChromium();
  // The checks and the tests of the running product need what the build makes (route types, bundles).
  await ensureBuilt();
  if (!(await runSteps([...checks, vitest("vitest"), playwright("browser tests")]))) process.exitCode = 1;
});
