// `npm run build [-- API web programs]`: installs missing packages, builds outdated targets and lists the result.
import { buildTargets } from "./lib/build.mjs";
import { run } from "./lib/cli-error.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { listProduct } from "./lib/list-product.mjs";
import { checkNodeVersion } from "./lib/node-version.mjs";
import { product } from "./lib/root.mjs";

await run(async () => {
  checkNodeVersion();
  await ensureInstalled();
  await buildTargets(process.argv.slice(2));
  console.log(listProduct(product).join("\n"));
});
