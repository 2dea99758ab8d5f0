import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { product, root } from "./root.mjs";

/** Programs of the built product, each one file. */
const programs = {
  web: "scripts/product/web.mjs",
  start: "scripts/product/start.mjs",
  "follow-parent": "scripts/lib/follow-parent.mjs",
};

const copied = ["LICENSE", ".env.example"];

/** The files that {@link buildPrograms} writes into `dist`. */
export const programFiles = [
  "package.json",
  ...copied,
  ...Object.keys(programs).map((name) => `${name}.mjs`),
];

/** Bundles the programs that start the product into `dist`, where they need none of the project's files. */
export async function buildPrograms() {
  const { build } = await import("esbuild");
  mkdirSync(product, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: product,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    target: "node20.19",
    format: "esm",
    logLevel: "warning",
    plugins: [{ name: "folders", setup: ownFolder }],
  });
  const { name, version, license, engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const description = { name, version, private: true, type: "module", license, engines };
  writeFileSync(join(product, "package.json"), `${JSON.stringify(description, null, 2)}\n`);
  for (const file of copied) copyFileSync(join(root, file), join(product, file));
  for (const file of programFiles) chmodSync(join(product, file), 0o644);
}

/** Replaces `root.mjs`: both folders are the program's own. @param {import("esbuild").PluginBuild} build */
function ownFolder({ onLoad }) {
  onLoad({ filter: /\/scripts\/lib\/root\.mjs$/ }, () => ({
    contents: `import { dirname } from "node:path";
      import { fileURLToPath } from "node:url";
      export const root = dirname(fileURLToPath(import.meta.url));
      export const product = root;`,
  }));
}
