// `npm run build [-- API web programs]`: installs missing packages, builds outdated targets and lists the result (`--no-list`: not).
import { buildTargets } from "./lib/build.mjs";
import { run } from "./lib/cli-error.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { listProduct } from "./lib/list-product.mjs";
import { checkNodeVersion } from "./lib/node-version.mjs";
import { product } from "./lib/root.mjs";

await run(async () => {
  checkNodeVersion();
  await ensureInstalled();
  const parameters = process.argv.slice(2);
  await buildTargets(parameters.filter((name) => name !== "--no-list"));
  if (!parameters.includes("--no-list")) console.log(listProduct(product).join("\n"));
});
