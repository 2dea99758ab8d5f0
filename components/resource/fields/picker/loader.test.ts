import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLoader, type Loaded, pickerDelay, pickerLimit } from "./loader";
import type { PickerResponse } from "./source";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Source with responses controlled by the test. */
function controlled() {
  const calls: {
    phrase: string;
    limit: number;
    signal: AbortSignal;
    answer: (given: PickerResponse) => Promise<void>;
    fail: () => Promise<void>;
  }[] = [];
  const updates: Loaded[] = [];
  const loader = createLoader(
    (phrase, limit, signal) =>
      new Promise((resolve, reject) => {
        calls.push({
          phrase,
          limit,
          signal,
          answer: async (given) => resolve(given),
          fail: async () => reject(new Error("no answer")),
        });
      }),
    (loaded) => updates.push(loaded),
  );
  return { loader, calls, updates, last: () => updates.at(-1) };
}

const found = { options: [{ id: "1", text: "One" }], total: 1 };

test("[TL-05] typing loads once, 250 ms after the last key, at most ten options", () => {
  const { loader, calls } = controlled();
  for (const phrase of ["o", "on", "one"]) {
    loader.request(phrase);
    vi.advanceTimersByTime(pickerDelay - 1);
  }
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(calls.map(({ phrase, limit }) => [phrase, limit])).toEqual([["one", pickerLimit]]);
});

test("[TL-05] opening loads immediately", async () => {
  const { loader, calls, last } = controlled();
  loader.request("", true);
  expect(last()).toEqual({ status: "loading", phrase: "" });
  await calls[0]?.answer(found);
  expect(last()).toEqual({ status: "ready", phrase: "", ...found });
});

test("[TL-05] a failed load clears the options", async () => {
  const { loader, calls, last } = controlled();
  loader.request("", true);
  await calls[0]?.answer(found);
  loader.request("x", true);
  await calls[1]?.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(last()).toEqual({ status: "failed", phrase: "x" });
});

test("[TL-05] a superseded load is cancelled, and its result or failure ignored", async () => {
  const { loader, calls, updates, last } = controlled();
  loader.request("a", true);
  loader.request("ab", true);
  expect(calls[0]?.signal.aborted).toBe(true);
  await calls[1]?.answer(found);
  await calls[0]?.answer({ options: [], total: 0 });
  await vi.advanceTimersByTimeAsync(0);
  expect(last()).toEqual({ status: "ready", phrase: "ab", ...found });

  loader.request("abc", true);
  loader.cancel();
  const before = updates.length;
  await calls[2]?.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(updates.length).toBe(before);
});
