import { availableParallelism } from "node:os";
import { defineConfig, devices } from "@playwright/test";
import { chromiumParameters, findChromium } from "./scripts/lib/chromium.mjs";
import type { WorkerOptions } from "./tests/e2e/fixtures/test";

// What depends on the address runs where it is longest: behind a base path and a tenant. Addresses themselves are tried
// at both; a spec for one of them says so in its name.
const everyAddress = /\/addresses\.spec\.ts$/;
const prefixed = /\/(signin|keyboard|.*\.(prefixed|tenants))\.spec\.ts$/;

// Pages live for seconds here: to optimize their code takes an eighth more of the processor than it spares.
const withoutOptimizing = "--js-flags=--no-opt,--no-maglev";

export default defineConfig<object, WorkerOptions>({
  testDir: "tests/e2e",
  // Emptied by each run, unlike the folder around it (scripts/lib/test-runs.mjs).
  outputDir: "test-results/browser",
  globalSetup: "./tests/e2e/setup/start-instances.ts",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: Math.max(2, availableParallelism()),
  // Generous: two cores run the browser, two products and the tests at once.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [
    ["list"],
    ["./tests/e2e/setup/failed-page-reporter.ts"],
    ...(process.env.HUB_REPORT ? [["json", { outputFile: process.env.HUB_REPORT }] as const] : []),
  ],
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // A trace takes more than a quarter of the processor's time: `--trace=retain-on-failure` where one is wanted.
    trace: "off",
    // What moves takes an eighth of the browser's processor time; with random delays, in the long run, it does.
    contextOptions: { reducedMotion: process.env.HUB_DELAYS ? "no-preference" : "reduce" },
    launchOptions: { executablePath: await findChromium(), args: [...chromiumParameters, withoutOptimizing] },
  },
  projects: [
    { name: "root", testIgnore: prefixed, use: { instance: "root" } },
    { name: "tenants", testMatch: [everyAddress, prefixed], use: { instance: "tenants" } },
  ],
});
