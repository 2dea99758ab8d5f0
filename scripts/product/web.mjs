// Starts the web process from the build, which may be read-only: `node dist/web.mjs`.
import { existsSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { keepAssets } from "../lib/earlier-assets.mjs";
import { product } from "../lib/root.mjs";
import { nameOfBuild, runnableFolder } from "../lib/web-copy.mjs";
import { serveBuild } from "../lib/web-server.mjs";

/** @param {string} line @returns {never} */
function stop(line) {
  console.error(line);
  process.exit(1);
}

const built = join(product, "web");
if (!existsSync(join(built, ".next"))) stop("The web process is not built: run `npm run build` first.");

// The web process validates all settings, including this one, with a more precise message.
const given = (process.env.BASE_PATH ?? "").replace(/\/+$/, "");
const basePath = /^(?:\/[A-Za-z0-9._~-]+)*$/.test(given) ? given : "";

Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
// Resolved now, because the process changes its working directory.
for (const name of ["OIDC_CLIENT_KEY", "CACHE_DIR", "ASSETS_DIR"])
  if (process.env[name]) process.env[name] = resolve(process.env[name]);
const { ASSETS_DIR, CACHE_DIR } = process.env;
const folder = folderToServe();
// Tabs opened before an update still request files of their build (lib/server/bff/static-files.ts).
process.env.EARLIER_ASSETS = ASSETS_DIR ? earlierAssets(ASSETS_DIR).join(delimiter) : "";
process.chdir(folder);
await serveBuild(folder, {
  // The process validates them.
  port: Number(process.env.PORT) || 3000,
  host: process.env.HOST,
  keepAlive: (Number(process.env.KEEP_ALIVE_SECONDS) || 75) * 1000,
  drainTime: (Number(process.env.DRAIN_SECONDS) || 0) * 1000,
});

function folderToServe() {
  try {
    return runnableFolder(built, basePath, CACHE_DIR);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    return stop(
      `The files for BASE_PATH ${basePath} cannot be prepared (${code}). Set CACHE_DIR to a folder that can be written to.`,
    );
  }
}

/** @param {string} assets */
function earlierAssets(assets) {
  try {
    const end = basePath.replaceAll("/", "~");
    return keepAssets(assets, nameOfBuild(built, basePath), join(folder, ".next", "static"), end);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    return stop(
      `ASSETS_DIR ${assets} cannot be written to (${code}). Set it to a folder that can, or unset it.`,
    );
  }
}
