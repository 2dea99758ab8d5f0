// Starts the web process: the one build, made runnable under the base path of the environment.
import { existsSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import "./lib/listen-host.mjs";
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

// The web process itself checks all settings, this one too, and says so more exactly.
const basePath = (process.env.BASE_PATH ?? "").replace(/\/+$/, "");
const usable = /^(?:\/[A-Za-z0-9._~-]+)*$/.test(basePath);

Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
// The process works in another directory from here on.
if (process.env.OIDC_CLIENT_KEY) process.env.OIDC_CLIENT_KEY = resolve(process.env.OIDC_CLIENT_KEY);
const copy = runnableCopy(root, usable ? basePath : "");
// Tabs that were open before an update still ask for what they were made of (lib/server/bff/static-files.ts).
process.env.EARLIER_ASSETS = earlierAssets(root, copy, usable ? basePath : "").join(delimiter);
process.chdir(copy);
await serveBuild(copy, {
  // Both are checked by the process itself.
  port: Number(process.env.PORT) || 3000,
  keepAlive: (Number(process.env.KEEP_ALIVE_SECONDS) || 75) * 1000,
});
