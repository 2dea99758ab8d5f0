import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { product } from "../../scripts/lib/root.mjs";
import { cookiesOf, own, raw, signIn } from "../bff/raw-http";
import { freePort } from "../support/free-port";
import { installNode } from "../support/root-file-system";

const password = "Correct-horse-7";
let folder = "";
let child: ChildProcess | undefined;
afterEach(async () => {
  if (child && child.exitCode === null && child.kill("SIGTERM")) await once(child, "exit");
  rmSync(folder, { recursive: true, force: true });
});

test.each([20, 22, 24])("[CF-05] the build serves a sign-in under Node.js %i", async (major) => {
  folder = mkdtempSync(join(tmpdir(), "hub-node-"));
  const node = installNode(major, folder);
  const [port, apiPort] = [await freePort(), await freePort()];
  const started = spawn(node, [join(product, "start.mjs")], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: String(port),
      API_PORT: String(apiPort),
      DATA_DIR: join(folder, "data"),
      ADMIN_PASSWORD: password,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child = started;
  let output = "";
  started.stdout.on("data", (text) => (output += text));
  await expect.poll(() => output, { timeout: 60_000 }).toContain("Press Ctrl-C to stop");
  const cookie = cookiesOf(await signIn(port, "", { userName: "admin", password }));
  const answer = await raw(port, "/api/user", { headers: { ...own, cookie } });
  expect(answer.json).toMatchObject({ profile: { userName: "admin" } });
});
