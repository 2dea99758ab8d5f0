import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cookiesOf, own, raw, signIn } from "../bff/raw-http";
import { freePort } from "../support/free-port";
import { readOnlyCopy } from "../support/product-copy";

const password = "Correct-horse-7";
/** Another user than root, who could write everywhere. */
const user = process.getuid?.() === 0 ? { uid: 12_345, gid: 0 } : {};

let copy: ReturnType<typeof readOnlyCopy>;
let data: string;
beforeAll(() => {
  copy = readOnlyCopy();
  data = mkdtempSync(join(tmpdir(), "hub-data-"));
  if (user.uid) chownSync(data, user.uid, user.gid);
});
afterAll(() => {
  copy.remove();
  rmSync(data, { recursive: true, force: true });
});

/** Starts the copy as an operator would: without the project's folder, npm or the shell's variables. */
async function start(settings: Record<string, string>) {
  const [port, apiPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [join(copy.folder, "start.mjs")], {
    cwd: data,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: String(port),
      API_PORT: String(apiPort),
      DATA_DIR: data,
      TMPDIR: data,
      ADMIN_PASSWORD: password,
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
    ...user,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", () => output.includes("Press Ctrl-C to stop") && resolve());
    child.once("exit", (code) => reject(new Error(`The start ended with ${code}:\n${output}`)));
  });
  return {
    port,
    output: () => output,
    stop: async () => {
      child.kill("SIGTERM");
      const [code] = (await once(child, "exit")) as [number | null];
      return code;
    },
  };
}

test.each(["", "/admin"])(
  "[OP-01] [CF-05] a copied, read-only build serves a sign-in as another user, below '%s'",
  async (BASE_PATH) => {
    const before = copy.names();
    const product = await start({ BASE_PATH });
    const { port } = product;
    const cookie = cookiesOf(await signIn(port, BASE_PATH, { userName: "admin", password }));
    const page = await raw(port, `${BASE_PATH}/users`, { headers: { cookie, accept: "text/html" } });
    expect([page.status, page.text.includes(`src="${BASE_PATH}/_next/static/`)]).toEqual([200, true]);
    const [, script = ""] = /src="([^"]+\.js)"/.exec(page.text) ?? [];
    expect((await raw(port, script)).status).toBe(200);
    const users = await raw(port, `${BASE_PATH}/api/users?pageLimit=1`, { headers: { ...own, cookie } });
    expect(users.status).toBe(200);
    expect(await product.stop()).toBe(0);
    expect(product.output()).not.toMatch(/EACCES|EROFS|[Ee]rror/);
    expect(copy.names()).toEqual(before);
  },
);

test("[CF-03] a copied build needs an issuer for sign-in through a provider", async () => {
  await expect(start({ AUTH_MODE: "oidc" })).rejects.toThrow(/OIDC_ISSUER is missing/);
});
