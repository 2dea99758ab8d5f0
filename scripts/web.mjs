// Starts the web process: the single build, made runnable under the configured base path.
import { existsSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { earlierAssets, runnableCopy } from "./lib/web-copy.mjs";
import { serveBuild } from "./lib/web-server.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** @param {string} line @returns {never} */
function stop(line) {
  console.error(line);
  process.exit(1);
}

if (!existsSync(join(root, ".next", "standalone")))
  stop("The web process is not built: run `npm run build` first.");

// The web process validates all settings, including this one, with a more precise message.
const basePath = (process.env.BASE_PATH ?? "").replace(/\/+$/, "");
const usable = /^(?:\/[A-Za-z0-9._~-]+)*$/.test(basePath);

Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
// Resolved now, because the process changes its working directory.
if (process.env.OIDC_CLIENT_KEY) process.env.OIDC_CLIENT_KEY = resolve(process.env.OIDC_CLIENT_KEY);
const copy = runnableCopy(root, usable ? basePath : "");
// Tabs opened before an update still request files of their build (lib/server/bff/static-files.ts).
process.env.EARLIER_ASSETS = earlierAssets(root, copy, usable ? basePath : "").join(delimiter);
process.chdir(copy);
await serveBuild(copy, {
  // The process validates them.
  port: Number(process.env.PORT) || 3000,
  host: process.env.HOST,
  keepAlive: (Number(process.env.KEEP_ALIVE_SECONDS) || 75) * 1000,
  drainTime: (Number(process.env.DRAIN_SECONDS) || 0) * 1000,
});
