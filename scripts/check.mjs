// `npm run check`: everything that needs no built product: types, lint and boundaries, unused code, messages,
// versions, unit and API tests.
import { ensureInstalled } from "./lib/install.mjs";
import { checkNodeVersion } from "./lib/node-version.mjs";
import { ensurePostgres } from "./lib/prerequisites.mjs";
import { checks, runSteps, vitest } from "./lib/steps.mjs";
import { run } from "./lib/stop.mjs";

await run(async () => {
  checkNodeVersion();
  await ensureInstalled();
  await ensurePostgres();
  if (!(await runSteps([...checks, vitest("unit and API tests", ["--project=unit", "--project=api"])])))
    process.exitCode = 1;
});
