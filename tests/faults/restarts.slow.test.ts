import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startPostgres } from "../../scripts/lib/postgres.mjs";
import { cookiesOf, own, raw, signIn } from "../bff/raw-http";
import { secret } from "../bff/web";
import { type ApiProcess, startApi, startWeb } from "../support/api-process";
import { freePort } from "../support/free-port";
import { uniqueName } from "../support/unique-name";

const administrator = { userName: "admin", password: "Correct-horse-7" };
const callers = 4;
/** Calls answered between two restarts. */
const between = 40;

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let directory: string;
const running = new Map<number, ApiProcess>();
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "hub-restarts-"));
  postgres = await startPostgres();
});
afterEach(async () => {
  await Promise.all([...running.values()].map((one) => one.stop()));
  running.clear();
  await postgres.stop();
  await rm(directory, { recursive: true });
});

/** Forwards connections to each of the ports in turn, and to the next one if it refuses, like a service of Kubernetes. */
async function balance(ports: readonly number[]): Promise<Server> {
  let turn = 0;
  const server = createServer({ pauseOnConnect: true }, (client) => {
    client.on("error", () => undefined);
    const first = turn++;
    const forward = (attempt: number) => {
      const upstream = connect(ports[(first + attempt) % ports.length] ?? 0, "127.0.0.1");
      const refused = () => (attempt + 1 < ports.length ? forward(attempt + 1) : client.destroy());
      upstream.once("error", refused).once("connect", () => {
        upstream.off("error", refused).on("error", () => client.resetAndDestroy());
        upstream.once("close", () => client.destroySoon());
        client.once("close", () => upstream.destroySoon());
        client.pipe(upstream).pipe(client);
      });
    };
    forward(0);
  }).listen(0);
  await once(server, "listening");
  return server;
}

// `npm run test:long` does the same with two web processes too, behind nginx.
test("[OP-02] no call fails while two API processes at one name are restarted in turn", async () => {
  const [port, ...apiPorts] = [await freePort(), await freePort(), await freePort()];
  const start = async (apiPort: number) => {
    const settings = {
      API_PORT: String(apiPort),
      DATABASE_URL: postgres.url,
      DATA_DIR: directory,
      // Long enough for each connection to carry a response that asks to close it.
      DRAIN_SECONDS: "2",
    };
    running.set(apiPort, await startApi({ ...settings, ADMIN_PASSWORD: administrator.password }));
  };
  await Promise.all(apiPorts.map(start));
  const balancer = await balance(apiPorts);
  const API_URL = `http://localhost:${(balancer.address() as AddressInfo).port}`;
  running.set(port, await startWeb({ PORT: String(port), API_URL, SESSION_SECRET: secret }));
  const headers = {
    ...own,
    cookie: cookiesOf(await signIn(port, "", administrator)),
    "content-type": "application/json",
  };

  let answered = 0;
  let isOver = false;
  const failures: unknown[] = [];
  const call = async (path: string, body?: object) => {
    const { status, json } = await raw(port, path, { headers, body: body && JSON.stringify(body) });
    answered += 1;
    if (status !== 200) failures.push([path, status, json]);
  };
  const calling = Array.from({ length: callers }, async () => {
    while (!isOver) {
      await call("/api/users");
      await call("/api/roles", { roleName: uniqueName("Restarted") });
    }
  });
  const more = async () => {
    const before = answered;
    await expect.poll(() => answered).toBeGreaterThan(before + between);
  };
  for (const apiPort of [...apiPorts, ...apiPorts]) {
    await more();
    expect(await running.get(apiPort)?.stop()).toBe(0);
    await more();
    await start(apiPort);
  }
  await more();
  isOver = true;
  await Promise.all(calling);
  balancer.close();
  expect(failures).toEqual([]);
});
