import { spawn } from "node:child_process";
import { addChild, groupOptions, isEndingChildren } from "./child-groups.mjs";
import { CliError } from "./cli-error.mjs";
import { root } from "./root.mjs";

/**
 * Runs a command in the project's folder until it ends, forwarding its output.
 * @param {string} command
 * @param {string[]} parameters
 * @param {{ env?: Record<string, string | undefined>, what?: string }} [options] `what` names the step in the failure
 * @throws {CliError} if it cannot be started or fails
 */
export async function runCommand(command, parameters, { env, what = command } = {}) {
  const code = await exitCodeOf(command, parameters, env);
  if (code !== 0) throw new CliError(`${what} failed (exit code ${code}).`);
}

/**
 * Like {@link runCommand}, but returns the exit code; 127 if it cannot be started. Never resolves once the script ends its
 * children (see `endChildrenOnSignals`).
 * @param {string} command
 * @param {string[]} parameters
 * @param {Record<string, string | undefined>} [env]
 * @param {"inherit" | ((text: string) => void)} [output] receives its output, instead of this process's own
 * @returns {Promise<number>}
 */
export function exitCodeOf(command, parameters, env, output = "inherit") {
  return new Promise((resolve) => {
    if (isEndingChildren()) return;
    const stream = output === "inherit" ? "inherit" : "pipe";
    const child = spawn(command, parameters, {
      cwd: root,
      stdio: ["ignore", stream, stream],
      env: { ...process.env, ...env },
      // npm is a .cmd file on Windows, which requires a shell.
      shell: process.platform === "win32",
      ...groupOptions(),
    });
    addChild(child);
    if (output !== "inherit")
      for (const printed of [child.stdout, child.stderr]) printed?.setEncoding("utf8").on("data", output);
    child.on("error", () => resolve(127));
    child.on("close", (code) => isEndingChildren() || resolve(code ?? 1));
  });
}
