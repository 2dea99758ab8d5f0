import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { answerJson, type FakeApi, startFakeApi } from "../bff/fake-api";
import { cookiesOf, own, raw, signIn } from "../bff/raw-http";
import { secret } from "../bff/web";
import { type ApiProcess, startApi, startWeb } from "../support/api-process";
import { freePort } from "../support/free-port";
import { copyNewDatabase } from "../support/new-database";

/** Longer than the tests: a second signal ends it. */
const DRAIN_SECONDS = "300";

let directory: string;
let port: number;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "hub-drain-"));
  port = await freePort();
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function startDrain({ process }: ApiProcess): Promise<void> {
  process.kill("SIGTERM");
  await expect.poll(async () => (await raw(port, "/ready")).status).toBe(503);
}

test("[OP-02] a stopping API is not ready, but serves requests until the drain ends", async () => {
  await copyNewDatabase(directory);
  const password = "Correct-horse-7";
  const api = await startApi({
    ...{ API_PORT: String(port), DATA_DIR: directory, ADMIN_PASSWORD: password, DRAIN_SECONDS },
  });
  const authorization = `Basic ${Buffer.from(`admin:${password}`).toString("base64")}`;
  const ask = () => raw(port, "/auth", { headers: { authorization, connection: "keep-alive" } });
  expect([(await ask()).headers.connection, (await raw(port, "/ready")).status]).toEqual(["keep-alive", 200]);
  await startDrain(api);
  const { status, headers } = await ask();
  expect([status, headers.connection]).toEqual([200, "close"]);
  expect(await api.stop()).toBe(0);
});

let fake: FakeApi;
beforeEach(async () => {
  fake = await startFakeApi();
});
afterEach(() => fake.stop());

test("[OP-02] a stopping web process serves requests and streams until the drain ends", async () => {
  const web = await startWeb({
    ...{
      PORT: String(port),
      API_URL: fake.address,
      SESSION_SECRET: secret,
      BASE_PATH: "/admin",
      DRAIN_SECONDS,
    },
  });
  const headers = {
    ...own,
    cookie: cookiesOf(await signIn(port, "/admin", { userName: "ada", password: "right" })),
    connection: "keep-alive",
  };
  let write: (text: string) => void = () => undefined;
  fake.behave("/hubs/notifications", (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    write = (text) => void response.write(text);
    write("before;");
  });
  const stream = await fetch(`http://localhost:${port}/admin/api/hubs/notifications?id=1`, {
    headers: { ...headers, accept: "text/event-stream", "sec-fetch-site": "same-origin" },
  });
  expect(stream.status).toBe(200);
  await startDrain(web);
  expect((await raw(port, "/admin/ready")).json).toEqual({ status: "stopping" });
  for (const path of ["/admin/api/users", "/admin/users"]) {
    const response = await raw(port, path, { headers });
    expect([path, response.status, response.headers.connection]).toEqual([path, 200, "close"]);
  }
  write("during the drain;");
  const heard = stream.text();
  await expect.poll(() => fake.received.some(({ path }) => path === "/users")).toBe(true);
  expect(await web.stop()).toBe(0);
  // Ended, not cut off: that would reject.
  expect(await heard).toMatch(/^before;(?:during the drain;)?$/);
});

test("[OP-02] a web process stays ready while a process of the API is about to stop", async () => {
  const web = await startWeb({ PORT: String(port), API_URL: fake.address, SESSION_SECRET: secret });
  for (const [code, status] of [
    ["stopping", 200],
    ["unavailable", 503],
  ] as const) {
    fake.behave("/ready", (_, response) => answerJson(response, 503, { status: 503, code, title: "" }));
    await expect.poll(async () => (await raw(port, "/ready")).status).toBe(status);
  }
  expect(await web.stop()).toBe(0);
});
