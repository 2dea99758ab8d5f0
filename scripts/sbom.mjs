// `npm run sbom [-- file]`: the packages that build and run Hub, without those for tests and checks, as CycloneDX JSON: printed,
// or written to a file. The same lock file gives the same bytes with the same npm.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CliError, run } from "./lib/cli-error.mjs";
import { root } from "./lib/root.mjs";
import { productionSbom } from "./lib/sbom.mjs";

await run(async () => {
  const parameters = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application"];
  const { status, stdout, stderr } = spawnSync(
    "npm",
    [...parameters, "--package-lock-only"],
    // npm is a .cmd file on Windows, which requires a shell.
    { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024, shell: process.platform === "win32" },
  );
  if (status !== 0) throw new CliError(`npm sbom failed: ${stderr?.trim() || "npm cannot be started."}`);
  const text = productionSbom(
    stdout,
    JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages,
  );
  const [file] = process.argv.slice(2);
  if (file) writeFileSync(file, text);
  else process.stdout.write(text);
});
