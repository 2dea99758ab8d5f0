import { tmpdir } from "node:os";
import { join } from "node:path";

const { HUB_REPORT: fileName = join(tmpdir(), "hub-mutation.json") } = process.env;

/** Mutants of what guards sessions, calls and permissions (`npm run test:long -- --only mutation`). */
export default {
  testRunner: "vitest",
  vitest: { configFile: "vitest.mutation.config.ts" },
  // Files that tests run in their own process; what else there is in these folders is driven with the product.
  mutate: [
    "lib/session/{chunks,time-zone}.ts",
    "lib/client/session/request-sign-in.ts",
    "lib/server/session/{body,callback-url,cookie,file-store,pack,planted,resolve,seal,store}.ts",
    "lib/server/session/oidc/{back-channel,next-auth,transaction}.ts",
    "lib/server/bff/{before-next,readiness,request-guard,static-files,upstream}.ts",
    "lib/client/permissions/{allowed,watch}.ts",
    "lib/client/permissions/index.tsx",
    "backend/access/{grants,offered,permission-cache}.ts",
    "backend/endpoint/permission.ts",
    "backend/areas/roles/permissions.ts",
  ],
  // What messages and names say is not what is asked here.
  mutator: { excludedMutations: ["StringLiteral"] },
  coverageAnalysis: "perTest",
  ignoreStatic: true,
  concurrency: 1,
  // A busy machine must not pass for an endless loop.
  timeoutMS: 15_000,
  reporters: ["json", "progress-append-only"],
  jsonReporter: { fileName },
  // Its preparation asks TypeScript for what version 7 no longer has.
  tsconfigFile: "none",
  tempDirName: join(tmpdir(), "hub-mutation"),
  ignorePatterns: [".next", "dist", ".cache", "test-results"],
};
