import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cancel, debounce, runNow } from "./debounce";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("[TB-10] writes input once, after a pause", () => {
  const [key, first, last] = [{}, vi.fn(), vi.fn()];
  debounce(key, first);
  vi.advanceTimersByTime(200);
  debounce(key, last);
  vi.advanceTimersByTime(299);
  expect(last).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(last).toHaveBeenCalledOnce();
  expect(first).not.toHaveBeenCalled();
});

test("[TB-10] writes during continuous typing too", () => {
  const [key, run] = [{}, vi.fn()];
  for (let time = 0; time < 6_000; time += 100) {
    debounce(key, run);
    vi.advanceTimersByTime(100);
  }
  expect(run.mock.calls.length).toBeGreaterThanOrEqual(2);
});

test("[TB-10] pending writes can be flushed or dropped", () => {
  const [key, run] = [{}, vi.fn()];
  debounce(key, run);
  runNow(key);
  expect(run).toHaveBeenCalledOnce();
  debounce(key, run);
  cancel(key);
  vi.runAllTimers();
  expect(run).toHaveBeenCalledOnce();
});
