import { spawn } from "node:child_process";
import { root } from "./root.mjs";
import { Stop } from "./stop.mjs";

/**
 * Runs a command in the project's folder to its end, its output passed on.
 * @param {string} command
 * @param {string[]} parameters
 * @param {{ env?: Record<string, string | undefined>, what?: string }} [options] `what` names the step in the failure
 * @throws {Stop} when it cannot be started or fails
 */
export async function runCommand(command, parameters, { env, what = command } = {}) {
  const code = await exitCodeOf(command, parameters, env);
  if (code !== 0) throw new Stop(`${what} failed (exit code ${code}).`);
}

/**
 * Runs a command as {@link runCommand} does and answers its exit code; 127 when it cannot be started.
 * @param {string} command
 * @param {string[]} parameters
 * @param {Record<string, string | undefined>} [env]
 * @returns {Promise<number>}
 */
export function exitCodeOf(command, parameters, env) {
  return new Promise((resolve) => {
    const child = spawn(command, parameters, {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...env },
      // npm is a .cmd file on Windows, which only a shell starts.
      shell: process.platform === "win32",
    });
    child.on("error", () => resolve(127));
    child.on("close", (code) => resolve(code ?? 1));
  });
}
