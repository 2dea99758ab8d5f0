// `npm run check`: all checks that need no build and no database: types, lint and boundaries, unused code, messages,
// versions and unit tests.
import { endChildrenOnSignals } from "./lib/child-groups.mjs";
import { run } from "./lib/cli-error.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { checkNodeVersion } from "./lib/node-version.mjs";
import { runStages } from "./lib/run-stages.mjs";
import { checks, types, vitest } from "./lib/steps.mjs";

await run(async () => {
  checkNodeVersion();
  endChildrenOnSignals();
  await ensureInstalled({ development: true });
  const tests = vitest("unit tests", ["--project=unit", "--project=dom"]);
  if (!(await runStages([[[types, ...checks], [tests]]]))) process.exitCode = 1;
});
