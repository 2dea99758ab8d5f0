import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// The tests that find the mutants of stryker.config.mjs: those that run the mutated code in their own process.
export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)) } },
  test: {
    include: [
      "lib/{session,server,client/session,client/permissions}/**/*.test.{ts,tsx}",
      "backend/access/{escalation,permission-cache,stronger}.test.ts",
      "backend/http/access.test.ts",
      "backend/areas/roles/permissions.test.ts",
    ],
    globalSetup: "backend/testing/global-setup.ts",
    // In this process: a server of its own would outlive a run that is broken off because a mutant never ends.
    provide: { databases: ["pglite"] },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
