import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Found, Readiness } from "./readiness";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Two checks with settable results that count their calls. */
function two() {
  const told: Found<"api" | "store">[] = [];
  const state = { api: true as boolean | "hangs", store: true, asked: 0 };
  const readiness = new Readiness(
    {
      api: async () => {
        state.asked += 1;
        if (state.api === "hangs") return new Promise<boolean>(() => {});
        return state.api;
      },
      store: async () => {
        if (!state.store) throw new Error("away");
        return true;
      },
    },
    (found) => told.push(found),
  );
  return { readiness, state, told };
}

test("[CF-05] is ready while all checks pass, and reports those that fail", async () => {
  const { readiness, state } = two();
  expect(await readiness.now()).toEqual({ isReady: true, checks: { api: true, store: true } });
  state.store = false;
  vi.advanceTimersByTime(1_001);
  expect(await readiness.now()).toEqual({ isReady: false, checks: { api: true, store: false } });
  state.store = true;
  vi.advanceTimersByTime(201);
  expect((await readiness.now()).isReady).toBe(true);
});

test("[CF-05] a thousand concurrent or repeated requests cause one check", async () => {
  const { readiness, state } = two();
  await Promise.all(Array.from({ length: 1_000 }, () => readiness.now()));
  vi.advanceTimersByTime(900);
  await Promise.all(Array.from({ length: 1_000 }, () => readiness.now()));
  expect(state.asked).toBe(1);
  vi.advanceTimersByTime(101);
  await readiness.now();
  expect(state.asked).toBe(2);
});

test("[CF-05] reports changes, not every result", async () => {
  const { readiness, state, told } = two();
  const ask = async () => {
    vi.advanceTimersByTime(2_000);
    await readiness.now();
  };
  await ask();
  await ask();
  expect(told).toEqual([]);
  state.api = false;
  await ask();
  await ask();
  state.api = true;
  await ask();
  await ask();
  expect(told.map(({ isReady }) => isReady)).toEqual([false, true]);
});

test("[CF-05] does not report a start, unless it takes long", async () => {
  const quick = two();
  quick.state.api = false;
  await quick.readiness.now();
  quick.state.api = true;
  vi.advanceTimersByTime(2_000);
  await quick.readiness.now();
  expect(quick.told).toEqual([]);

  const slow = two();
  slow.state.api = false;
  await slow.readiness.now();
  vi.advanceTimersByTime(15_000);
  await slow.readiness.now();
  slow.state.api = true;
  vi.advanceTimersByTime(2_000);
  await slow.readiness.now();
  expect(slow.told.map(({ isReady }) => isReady)).toEqual([false, true]);
});

test("[CF-05] a hanging check fails after two seconds, and is not repeated while it hangs", async () => {
  vi.useRealTimers();
  const { readiness, state } = two();
  state.api = "hangs";
  const from = performance.now();
  expect((await readiness.now()).checks).toEqual({ api: false, store: true });
  expect((await readiness.now()).isReady).toBe(false);
  expect(performance.now() - from).toBeLessThan(4_000);
  await expect.poll(async () => (await readiness.now()).isReady, { interval: 100 }).toBe(false);
  expect(state.asked).toBe(1);
});
