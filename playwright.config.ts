import { availableParallelism } from "node:os";
import { defineConfig, devices } from "@playwright/test";
import { chromiumParameters, findChromium } from "./scripts/lib/chromium.mjs";
import type { WorkerOptions } from "./tests/e2e/fixtures/test";

// What depends on the address runs at every kind of it; a spec for some of them says so in its name.
const everyAddress = /\/(signin|addresses|keyboard)\.spec\.ts$/;
const prefixed = /\.prefixed\.spec\.ts$/;
const tenants = /\.tenants\.spec\.ts$/;

export default defineConfig<object, WorkerOptions>({
  testDir: "tests/e2e",
  outputDir: "test-results",
  globalSetup: "./tests/e2e/setup/start-instances.ts",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  workers: Math.max(2, availableParallelism()),
  // Generous: two cores run the browser, three products and the tests at once.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: process.env.HUB_REPORT
    ? [["list"], ["json", { outputFile: process.env.HUB_REPORT }]]
    : [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    trace: "retain-on-failure",
    launchOptions: { executablePath: await findChromium(), args: chromiumParameters },
  },
  projects: [
    { name: "root", testIgnore: [prefixed, tenants], use: { instance: "root" } },
    { name: "base-path", testMatch: [everyAddress, prefixed], use: { instance: "base-path" } },
    { name: "tenants", testMatch: [everyAddress, prefixed, tenants], use: { instance: "tenants" } },
  ],
});
