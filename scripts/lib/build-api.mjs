import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "./process.mjs";
import { root } from "./root.mjs";

/**
 * Bundles the API and its command-line tools to `dist/api`, keeping most packages in node_modules, and prepares the
 * embedded database in `dist/database`.
 */
export async function buildApi() {
  const { build } = await import("esbuild");
  await build(prepareApiBuild());
  // Compiled without optimisation, which halves the time: it runs once.
  const parameters = ["--liftoff-only", "dist/api/prepare-database.mjs", "dist/database"];
  await runCommand(process.execPath, parameters, { what: "preparing the database" });
}

/**
 * Empties `dist/api`, copies the files read at run time, and returns the options for bundling the rest.
 * @returns {import("esbuild").BuildOptions}
 */
export function prepareApiBuild() {
  const outdir = join(root, "dist/api");
  rmSync(outdir, { recursive: true, force: true });
  const packages = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  /** @type {Record<string, string>} */
  const entries = {
    server: "backend/server.ts",
    seed: "backend/seed/cli.ts",
    "prepare-database": "backend/prepare-database.ts",
    "image-worker": "backend/files/image-worker.mjs",
    "layout-worker": "backend/areas/reports/filling/layout-worker.mjs",
  };
  cpSync(join(root, "backend/migrations"), join(outdir, "migrations"), { recursive: true });
  return {
    absWorkingDir: root,
    entryPoints: Object.fromEntries(
      Object.entries(entries).filter(([, file]) => existsSync(join(root, file))),
    ),
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    external: Object.keys(packages.dependencies).flatMap((name) => [name, `${name}/*`]),
    platform: "node",
    target: "node20.19",
    format: "esm",
    sourcemap: "linked",
    logLevel: "warning",
  };
}
