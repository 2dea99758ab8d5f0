import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "../../scripts/lib/root.mjs";
import { isRunning } from "../support/processes";

const followNpm = pathToFileURL(join(root, "scripts/lib/follow-npm.mjs")).href;

let folder: string;
let script: number | undefined;
let npm: number | undefined;
beforeEach(async () => {
  [script, npm] = [undefined, undefined];
  folder = await mkdtemp(join(tmpdir(), "hub-npm-"));
  // Like the start script: its server keeps it alive until npm is gone.
  await writeFile(
    join(folder, "script.mjs"),
    `import { createServer } from "node:net";
    import { npmGone } from ${JSON.stringify(followNpm)};
    const server = createServer().listen(0, () => console.log("script=" + process.pid + ";"));
    npmGone().then(() => server.close());`,
  );
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ name: "killed", private: true, scripts: { start: "node script.mjs" } }),
  );
});
afterEach(async () => {
  for (const pid of [npm, script]) if (pid && isRunning(pid)) process.kill(pid, "SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

/** Runs a command in the folder until the script reports that it is running. */
async function run(command: string, ...parameters: string[]): Promise<ChildProcess> {
  const { npm_lifecycle_event: _, ...env } = process.env;
  const child = spawn(command, parameters, { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout?.on("data", (text) => (output += text));
  await expect.poll(() => output).toMatch(/script=\d+;/);
  script = Number(/script=(\d+);/.exec(output)?.[1]);
  npm = Number(/npm=(\d+);/.exec(output)?.[1]) || undefined;
  return child;
}

test.each(["SIGKILL", "SIGTERM"] as const)(
  "[CF-05] the product ends when npm is ended by %s",
  async (signal) => {
    const child = await run("npm", "start");
    child.kill(signal);
    await expect.poll(() => isRunning(script ?? 0)).toBe(false);
  },
);

test("[CF-05] the shell that started npm in the background may end", async () => {
  const shell = await run("sh", "-c", 'npm start & echo "npm=$!;"; wait');
  shell.kill("SIGKILL");
  await once(shell, "exit");
  expect(npm).toBeGreaterThan(0);
  // Waits longer than detection takes: npm is terminated after that, and only then the script ends.
  const until = performance.now() + 1_500;
  await expect.poll(() => performance.now() > until || !isRunning(script ?? 0), { interval: 100 }).toBe(true);
  expect(isRunning(script ?? 0)).toBe(true);
  process.kill(npm ?? 0, "SIGKILL");
  await expect.poll(() => isRunning(script ?? 0)).toBe(false);
});

test("[CF-05] a script started without npm follows no other process", async () => {
  const shell = await run("sh", "-c", "node script.mjs & wait");
  shell.kill("SIGKILL");
  await once(shell, "exit");
  const until = performance.now() + 1_500;
  await expect.poll(() => performance.now() > until || !isRunning(script ?? 0), { interval: 100 }).toBe(true);
  expect(isRunning(script ?? 0)).toBe(true);
});
