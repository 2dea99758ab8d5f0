import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Not a project of vitest.config.ts, which `npm test` runs all of.
export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)) } },
  test: {
    name: "long",
    include: ["tests/long/**/*.long.ts"],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
