// `npm run check`: everything that needs no built product: types, lint and boundaries, unused code, messages,
// versions, unit and API tests.
import { run } from "./lib/cli-error.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { checkNodeVersion } from "./lib/node-version.mjs";
import { ensurePostgres } from "./lib/prerequisites.mjs";
import { checks, runStages, types, vitest } from "./lib/steps.mjs";

await run(async () => {
  checkNodeVersion();
  await ensureInstalled();
  await ensurePostgres();
  const tests = vitest("unit and API tests", ["--project=unit", "--project=dom", "--project=api"]);
  if (!(await runStages([[[types, ...checks], [tests]]]))) process.exitCode = 1;
});
