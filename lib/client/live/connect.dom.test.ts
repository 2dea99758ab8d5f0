// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connectLive } from "./connect";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Counts the attempts of half a minute to connect to a server that answers with the status. */
async function attemptsIn30Seconds(status: number): Promise<number> {
  const request = vi.fn(async () => new Response("", { status }));
  vi.stubGlobal("fetch", request);
  const leaving = new AbortController();
  connectLive({ prefix: "http://hub.test/app", userId: crypto.randomUUID(), language: "en" }, leaving.signal);
  await vi.advanceTimersByTimeAsync(30_000);
  leaving.abort();
  return request.mock.calls.length;
}

test.each([401, 403, 404])(
  "[LV-01] a connection refused with %i is not tried again within half a minute",
  async (status) => {
    expect(await attemptsIn30Seconds(status)).toBe(1);
  },
);

test("[LV-01] a connection that fails is tried again at growing intervals", async () => {
  const attempts = await attemptsIn30Seconds(503);
  expect(attempts).toBeGreaterThan(2);
  expect(attempts).toBeLessThan(12);
});
