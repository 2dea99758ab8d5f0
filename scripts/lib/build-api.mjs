import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { copyPackages, replaceFolder } from "./copy-packages.mjs";
import { runCommand } from "./process.mjs";
import { product, root } from "./root.mjs";

/** Commands of an installation by name: `node dist/<name>.mjs`. One line adds another. */
const commands = {
  api: "backend/server.ts",
  backup: "backend/backup/backup-cli.ts",
  conformance: "backend/conformance/cli.ts",
  doctor: "backend/system/doctor-cli.ts",
  restore: "backend/backup/restore-cli.ts",
  seed: "backend/seed/cli.ts",
  "support-bundle": "backend/system/support-bundle-cli.ts",
  "upgrade-check": "backend/backup/upgrade-check-cli.ts",
};

/** The entries that {@link buildApi} writes into `dist`. */
export const apiEntries = ["api", "database", ...Object.keys(commands).map((name) => `${name}.mjs`)];

/** Programs that commands and the build start as separate processes. */
const workers = {
  "prepare-database": "backend/prepare-database.ts",
  "image-worker": "backend/files/image-worker.mjs",
  "layout-worker": "backend/areas/reports/filling/layout-worker.mjs",
};

/**
 * Bundles the API and the other commands to `dist/api`, copies the packages that they import, and prepares the embedded
 * database in `dist/database`.
 */
export async function buildApi() {
  const { build } = await import("esbuild");
  const target = join(product, "api");
  // Replaces the earlier one, which may be running, once it is complete.
  const folder = `${target}.new`;
  const { metafile } = await build({ ...prepareApiBuild(folder), metafile: true });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const names = imports.filter(({ external }) => external).map(({ path }) => packageOf(path));
  copyPackages(new Set(names), join(folder, "node_modules"));
  replaceFolder(folder, target);
  for (const name of Object.keys(commands))
    writeFileSync(join(product, `${name}.mjs`), `import "./api/${name}.mjs";\n`);
  await runCommand(
    process.execPath,
    [
      // Compiled without optimisation, which halves the time: it runs once.
      "--liftoff-only",
      `--import=${pathToFileURL(join(root, "scripts/lib/fixed-clock.mjs"))}`,
      join(target, "prepare-database.mjs"),
      join(product, "database"),
    ],
    { what: "preparing the database" },
  );
}

/** @param {string} path such as `pg/lib/utils.js` or `@scope/name` */
function packageOf(path) {
  return path.split("/", path.startsWith("@") ? 2 : 1).join("/");
}

/**
 * Empties `outdir`, copies the files read at run time into it, and returns the options for bundling the rest.
 * @returns {import("esbuild").BuildOptions}
 */
export function prepareApiBuild(outdir = join(product, "api")) {
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  const packages = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const entries = Object.entries({ ...commands, ...workers });
  cpSync(join(root, "backend/migrations"), join(outdir, "migrations"), { recursive: true });
  return {
    absWorkingDir: root,
    entryPoints: Object.fromEntries(entries.filter(([, file]) => existsSync(join(root, file)))),
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
