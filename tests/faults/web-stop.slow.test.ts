import { once } from "node:events";
import { Agent, get } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { answerJson, type FakeApi, startFakeApi } from "../bff/fake-api";
import { cookiesOf, own, raw, signIn } from "../bff/raw-http";
import { secret } from "../bff/web";
import { type ApiProcess, startWeb } from "../support/api-process";
import { freePort } from "../support/free-port";
import { openRaw, statusesOf } from "../support/raw-socket";

let api: FakeApi;
let web: ApiProcess;
let port: number;
let cookie: string;
let said: string;

beforeEach(async () => {
  api = await startFakeApi();
  port = await freePort();
  web = await startWeb({ PORT: String(port), API_URL: api.address, SESSION_SECRET: secret });
  said = "";
  for (const stream of [web.process.stdout, web.process.stderr]) stream?.on("data", (text) => (said += text));
  cookie = cookiesOf(await signIn(port, "", { userName: "ada", password: "right" }));
});
afterEach(async () => {
  if (web.process.exitCode === null) await web.kill();
  await api.stop();
});

/** Resolves once `count` requests for a path have reached the API, with a function that answers them. */
function held(path: string, count: number): Promise<() => void> {
  const waiting: (() => void)[] = [];
  return new Promise((resolve) => {
    api.behave(path, (_, response) => {
      waiting.push(() => answerJson(response, 200, { list: [] }));
      if (waiting.length === count) resolve(() => waiting.map((answer) => answer()));
    });
  });
}

test.each(["SIGTERM", "SIGINT"] as const)(
  "[BE-02] on %s the web process finishes pending requests and exits with code 0",
  async (signal) => {
    const agent = new Agent({ keepAlive: true });
    const options = { host: "localhost", port, headers: { ...own, cookie } };
    // Stays open and idle, like a browser's keep-alive.
    const idle = await openRaw(port);
    idle.write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
    await idle.answers(1);

    // Browsers preconnect without sending, and a head may be incomplete.
    const silent = [await openRaw(port), await openRaw(port)];
    silent[0]?.write("GET /health HTTP/1.1\r\nHo");

    const arrived = held("/users", 5);
    const calls = Array.from({ length: 5 }, () => raw(port, "/api/users", { headers: options.headers }));
    const answer = await arrived;
    const exit = once(web.process, "exit");
    web.process.kill(signal);
    expect(await idle.closed).toContain("200 OK");
    // New connections are refused, open ones are kept. A connection at the moment of closing may still be in the accept queue.
    await expect(raw(port, "/health")).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
    answer();
    const from = performance.now();
    for (const { status, headers } of await Promise.all(calls))
      expect([status, headers.connection]).toEqual([200, "close"]);
    expect(await exit).toEqual([0, null]);
    // Nothing is pending any more.
    expect(performance.now() - from).toBeLessThan(5_000);
    await Promise.all(silent.map(({ closed }) => closed));
    agent.destroy();
  },
);

test("[BE-02] an endless request does not block it: code 0 within 10 s", async () => {
  const arrived = held("/users", 1);
  const hanging = get({ host: "localhost", port, path: "/api/users", headers: { ...own, cookie } });
  const cut = once(hanging, "error");
  await arrived;
  const from = performance.now();
  expect(await web.stop()).toBe(0);
  expect(performance.now() - from).toBeLessThan(10_000);
  await cut;
});

test("[AU-02] leaving during a sign-in is not a server failure", async () => {
  const headers = `POST /api/auth/sign-in HTTP/1.1\r\nHost: x\r\nX-CSRF: 1\r\nContent-Type: application/json\r\n`;
  const body = '{"userName":"ada","password":"right"}';
  // During a request body, with either framing …
  for (const part of [
    `Content-Length: 500\r\n\r\n${body}`,
    `Transfer-Encoding: chunked\r\n\r\n25\r\n${body}\r\n`,
  ]) {
    const connection = await openRaw(port);
    connection.write(headers + part);
    // … which Next reads after it has started to answer this.
    await raw(port, "/api/messages/en");
    connection.destroy();
    await connection.closed;
  }
  // … and during a call of the API.
  const arrived = new Promise<void>((resolve) => {
    api.behave("/auth", (_, response) => {
      response.once("close", resolve);
      leave();
    });
  });
  const connection = await openRaw(port);
  const leave = () => connection.destroy();
  connection.write(`${headers}Content-Length: ${body.length}\r\n\r\n${body}`);
  await arrived;
  const alive = await openRaw(port);
  alive.write("GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  expect(statusesOf(await alive.closed)).toEqual([200]);
  expect(await web.stop()).toBe(0);
  expect(said).toBe("");
});
