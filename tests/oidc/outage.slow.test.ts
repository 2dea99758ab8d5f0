import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { WebConfig } from "@/lib/server/config/config";
import { providerTimeout } from "@/lib/server/oidc/ask";
import { resolveSession } from "@/lib/server/session/resolve";
import { type SmallProvider, startSmallProvider } from "../support/small-provider";
import { configOf, keptByProcess, signedIn, where } from "./in-process";

let provider: SmallProvider;
let config: WebConfig;
let cookies: string[];

beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  keptByProcess.forget();
  provider = await startSmallProvider({ alg: "ES256", rotates: true });
  config = configOf(provider);
  cookies = await Promise.all(Array.from({ length: 20 }, () => signedIn(config, -1)));
  provider.asked.length = 0;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await provider.stop();
});

const call = (cookie: string) => resolveSession(config, where, cookie);

let requests: number;
/** Overrides all responses of the token endpoint, and counts its requests. */
function fail(answer: (response: ServerResponse) => void): void {
  requests = 0;
  provider.fault = ({ url }, response) => {
    if (url !== "/token") return false;
    requests += 1;
    answer(response);
    return true;
  };
}
const answering = (status: number, body: string) => (response: ServerResponse) =>
  response.writeHead(status, { "content-type": "application/json" }).end(body);
const description = "The client secret\nhas expired";
const refusedClient = answering(
  401,
  JSON.stringify({ error: "invalid_client", error_description: description }),
);

const faults: [string, (response: ServerResponse) => void, max: number][] = [
  ["is down", (response) => response.socket?.resetAndDestroy(), 5],
  ["answers 503", answering(503, "{}"), 5],
  ["answers 429", answering(429, "{}"), 5],
  ["answers HTML", answering(200, "<html>"), 5],
  // Once per method of client authentication, the first time.
  ["refuses the client", refusedClient, 6],
];

test.each(faults)(
  "[AU-04] while the token endpoint %s, calls cause few requests, and its recovery is noticed",
  async (_, fault, max) => {
    const alarm = vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (const people of [cookies.slice(0, 1), cookies]) {
      fail(fault);
      for (let index = 0; index < 20; index += 1) {
        const { session, setCookies, away, retryAfter = 1 } = await call(people[index % people.length] ?? "");
        expect([session, setCookies, away]).toEqual([undefined, [], true]);
        expect(retryAfter).toBeGreaterThan(0);
        expect(retryAfter).toBeLessThanOrEqual(15_000);
      }
      expect(requests).toBeLessThanOrEqual(max);
    }
    provider.fault = undefined;
    // No session has ended, and no user needs to act.
    for (const cookie of cookies.slice(0, 3))
      await expect
        .poll(async () => (await call(cookie)).session?.oidc?.generation, { interval: 200 })
        .toBe(1);
    expect(alarm.mock.calls.length).toBe(fault === refusedClient ? 1 : 0);
  },
);

test("[AU-04] a hanging token endpoint costs the first call its timeout, and the others almost nothing", async () => {
  fail(() => undefined);
  expect((await call(cookies[0] ?? "")).away).toBe(true);
  const begun = performance.now();
  for (const cookie of cookies) expect((await call(cookie)).away).toBe(true);
  expect((performance.now() - begun) / providerTimeout).toBeLessThan(1);
  expect(requests).toBeLessThanOrEqual(2);
});

test("[AU-04] a refused renewal of one session does not affect others", async () => {
  fail(answering(400, '{"error":"invalid_scope"}'));
  for (let index = 0; index < 20; index += 1) expect((await call(cookies[0] ?? "")).away).toBe(true);
  expect(requests).toBeLessThanOrEqual(5);
  provider.fault = undefined;
  const begun = performance.now();
  expect((await call(cookies[1] ?? "")).session?.oidc?.generation).toBe(1);
  expect(performance.now() - begun).toBeLessThan(1_000);
});

test("[AU-04] logs a refused client once as an error, with issuer, client and reason", async () => {
  const alarm = vi.spyOn(console, "error").mockImplementation(() => undefined);
  for (const code of ["invalid_client", "unauthorized_client"]) {
    alarm.mockClear();
    const other = await startSmallProvider({ alg: "ES256" });
    const settings = configOf(other);
    const cookie = await signedIn(settings, -1);
    const error_description = `${description}: ${settings.oidc?.clientSecret}`;
    other.fault = ({ url }, response) => {
      if (url === "/token") answering(401, JSON.stringify({ error: code, error_description }))(response);
      return url === "/token";
    };
    for (let index = 0; index < 4; index += 1)
      expect((await resolveSession(settings, where, cookie)).away).toBe(true);
    expect(alarm.mock.calls).toEqual([
      [
        `alarm: the provider ${other.issuer} refuses the client hub: ${code} (The client secret?has expired: ***)`,
      ],
    ]);
    await other.stop();
  }
});
