import { type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { root } from "../../scripts/lib/root.mjs";
import { cookiesOf, own, raw, signIn } from "../bff/raw-http";
import { secret } from "../bff/web";
import { applySetter, buildContext, type ImageSettings, readStages, type Stage } from "../support/dockerfile";
import { freePort } from "../support/free-port";
import { createBase, runInside, startInside } from "../support/root-file-system";

// Runs deploy/Dockerfile without a container engine: its commands in root file systems, as root, and the results as containers
// are run at their strictest.

/** As some platforms choose it: any number, in group 0. */
const user = "12345:0";
const password = "Correct-horse-7";
const hour = 3_600_000;

let folder: string;
const stages = new Map<string, { files: string; settings: ImageSettings }>();
const layers: { step: string; megabytes: number }[] = [];

/** Megabytes of a folder as a layer: a tar archive, compressed as registries store it. */
function layerSize(path: string): number {
  const command = `tar --create --directory "$1" . | gzip -6 | wc -c`;
  return Number(execFileSync("sh", ["-c", command, "sh", path], { encoding: "utf8" })) / 1e6;
}

function copyInto(files: string, { folder: directory }: ImageSettings, rest: string): void {
  const [, stage, from = "", to = ""] = /^(?:--from=(\S+) )?(.*) (\S+)$/.exec(rest) ?? [];
  const target = join(files, to.startsWith("/") ? to : join(directory, to));
  mkdirSync(target, { recursive: true });
  if (stage) {
    const source = join(stages.get(stage)?.files ?? "", from);
    cpSync(source, target, { recursive: true });
    layers.push({ step: `COPY ${rest}`, megabytes: layerSize(source) });
    return;
  }
  const { names, isIncluded } = buildContext();
  for (const name of from === "." ? names : from.split(" "))
    cpSync(join(root, name), join(target, name), { recursive: true, filter: isIncluded });
}

function buildStage({ name, from, steps }: Stage): void {
  const before = stages.get(from);
  const earlier = before?.files ?? join(folder, "base");
  const changesFiles = steps.some(({ instruction }) => ["RUN", "COPY", "WORKDIR"].includes(instruction));
  const files = changesFiles ? join(folder, name) : earlier;
  if (changesFiles) execFileSync("cp", ["--archive", "--one-file-system", earlier, files]);
  const settings: ImageSettings = structuredClone(
    before?.settings ?? { env: {}, user: "0:0", folder: "/", labels: "", command: [], healthCheck: [] },
  );
  for (const { instruction, rest } of steps)
    if (instruction === "RUN") runInside(files, settings.folder, rest, settings.env);
    else if (instruction === "COPY") copyInto(files, settings, rest);
    else {
      applySetter(settings, instruction, rest);
      if (instruction === "WORKDIR") mkdirSync(join(files, rest), { recursive: true });
    }
  stages.set(name, { files, settings });
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hub-image-"));
  createBase(join(folder, "base"));
  for (const stage of readStages()) buildStage(stage);
}, hour);
afterAll(() => rmSync(folder, { recursive: true, force: true }), hour);

const running: ChildProcess[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGTERM");
    await once(child, "exit");
  }
});

function run(stage: string, command: (settings: ImageSettings) => string[], env: Record<string, string>) {
  const { files, settings } = stages.get(stage) ?? {};
  if (!files || !settings) throw new Error(`The Dockerfile has no stage ${stage}.`);
  const child = startInside(files, command(settings), {
    user,
    directory: settings.folder,
    env: { ...settings.env, ...env },
    disks: ["/tmp", "/data"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += text));
  running.push(child);
  return { child, output: () => output };
}

/** Runs the stage's health check in a separate container on the same network; returns its exit code. */
async function healthOf(stage: string, env: Record<string, string>): Promise<number | null> {
  const { child } = run(stage, ({ healthCheck }) => healthCheck, env);
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}

test("[CF-05] both targets serve a sign-in: numeric user, read-only root, no capabilities, RAM disks", async () => {
  const [apiPort, port] = [String(await freePort()), String(await freePort())];
  const api = { API_PORT: apiPort, ADMIN_PASSWORD: password };
  const web = {
    PORT: port,
    API_URL: `http://127.0.0.1:${apiPort}`,
    SESSION_SECRET: secret,
    BASE_PATH: "/hub",
  };
  expect(await healthOf("api", api)).toBe(1);
  const from = performance.now();
  const servers = [run("api", ({ command }) => command, api), run("web", ({ command }) => command, web)];
  await expect
    .poll(async () => [await healthOf("api", api), await healthOf("web", web)], { timeout: 60_000 })
    .toEqual([0, 0]);
  console.log(`Both are healthy ${Math.round(performance.now() - from)} ms after their start.`);
  for (const { child } of servers) {
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    expect(status).toMatch(/^Uid:\t12345\t12345\t12345\t12345$/m);
    for (const set of ["CapInh", "CapPrm", "CapEff", "CapBnd"])
      expect(status).toMatch(new RegExp(`^${set}:\\t0+$`, "m"));
  }
  const cookie = cookiesOf(await signIn(Number(port), "/hub", { userName: "admin", password }));
  const page = await raw(Number(port), "/hub/users", { headers: { cookie, accept: "text/html" } });
  expect(page.status).toBe(200);
  const answer = await raw(Number(port), "/hub/api/user", { headers: { ...own, cookie } });
  expect(answer.json).toMatchObject({ profile: { userName: "admin" } });
  for (const { child, output } of servers) {
    child.kill("SIGTERM");
    const [code] = (await once(child, "exit")) as [number | null];
    expect([code, output()]).toEqual([0, expect.not.stringMatching(/EACCES|EROFS|EPERM/)]);
  }
});

test("[CF-05] the image is small, runs as a number and names its version", () => {
  const { settings } = stages.get("web") ?? {};
  expect(settings?.user).toMatch(/^[1-9]\d*:\d+$/);
  expect(settings?.labels).toContain("org.opencontainers.image.version=");
  // Compressed size of node:24-slim in the registry, rounded up.
  const base = 80;
  const own = layers.reduce((sum, { megabytes }) => sum + megabytes, 0);
  console.log(layers.map(({ step, megabytes }) => `${step}: ${megabytes.toFixed(1)} MB`).join("\n"));
  console.log(`With about ${base} MB of node:24-slim: ${(base + own).toFixed(1)} MB compressed.`);
  expect(base + own).toBeLessThan(250);
});
