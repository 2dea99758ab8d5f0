import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeApi, startFakeApi } from "../bff/fake-api";
import { secret } from "../bff/web";
import { type ApiProcess, startWeb } from "../support/api-process";
import { freePort } from "../support/free-port";
import { openRaw, statusesOf } from "../support/raw-socket";

let api: FakeApi;
let web: ApiProcess;
let port: number;

beforeAll(async () => {
  api = await startFakeApi();
  port = await freePort();
  web = await startWeb({ PORT: String(port), API_URL: api.address, SESSION_SECRET: secret });
});
afterAll(async () => {
  await web?.stop();
  await api?.stop();
});

const ask = "GET /health HTTP/1.1\r\nHost: x\r\n\r\n";
/** Node closes idle connections after five seconds by default, when a load balancer may be about to send a request. */
const longerThanNodes = 5_500;

test.concurrent("[ER-02] a load balancer's idle connection still works after a pause, and outlives its timeout", async () => {
  const connection = await openRaw(port);
  connection.write(ask);
  const [, seconds] = /Keep-Alive: timeout=(\d+)/.exec(await connection.answers(1)) ?? [];
  // Load balancers keep connections for 60 s.
  expect(Number(seconds)).toBeGreaterThan(60);
  for (const count of [2, 3]) {
    await pause(longerThanNodes);
    connection.write(ask);
    expect(statusesOf(await connection.answers(count))).toEqual(Array(count).fill(200));
  }
  connection.destroy();
});

test.concurrent("[ER-02] a slow request head after a pause is waited for", async () => {
  const connection = await openRaw(port);
  connection.write(ask);
  await connection.answers(1);
  await pause(longerThanNodes);
  connection.write(ask.slice(0, 20));
  await pause(longerThanNodes);
  connection.write(ask.slice(20));
  expect(statusesOf(await connection.answers(2))).toEqual([200, 200]);
  connection.destroy();
});
