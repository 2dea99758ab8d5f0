import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { chromiumParameters, findChromium } from "./scripts/lib/chromium.mjs";
import { bundledForComponents } from "./tests/component/bundled.ts";
import { browserCommands } from "./tests/component/commands.ts";

const alias = { "@": fileURLToPath(new URL(".", import.meta.url)) };

// What comes about by other processes and transactions takes the time that two busy cores leave it.
const patient = { poll: { timeout: 20_000 } };

const inNode = {
  expect: patient,
  // Vitest takes what the components' project defines for all of them.
  env: { NODE_ENV: "test" } as const,
};

const api = {
  ...inNode,
  globalSetup: "backend/testing/global-setup.ts",
  setupFiles: ["backend/testing/cheap-passwords.ts"],
  // Loading the API costs more than most files of tests do; what they change of it, they change back.
  isolate: false,
  // Databases take a moment to open while two cores are busy with others. Some tests write so many rows that the embedded
  // one, which has them in the long run alone, takes longer.
  testTimeout: process.env.HUB_LONG ? 120_000 : 30_000,
  hookTimeout: 60_000,
};

// One connection, another driver and a role that has to be set each time: that is where the embedded database can differ.
// The long run has all files on it.
const whereDatabasesDiffer = ["database", "access", "audit", "export", "records", "areas/users"]
  .map((folder) => `backend/${folder}/**/*.test.ts`)
  .concat(
    "backend/backup/decisions.test.ts",
    "backend/identity/{apply-groups,create-person}.test.ts",
    "backend/live/hub.test.ts",
    "backend/http/fair-turns.test.ts",
  );

// Calls by the hundred, whose SQL the tests beside them run on the embedded database too.
const onEmbeddedInTheLongRun = [
  "backend/access/{escalation,isolation,matrix,names,nothing-outlives,stronger,viewing}.test.ts",
  "backend/areas/users/passwords.test.ts",
];

// With a database of their own, or with none: they would do the same twice.
const onPostgresAlone = [
  "backend/attachments/content-check.test.ts",
  "backend/backup/archive.test.ts",
  "backend/backup/backup.test.ts",
  "backend/database/embedded-client.test.ts",
  "backend/database/lock.test.ts",
  "backend/database/migrate.test.ts",
  "backend/database/migrations.test.ts",
  "backend/database/pooled.test.ts",
  "backend/database/prepared-database.test.ts",
  "backend/database/room.test.ts",
  "backend/database/unavailable.test.ts",
  "backend/export/xlsx/workbook.test.ts",
  "backend/http/forwarded.test.ts",
  "backend/records/sanitise-html.test.ts",
];

// `npm test` leaves these out. Many wait for most of their time, for what does not answer: beside the browser tests, which leave a
// seventh of the processors idle, they hardly take any.
const slow = "tests/**/*.slow.test.ts";

// Each starts processes of its own.
const product = {
  ...inNode,
  globalSetup: "tests/support/new-database.ts",
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

const inBrowser = "components/**/*.browser.test.tsx";
const inDom = "{lib,components,app}/**/*.dom.test.{ts,tsx}";

export default defineConfig({
  test: {
    // One more than there are processors: tests of outages wait, and the process that coordinates hardly needs one.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        resolve: { alias },
        test: {
          ...inNode,
          name: "unit",
          // A sixth less of the processor's time than processes take, and less than half where modules are loaded once.
          pool: "threads",
          isolate: false,
          include: ["{lib,components,app,scripts}/**/*.test.{ts,tsx}"],
          exclude: [inBrowser, inDom],
          // Properties are shown by a second or two of computing, of which two busy cores make several.
          testTimeout: 30_000,
        },
      },
      {
        resolve: { alias },
        test: {
          ...inNode,
          name: "dom",
          pool: "threads",
          include: [inDom],
          // Each file has a jsdom and a React of its own: sharing them is a third of the processor's time, but React keeps what one file
          // leaves behind for the next.
          testTimeout: 30_000,
        },
      },
      {
        resolve: {
          // As in next.config.ts.
          alias: { ...alias, "use-intl/format-message": "use-intl/format-message/format-only" },
        },
        // React as it is delivered: it is what people get, and quicker.
        define: { "process.env.NODE_ENV": JSON.stringify("production") },
        oxc: { jsx: { development: false } },
        // Bundled once and before the first test: what is found out later would load the page anew in the middle of one.
        optimizeDeps: { include: bundledForComponents, noDiscovery: true },
        test: {
          name: "component",
          include: [inBrowser],
          setupFiles: "tests/component/setup.ts",
          // Beside it, the build has the other processor.
          fileParallelism: false,
          // Half of the processor's time: modules are loaded and compiled once. What tests change of the page, setup.ts and show.tsx undo.
          isolate: false,
          testTimeout: 30_000,
          expect: patient,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: await findChromium(), args: chromiumParameters },
              // Movements are a tenth of the processor's time here.
              contextOptions: { locale: "en-GB", timezoneId: "Europe/Berlin", reducedMotion: "reduce" },
            }),
            instances: [{ browser: "chromium" }],
            viewport: { width: 1440, height: 900 },
            commands: browserCommands,
          },
        },
      },
      {
        resolve: { alias },
        test: {
          ...api,
          name: "api",
          include: ["backend/**/*.test.ts"],
          provide: { databases: ["postgres"] },
        },
      },
      {
        resolve: { alias },
        test: {
          ...api,
          name: "api-embedded",
          include: process.env.HUB_LONG ? ["backend/**/*.test.ts"] : whereDatabasesDiffer,
          exclude: process.env.HUB_LONG ? onPostgresAlone : [...onPostgresAlone, ...onEmbeddedInTheLongRun],
          provide: { databases: ["pglite"] },
        },
      },
      {
        resolve: { alias },
        test: {
          ...product,
          name: "product",
          include: ["tests/**/*.test.ts"],
          exclude: [slow],
        },
      },
      {
        resolve: { alias },
        test: {
          ...product,
          name: "slow",
          include: [slow],
          // The other processors are the browser's.
          fileParallelism: false,
        },
      },
    ],
  },
});
