import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { noteServerTime, serverNow } from "./server-clock";

const now = Date.UTC(2026, 10, 27, 12);
const hour = 3_600_000;
beforeEach(() => void vi.useFakeTimers({ now, toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

test.each([
  ["a year behind", now + 365 * 24 * hour],
  ["a day ahead", now - 24 * hour],
])("[FM-06] a computer whose clock is %s counts days by the server's", (_, received) => {
  noteServerTime(received, now);
  expect(serverNow()).toBe(received);
  vi.setSystemTime(now + hour);
  expect(serverNow()).toBe(received + hour);
});

test("[FM-06] ignores differences that a slow response explains, and responses without a time", () => {
  noteServerTime(now - 500, now - hour);
  expect(serverNow()).toBe(now);
  noteServerTime(now - hour, now - hour);
  expect(serverNow()).toBe(now);
  noteServerTime(now + 2 * hour, now);
  noteServerTime(Number.NaN, now);
  expect(serverNow()).toBe(now + 2 * hour);
});

test("[FM-06] uses a corrected clock again, and ignores a response during which it was set back", () => {
  noteServerTime(now + hour, now);
  noteServerTime(now, now + hour);
  expect(serverNow()).toBe(now + hour);
  vi.setSystemTime(now + hour);
  noteServerTime(now + hour, now + hour);
  expect(serverNow()).toBe(now + hour);
});
