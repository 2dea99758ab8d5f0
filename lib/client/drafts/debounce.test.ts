import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cancel, debounce, runNow } from "./debounce";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("[TB-10] what is typed is written once, after a pause", () => {
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

test("[TB-10] who types without a pause is written all the same", () => {
  const [key, run] = [{}, vi.fn()];
  for (let time = 0; time < 6_000; time += 100) {
    debounce(key, run);
    vi.advanceTimersByTime(100);
  }
  expect(run.mock.calls.length).toBeGreaterThanOrEqual(2);
});

test("[TB-10] what waits can be written at once, or not at all", () => {
  const [key, run] = [{}, vi.fn()];
  debounce(key, run);
  runNow(key);
  expect(run).toHaveBeenCalledOnce();
  debounce(key, run);
  cancel(key);
  vi.runAllTimers();
  expect(run).toHaveBeenCalledOnce();
});
