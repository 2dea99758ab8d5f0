import { defineConfig } from "@playwright/test";
import base from "./playwright.config";
import type { WorkerOptions } from "./tests/e2e/fixtures/test";

// What `npm run test:long` shows in the browser beyond `npm test`.
export default defineConfig<object, WorkerOptions>({
  ...base,
  testDir: "tests/long",
  projects: [{ name: "looks", testMatch: "looks.spec.ts", use: { instance: "root" } }],
});
