// Starts the web process: the one build, made runnable under the base path of the environment.
import { existsSync } from "node:fs";
import http from "node:http";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runnableCopy } from "./lib/web-copy.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "..");

/** @param {string} line @returns {never} */
function stop(line) {
  console.error(line);
  process.exit(1);
}

if (!existsSync(join(root, ".next", "standalone", "server.js")))
  stop("The web process is not built: run `npm run build` first.");

// The web process itself checks all settings, this one too, and says so more exactly.
const basePath = (process.env.BASE_PATH ?? "").replace(/\/+$/, "");
const usable = /^(?:\/[A-Za-z0-9._~-]+)*$/.test(basePath);

Object.assign(process.env, {
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1",
  // Container runtimes set HOSTNAME to the container's name, and with 127.0.0.1 Next's rewrites fail.
  HOSTNAME: "0.0.0.0",
});
// The process works in another directory from here on.
if (process.env.OIDC_CLIENT_KEY) process.env.OIDC_CLIENT_KEY = resolve(process.env.OIDC_CLIENT_KEY);
// Next offers no setting for it, so the server that it makes gets it here: 500 ids in a query, as the contract allows,
// 8 kB of cookies and the rest. The API allows as many bytes.
const { createServer } = http;
http.createServer = (/** @type {any[]} */ ...given) =>
  Object.assign(createServer(...given), { maxHeaderSize: 48 * 1024 });
process.chdir(runnableCopy(root, usable ? basePath : ""));
await import(pathToFileURL(join(process.cwd(), "server.js")).href);
