import { expect, test } from "vitest";
import { readSettings } from "../../scripts/lib/settings.mjs";
import { startWeb } from "../support/api-process";
import { freePort } from "../support/free-port";
import { runScript, startProduct } from "../support/product";

/** Another address of this machine: only a server that listens on all of them answers there. */
const otherAddress = "127.0.0.2";

const statusOf = async (address: string) =>
  fetch(address, { redirect: "manual" }).then(
    ({ status }) => status,
    (error: Error) => (error.cause as NodeJS.ErrnoException).code,
  );

test("[CF-03] npm start serves the API to this machine only, and the web process to the network", () => {
  expect(readSettings({})).toMatchObject({
    host: "0.0.0.0",
    apiHost: "127.0.0.1",
    apiUrl: "http://127.0.0.1:4000",
    probe: "http://localhost:3000",
    publicUrl: "http://localhost:3000",
  });
  expect(readSettings({ HOST: "::1", API_HOST: "0.0.0.0", MULTI_TENANCY: "on" })).toMatchObject({
    apiUrl: "http://localhost:4000/{tenant}",
    probe: "http://[::1]:3000",
    publicUrl: "http://localhost:3000",
  });
  expect(readSettings({ HOST: "192.0.2.7" }).publicUrl).toBe("http://192.0.2.7:3000");
});

test("[CF-03] each process listens as configured, and serves pages below a base path and a tenant", async () => {
  const product = await startProduct({
    settings: { HOST: "127.0.0.1", BASE_PATH: "/adm", MULTI_TENANCY: "on" },
  });
  const { port } = new URL(product.origin);
  const { port: apiPort } = new URL(product.apiOrigin);
  for (const path of ["/adm/main/login", "/adm/main/api/messages/en", "/adm/ready"])
    expect([path, await statusOf(`http://127.0.0.1:${port}${path}`)]).toEqual([path, 200]);
  expect(await statusOf(`http://127.0.0.1:${apiPort}/metrics`)).toBe(200);
  expect(await statusOf(`http://${otherAddress}:${port}/health`)).toBe("ECONNREFUSED");
  expect(await statusOf(`http://${otherAddress}:${apiPort}/health`)).toBe("ECONNREFUSED");
  expect(await product.stop()).toBe(0);
});

test("[CF-03] a standalone web process reports in one line why it cannot listen", async () => {
  const settings = { SESSION_SECRET: "a secret of at least thirty-two characters", BASE_PATH: "" };
  const port = String(await freePort());
  const web = await startWeb({ ...settings, PORT: port });
  for (const [given, name] of [
    [
      { PORT: String(await freePort()), HOST: "192.0.2.1" },
      /^HOST 192\.0\.2\.1 is no address of this machine/,
    ],
    [{ PORT: port }, /^PORT \d+ cannot be used \(EADDRINUSE\)/],
  ] as const) {
    const script = runScript(["../dist/web.mjs"], { ...process.env, ...settings, ...given });
    const code = await new Promise((resolve) => script.process.once("close", resolve));
    expect(script.output().trim().split("\n")).toEqual([expect.stringMatching(name)]);
    expect(code).toBe(1);
  }
  await web.stop();
});
