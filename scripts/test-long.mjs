// `npm run test:long`: tests that take too long for `npm run test:all`, or need more privileges. `npm run test:long --
// --only <part> [parameters]` runs one part; the parameters go to its runner.
import { endChildrenOnSignals } from "./lib/child-groups.mjs";
import { run } from "./lib/cli-error.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { mutation } from "./lib/mutation.mjs";
import { checkNodeVersion } from "./lib/node-version.mjs";
import {
  build,
  chromium,
  debootstrap,
  deployTools,
  firefox,
  pooler,
  postgres,
  stagesOfPart,
} from "./lib/parts.mjs";
import { runStages } from "./lib/run-stages.mjs";
import { playwright, vitest } from "./lib/steps.mjs";

/**
 * Files of tests/long.
 * @param {string} name @param {string[]} files @param {string[]} more
 */
const long = (name, files, more) =>
  vitest(name, [
    "--config=vitest.long.config.ts",
    ...files.map((file) => `tests/long/${file}.long.ts`),
    ...more,
  ]);

/** Seed of the delays: HUB_DELAYS repeats that of an earlier run. */
const seed = process.env.HUB_DELAYS ?? String(Date.now());

/** @satisfies {Record<string, import("./lib/parts.mjs").Part>} */
const parts = {
  data: (more) => [
    postgres,
    build,
    long("killed, full and damaged", ["data-directory", "disk-full", "kill"], more),
  ],
  backup: (more) => [postgres, build, long("backup and restore", ["backup"], more)],
  api: (more) => [
    postgres,
    vitest("API tests on both databases", ["--project=api", "--project=api-embedded", ...more], {
      HUB_LONG: "1",
    }),
  ],
  mutation: (more) => [mutation("mutants of session, BFF and permissions", more)],
  area: (more) => [postgres, chromium, long("a generated area in a browser", ["new-area"], more)],
  firefox: (more) => [firefox, build, long("journey in Firefox", ["firefox"], more)],
  looks: (more) => [
    postgres,
    chromium,
    build,
    playwright("languages, widths and themes", ["--config=playwright.long.config.ts", ...more]),
  ],
  delays: (more) => [
    postgres,
    chromium,
    build,
    playwright(`browser tests with random delays (HUB_DELAYS=${seed})`, more, { HUB_DELAYS: seed }),
  ],
  several: (more) => [postgres, deployTools, pooler, build, long("several processes", ["several"], more)],
  deploy: (more) => [deployTools, build, long("files of deploy", ["nginx", "deploy"], more)],
  image: (more) => [debootstrap, long("image", ["image"], more)],
  builds: (more) => [
    build,
    long("builds at two places, and under three versions of Node.js", ["same-bytes", "node-versions"], more),
  ],
  upgrades: (more) => [
    postgres,
    chromium,
    long("joints with the next versions of Next.js and React", ["upgrades"], more),
  ],
  soak: (more) => [postgres, build, long("soak", ["soak"], more)],
};

/** Checks prerequisites before hours have passed, and runs shared first steps once. */
const everything = () =>
  [
    ...new Set([
      postgres,
      chromium,
      firefox,
      pooler,
      debootstrap,
      deployTools,
      ...Object.values(parts).flatMap((part) => part([])),
    ]),
  ].map((step) => [[step]]);

await run(async () => {
  checkNodeVersion();
  endChildrenOnSignals();
  await ensureInstalled({ development: true });
  const stages = stagesOfPart("npm run test:long", parts) ?? everything();
  if (!(await runStages(stages, { needs: "build" }))) process.exitCode = 1;
});
