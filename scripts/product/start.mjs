// `node dist/start.mjs`: starts API and web process of a copied build on one machine, and stops both together.
import { join } from "node:path";
import { run } from "../lib/cli-error.mjs";
import { readEnvironmentFile } from "../lib/environment.mjs";
import { checkNodeVersion } from "../lib/node-version.mjs";
import { startProduct } from "../lib/start-product.mjs";

await run(async () => {
  checkNodeVersion();
  readEnvironmentFile(process.env, join(process.cwd(), ".env"));
  await startProduct();
});
