import {
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { extname, join, sep } from "node:path";
import { compressFiles, isCompressible } from "./compress.mjs";
import { replaceFolder } from "./copy-packages.mjs";
import { runCommand } from "./process.mjs";
import { product, root } from "./root.mjs";
import { placesFile } from "./web-copy.mjs";

/** Length of the hash that identifies a build: it is sent with every response. */
const idLength = 16;

/**
 * Runs `next build`, and collects the files of the web process in `dist/web` (docs/decisions/0115).
 * @param {string} hash of its sources, which identifies the build to pages (lib/installation/build-id.ts)
 */
export async function buildWeb(hash) {
  await runCommand(process.execPath, [join(root, "node_modules/next/dist/bin/next"), "build"], {
    what: "next build",
    env: {
      NODE_ENV: "production",
      NEXT_TELEMETRY_DISABLED: "1",
      HUB_BUILD_ID: hash.slice(0, idLength),
    },
  });
  const folder = join(product, "web.new");
  const built = join(folder, ".next");
  rmSync(folder, { recursive: true, force: true });
  renameSync(join(root, ".next", "standalone"), folder);
  renameSync(join(root, ".next", "static"), join(built, "static"));
  cpSync(join(root, "public"), join(folder, "public"), { recursive: true });
  // The project's own description, and the start code that web-server.mjs replaces.
  for (const file of ["package.json", "server.js"]) rmSync(join(folder, file));
  replaceLinks(join(built, "node_modules"));
  removeProjectFolder(join(built, "required-server-files.json"));
  removeKeys(built);
  writeFileSync(join(folder, placesFile), JSON.stringify(removePlaceholders(built)));
  const chunks = join(built, "static");
  const files = readdirSync(chunks, { recursive: true, encoding: "utf8" }).map((name) => join(chunks, name));
  await compressFiles(files.filter(isCompressible));
  replaceFolder(folder, join(product, "web"));
}

/** Replaces links to packages by the packages: links fit one folder only. @param {string} packages */
function replaceLinks(packages) {
  if (!existsSync(packages)) return;
  for (const name of readdirSync(packages)) {
    const path = join(packages, name);
    if (!lstatSync(path).isSymbolicLink()) continue;
    cpSync(path, `${path}.new`, { recursive: true, dereference: true });
    rmSync(path);
    renameSync(`${path}.new`, path);
  }
}

/** Removes the project's folder from Next's settings, so that the build can be moved. @param {string} file */
function removeProjectFolder(file) {
  const content = JSON.parse(readFileSync(file, "utf8"), (_, value) =>
    value === root || (typeof value === "string" && value.startsWith(root + sep))
      ? `.${value.slice(root.length)}`
      : value,
  );
  writeFileSync(file, JSON.stringify(content));
}

/**
 * Equals no header and no decoded cookie. Keys of the build would be the same in all installations that run it, and different
 * in each build of the same sources.
 */
const noKey = "\ud800";

/** Replaces random keys of features that are not used: preview mode and server actions. @param {string} built */
function removeKeys(built) {
  for (const file of ["prerender-manifest.json", "server/preview-props.json"]) {
    const path = join(built, file);
    const content = JSON.parse(readFileSync(path, "utf8"), (key, value) =>
      key.startsWith("previewMode") ? noKey : value,
    );
    writeFileSync(path, JSON.stringify(content));
  }
  for (const file of ["json", "js"]) {
    const path = join(built, `server/server-reference-manifest.${file}`);
    const content = readFileSync(path, "utf8").replace(/(encryptionKey\\?":\s*\\?")[\w+/=]+/, "$1");
    writeFileSync(path, content);
  }
}

const placeholder = "/__ASSET_BASE__";
const binary = new Set([".woff", ".woff2", ".ttf", ".png", ".jpg", ".ico", ".wasm", ".node", ".br", ".gz"]);

/**
 * Removes the placeholder of the base path, so that the build serves the root.
 * @param {string} built
 * @returns {Record<string, number[]>} by file, the places in bytes at which a base path is inserted
 */
function removePlaceholders(built) {
  const places = /** @type {Record<string, number[]>} */ ({});
  for (const entry of readdirSync(built, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    const name = path.slice(built.length + 1);
    if (!entry.isFile() || name.startsWith("node_modules") || binary.has(extname(name))) continue;
    const content = readFileSync(path);
    if (!content.includes(placeholder)) continue;
    const parts = content.toString("latin1").split(placeholder);
    writeFileSync(path, parts.join(""), "latin1");
    let at = 0;
    places[name.split(sep).join("/")] = parts.slice(0, -1).map(({ length }) => (at += length));
  }
  return Object.fromEntries(Object.entries(places).sort(([one], [other]) => (one < other ? -1 : 1)));
}
