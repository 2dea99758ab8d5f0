import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { expiryHeader } from "@/lib/session/expiry";
import { createSessionExpiry } from "./session-expiry";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const headersWith = (seconds: number) => new Headers({ [expiryHeader]: String(seconds) });

test.each([
  [300, 240],
  [3600, 3540],
  [61, 30.5],
  [40, 20],
])("[AU-04] with %d s left the page is notified after %d s", async (left, after) => {
  const expiry = createSessionExpiry();
  const notified = vi.fn();
  expiry.onExpiring(notified);
  expiry.readHeaders(headersWith(left));
  await vi.advanceTimersByTimeAsync(after * 1000 - 1);
  expect(notified).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(notified).toHaveBeenCalledTimes(1);
});

test("[AU-04] it is notified once, based on the latest response", async () => {
  const expiry = createSessionExpiry();
  const notified = vi.fn();
  expiry.onExpiring(notified);
  for (const left of [300, 300, 600]) expiry.readHeaders(headersWith(left));
  expiry.readHeaders(new Headers());
  await vi.advanceTimersByTimeAsync(539_000);
  expect(notified).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(notified).toHaveBeenCalledTimes(1);
});

test("[AU-04] unsubscribed listeners are not notified", async () => {
  const expiry = createSessionExpiry();
  const notified = vi.fn();
  expiry.onExpiring(notified)();
  expiry.readHeaders(headersWith(300));
  await vi.advanceTimersByTimeAsync(300_000);
  expect(notified).not.toHaveBeenCalled();
});
