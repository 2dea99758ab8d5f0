import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "../../scripts/lib/root.mjs";

/**
 * Starts the built API where it must fail; returns its exit code and output lines.
 * @param user id of the user that it runs as; defaults to the current one
 */
export async function refusedStart(settings: Record<string, string>, user?: number) {
  let output = "";
  const child = spawn(process.execPath, [join(root, "dist/api.mjs")], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "warn", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
    ...(user !== undefined && { uid: user, gid: user }),
  });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const tooLong = setTimeout(() => child.kill("SIGKILL"), 60_000);
  const [code] = (await once(child, "close")) as [number | null];
  clearTimeout(tooLong);
  return { code, lines: output.trim().split("\n") };
}
