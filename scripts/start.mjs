// `npm start` and `npm run demo`: installs and builds missing parts, starts API and web, and stops both together.
import { join } from "node:path";
import { ensureBuilt } from "./lib/build.mjs";
import { run } from "./lib/cli-error.mjs";
import { readEnvironmentFile } from "./lib/environment.mjs";
import { npmGone } from "./lib/follow-npm.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { checkNodeVersion } from "./lib/node-version.mjs";
import { root } from "./lib/root.mjs";
import { startProduct } from "./lib/start-product.mjs";

const demo = process.argv.includes("--demo");

await run(async () => {
  checkNodeVersion();
  const gone = npmGone();
  readEnvironmentFile();
  if (demo) process.env.DATA_DIR ||= ".demo";
  await startProduct({
    demo,
    gone,
    // A build may replace the files while they are served.
    defaults: { CACHE_DIR: join(root, ".cache/web"), ASSETS_DIR: join(root, ".cache/assets") },
    provider: join(root, "scripts/provider.mjs"),
    prepare: async ({ tryOut }) => {
      await ensureInstalled({ development: Boolean(tryOut) });
      await ensureBuilt();
    },
  });
});
