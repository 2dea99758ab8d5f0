import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CircuitBreaker, CircuitOpenError } from "./circuit-breaker";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

class Away extends Error {}
const isFailure = (error: unknown) => error instanceof Away;

function subject() {
  const breaker = new CircuitBreaker({ first: 1_000, max: 8_000 });
  let attempts = 0;
  const attempt = (work: () => Promise<string>) =>
    breaker
      .run(
        () => {
          attempts += 1;
          return work();
        },
        { isFailure },
      )
      .catch((error: unknown) => error);
  return {
    breaker,
    attempts: () => attempts,
    fail: () => attempt(() => Promise.reject(new Away())),
    refuse: () => attempt(() => Promise.reject(new Error("no"))),
    work: () => attempt(() => Promise.resolve("done")),
    attempt,
  };
}

/** A promise with its resolvers. */
function later() {
  let settle: (error?: Error) => void = () => undefined;
  const promise = new Promise<string>((resolve, reject) => {
    settle = (error) => (error ? reject(error) : resolve("done"));
  });
  return { promise, settle };
}

test("[AU-04] makes few of a hundred calls per minute of an outage, at growing but limited intervals", async () => {
  const { breaker, attempts, fail } = subject();
  const waits: number[] = [];
  for (let call = 0; call < 100; call += 1) {
    const before = attempts();
    await fail();
    if (attempts() > before) waits.push(breaker.retryAfter);
    vi.advanceTimersByTime(600);
  }
  expect(attempts()).toBeLessThan(14);
  for (const [index, each] of waits.entries()) {
    const whole = Math.min(8_000, 1_000 * 2 ** index);
    expect(each).toBeGreaterThanOrEqual(whole * 0.75);
    expect(each).toBeLessThanOrEqual(whole);
  }
});

test("[AU-04] after the delay makes a single attempt, then allows all calls", async () => {
  const { attempt, attempts, fail, work } = subject();
  await fail();
  expect(await work()).toBeInstanceOf(CircuitOpenError);
  vi.advanceTimersByTime(1_000);
  const { promise, settle } = later();
  const probe = attempt(() => promise);
  const others = await Promise.all(Array.from({ length: 20 }, work));
  expect(others.every((each) => each instanceof CircuitOpenError)).toBe(true);
  expect(attempts()).toBe(2);
  settle();
  expect(await probe).toEqual("done");
  expect(await Promise.all([work(), work()])).toEqual(Array(2).fill("done"));
  // Earlier failures do not lengthen the next outage.
  await fail();
  vi.advanceTimersByTime(1_000);
  expect(await work()).toBe("done");
});

test("[AU-04] counts concurrent failures once, and an earlier call that succeeds closes the circuit", async () => {
  const { breaker, attempt, work } = subject();
  const calls = Array.from({ length: 20 }, later);
  const slow = later();
  const running = [...calls, slow].map(({ promise }) => attempt(() => promise));
  for (const { settle } of calls) settle(new Away());
  await Promise.all(running.slice(0, -1));
  expect(breaker.retryAfter).toBeLessThanOrEqual(1_000);
  slow.settle();
  await running.at(-1);
  expect(await work()).toBe("done");
});

test("[AU-04] waits at least as long as the failed attempt took", async () => {
  const { breaker, attempt, attempts } = subject();
  const { promise, settle } = later();
  const hanging = attempt(() => promise);
  await vi.waitUntil(() => attempts() === 1);
  vi.advanceTimersByTime(5_000);
  settle(new Away());
  await hanging;
  expect(breaker.retryAfter).toBeGreaterThanOrEqual(3_750);
});

test("[AU-04] a refusal counts as a response", async () => {
  const { refuse, work } = subject();
  expect(await refuse()).toEqual(new Error("no"));
  expect(await work()).toBe("done");
});

test("[AU-04] a caller that can wait shares the attempt of others, or makes it", async () => {
  vi.useRealTimers();
  const breaker = new CircuitBreaker({ first: 40, max: 80 });
  let attempts = 0;
  const call = (work: () => Promise<string>) =>
    breaker.run(
      () => {
        attempts += 1;
        return work();
      },
      { isFailure, timeout: 2_000 },
    );
  await expect(call(() => Promise.reject(new Away()))).rejects.toThrow(Away);
  const { promise, settle } = later();
  const waiting = Array.from({ length: 10 }, () => call(() => promise));
  await expect.poll(() => attempts).toBe(2);
  settle();
  expect(await Promise.all(waiting)).toEqual(Array(10).fill("done"));
});

test("[AU-04] a call skipped by one breaker is neither success nor failure for another", async () => {
  const [outer, inner] = [
    new CircuitBreaker({ first: 1_000, max: 1_000 }),
    new CircuitBreaker({ first: 5_000, max: 5_000 }),
  ];
  const call = (work: () => Promise<string>) =>
    outer.run(() => inner.run(work, { isFailure }), { isFailure }).catch((error: unknown) => error);
  expect(await call(() => Promise.reject(new Away()))).toBeInstanceOf(Away);
  vi.advanceTimersByTime(1_000);
  expect(await call(async () => "done")).toBeInstanceOf(CircuitOpenError);
  expect([outer.retryAfter <= 0, inner.retryAfter > 2_000]).toEqual([true, true]);
  vi.advanceTimersByTime(5_000);
  expect(await call(async () => "done")).toBe("done");
  expect([outer.retryAfter, inner.retryAfter]).toEqual([0, 0]);
});
