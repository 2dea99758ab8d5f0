// `npm test`: installs what is missing, then runs everything there is, on the built product too.
// `npm test -- --only <part> [parameters]` runs one part of it; the parameters go to its runner.
import { run } from "./lib/cli-error.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { checkNodeVersion } from "./lib/node-version.mjs";
import { build, chromium, postgres, stagesOfPart } from "./lib/parts.mjs";
import { checks, playwright, runStages, types, vitest } from "./lib/steps.mjs";

/** @satisfies {Record<string, import("./lib/parts.mjs").Part>} */
const parts = {
  unit: (more) => [vitest("unit tests", ["--project=unit", "--project=dom", ...more])],
  component: (more) => [chromium, vitest("component tests", ["--project=component", ...more])],
  api: (more) => [postgres, vitest("API tests", ["--project=api", "--project=api-embedded", ...more])],
  product: (more) => [
    postgres,
    build,
    vitest("product tests", ["--project=product", "--project=waiting", ...more]),
  ],
  browser: (more) => [postgres, chromium, build, playwright("browser tests", more)],
};

// What needs no built product runs beside the build, and so does fetching what the machine lacks.
const everything = [
  [
    [build, types],
    [...checks, ...parts.unit([])],
    [postgres, ...parts.component([])],
  ],
  [[vitest("API and product tests", ["--project=api", "--project=api-embedded", "--project=product"])]],
  [[playwright("browser tests")], [vitest("product tests that wait", ["--project=waiting"])]],
];

await run(async () => {
  checkNodeVersion();
  await ensureInstalled({ development: true });
  const stages = stagesOfPart("npm test", parts) ?? everything;
  if (!(await runStages(stages, { needs: "build" }))) process.exitCode = 1;
});
