// `npm test`: installs missing packages, then runs the main ring of tests, including those of the built product. `npm run
// test:all`: all tests; `npm run test:all -- --rest` those that `npm test` skipped, with the counts of both. `npm test --
// --only <part> [parameters]` runs one part of all tests; the parameters go to its runner. See docs/decisions/0104.
import { endChildrenOnSignals } from "./lib/child-groups.mjs";
import { run } from "./lib/cli-error.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { checkNodeVersion } from "./lib/node-version.mjs";
import { build, chromium, postgres, stagesOfPart } from "./lib/parts.mjs";
import { runStages } from "./lib/run-stages.mjs";
import { checks, playwright, types, vitest } from "./lib/steps.mjs";
import { TestRuns } from "./lib/test-runs.mjs";

/** @satisfies {Record<string, import("./lib/parts.mjs").Part>} */
const parts = {
  unit: (more) => [vitest("unit tests", ["--project=unit", "--project=dom", ...more])],
  component: (more) => [chromium, vitest("component tests", ["--project=component", ...more])],
  api: (more) => [postgres, vitest("API tests", ["--project=api", "--project=api-embedded", ...more])],
  product: (more) => [
    postgres,
    build,
    vitest("product tests", ["--project=product", "--project=slow", ...more]),
  ],
  browser: (more) => [postgres, chromium, build, playwright("browser tests", more)],
};

// Steps that need no build run beside it, and so do downloads of prerequisites.
const main = [
  [
    [build, types],
    [...checks, ...parts.unit([])],
    [postgres, ...parts.component([])],
  ],
  [[vitest("API and product tests", ["--project=api", "--project=product"])]],
  [[playwright("browser tests of the main roads", ["--grep=@main"])]],
];

// The slow tests mostly wait: the browser tests get the processors.
const rest = [
  [
    [playwright("other browser tests", ["--grep-invert=@main"])],
    [vitest("slow product tests", ["--project=slow"])],
  ],
  [[vitest("API tests on the embedded database", ["--project=api-embedded"])]],
];

const rings = {
  main: { command: "npm test", stages: main },
  all: { command: "npm run test:all", stages: [...main, ...rest] },
  rest: { command: "npm run test:all -- --rest", stages: [[[postgres], [chromium], [build]], ...rest] },
};

const leftOut = {
  main: [
    "Left out: browser tests beside the main roads, slow product tests, the API on the embedded database.",
    "`npm run test:all -- --rest` runs these, `npm run test:all` everything.",
  ],
  all: [],
  rest: [],
};
const long =
  "`npm run test:long` kills processes, fills disks, finds mutants, looks at every view, and runs for hours.";

const parameters = process.argv.slice(2);
const isAll = parameters[0] === "--all";
const isRest = parameters[1] === "--rest" && parameters.length === 2;
const ring = isAll ? (isRest ? "rest" : "all") : "main";

await run(async () => {
  checkNodeVersion();
  endChildrenOnSignals();
  await ensureInstalled({ development: true });
  const { command, stages } = rings[ring];
  const part = isRest ? undefined : stagesOfPart(command, parts, parameters.slice(isAll ? 1 : 0));
  const options = part ? {} : { runs: new TestRuns(ring), leftOut: [...leftOut[ring], long] };
  if (!(await runStages(part ?? stages, { needs: "build", ...options }))) process.exitCode = 1;
});
