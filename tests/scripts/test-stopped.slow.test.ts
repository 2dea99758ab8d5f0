import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "../../scripts/lib/root.mjs";
import { uniqueName } from "../support/unique-name";

const mark = "HUB_STOPPED_TEST";
let value: string;

/** The programs of the marked process's descendants, which inherit its environment. */
function marked(): { pid: number; command: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const has = readFileSync(`/proc/${pid}/environ`, "utf8").includes(`${mark}=${value}`);
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
        return has && command ? [{ pid: Number(pid), command }] : [];
      } catch {
        return []; // It has ended meanwhile.
      }
    });
}
const commands = () =>
  marked()
    .map(({ command }) => command)
    .join("\n");

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-stopped-"));
});
afterEach(async () => {
  for (const { pid } of marked()) process.kill(pid, "SIGKILL");
  await rm(folder, { recursive: true, force: true });
});

const start = (...parameters: string[]) => {
  value = uniqueName("stopped");
  return spawn(process.execPath, [join(root, "scripts/test.mjs"), ...parameters], {
    env: { ...process.env, [mark]: value },
    stdio: "ignore",
  });
};

// Products and browsers start sequentially, which takes long on a busy machine.
const patience = { timeout: 150_000 };
const timeout = 240_000;

// Elsewhere, processes do not show their environment.
const testOnLinux = test.runIf(process.platform === "linux");

testOnLinux("SIGINT to the test runner ends browsers, products and databases too", { timeout }, async () => {
  // A different folder from that of concurrent browser tests.
  const child = start("--only", "browser", "tabs.spec.ts", `--output=${folder}`);
  const exit = once(child, "exit");
  for (const program of [/chrom.*--headless/, /postgres -D/, /dist\/api\.mjs/])
    await expect.poll(commands, patience).toMatch(program);
  child.kill("SIGINT");
  expect(await exit).toEqual([130, null]);
  await expect.poll(commands).toBe("");
});

testOnLinux("SIGTERM to the test runner ends Vitest with its workers and database", { timeout }, async () => {
  const child = start("--only", "api", "backend/areas/users");
  const exit = once(child, "exit");
  await expect.poll(commands, patience).toMatch(/postgres -D/);
  child.kill("SIGTERM");
  expect(await exit).toEqual([143, null]);
  await expect.poll(commands).toBe("");
});
