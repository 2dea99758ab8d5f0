import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "../../scripts/lib/root.mjs";
import { shortLived } from "./product";

/** Runs one of the API's commands to its end. @param name of its file in `dist` */
export async function runApiCommand(
  name: string,
  parameters: readonly string[],
  settings: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  let output = "";
  const child = spawn(process.execPath, [join(root, "dist", `${name}.mjs`), ...parameters], {
    env: { ...process.env, NODE_ENV: "production", ...shortLived, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}
