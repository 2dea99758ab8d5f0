import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cancel, runNow, soon } from "./soon";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("[TB-10] what is typed is written once, after a pause", () => {
  const [key, first, last] = [{}, vi.fn(), vi.fn()];
  soon(key, first);
  vi.advanceTimersByTime(200);
  soon(key, last);
  vi.advanceTimersByTime(299);
  expect(last).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(last).toHaveBeenCalledOnce();
  expect(first).not.toHaveBeenCalled();
});

test("[TB-10] who types without a pause is written all the same", () => {
  const [key, run] = [{}, vi.fn()];
  for (let time = 0; time < 6_000; time += 100) {
    soon(key, run);
    vi.advanceTimersByTime(100);
  }
  expect(run.mock.calls.length).toBeGreaterThanOrEqual(2);
});

test("[TB-10] what waits can be written at once, or not at all", () => {
  const [key, run] = [{}, vi.fn()];
  soon(key, run);
  runNow(key);
  expect(run).toHaveBeenCalledOnce();
  soon(key, run);
  cancel(key);
  vi.runAllTimers();
  expect(run).toHaveBeenCalledOnce();
});
