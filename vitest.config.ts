import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const alias = { "@": fileURLToPath(new URL(".", import.meta.url)) };

// What comes about by other processes and transactions takes the time that two busy cores leave it.
const patient = { poll: { timeout: 20_000 } };

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: "unit",
          include: ["{lib,components,app}/**/*.test.{ts,tsx}"],
          // Properties are shown by a second or two of computing, of which two busy cores make several.
          testTimeout: 30_000,
          expect: patient,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "api",
          include: ["backend/**/*.test.ts"],
          globalSetup: "backend/testing/global-setup.ts",
          // Embedded databases take a moment to open while two cores are busy with others.
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: patient,
        },
      },
      {
        resolve: { alias },
        test: {
          name: "product",
          include: ["tests/**/*.test.ts"],
          // Each starts processes of its own.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: patient,
        },
      },
    ],
  },
});
