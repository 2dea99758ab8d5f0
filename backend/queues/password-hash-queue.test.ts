import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Lane, PasswordHashQueue } from "./password-hash-queue";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that ends on demand, in a queue for one at a time. */
function queueOfOne() {
  const queue = new PasswordHashQueue(1, 1_000);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    enter: (lane: Lane, name: string) =>
      queue.during(lane, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    /** Ends the running work and lets the next begin. */
    endOne: async () => {
      ends.shift()?.();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

test("[AU-02] known users go first, in order; anonymous ones newest first", async () => {
  const { begun, enter, endOne } = queueOfOne();
  const all = [
    enter("last", "runs at once"),
    enter("last", "guess 1"),
    enter("last", "guess 2"),
    enter("first", "known 1"),
    enter("first", "known 2"),
    enter("last", "newest"),
  ];
  for (const _ of all) await endOne();
  await Promise.all(all);
  expect(begun).toEqual(["runs at once", "known 1", "known 2", "newest", "guess 2", "guess 1"]);
});

test("[AU-02] anonymous work that waits too long is refused, known users' never is", async () => {
  const { begun, enter, endOne } = queueOfOne();
  const runs = enter("last", "runs at once");
  const guess = enter("last", "guess").catch((error: unknown) => error);
  const known = enter("first", "known");
  await vi.advanceTimersByTimeAsync(1_001);
  expect(await guess).toMatchObject({ status: 503, code: "busySigningIn", headers: { "retry-after": "10" } });
  await endOne();
  await endOne();
  await Promise.all([runs, known]);
  expect(begun).toEqual(["runs at once", "known"]);
});

test("[AU-02] concurrency is limited, and failing work frees its slot like any other", async () => {
  const queue = new PasswordHashQueue(2, 1_000);
  let running = 0;
  let max = 0;
  const work = async () => {
    running += 1;
    max = Math.max(max, running);
    await Promise.resolve();
    running -= 1;
    throw new Error("failed");
  };
  const all = Array.from({ length: 20 }, () => queue.during("last", work));
  expect((await Promise.allSettled(all)).every(({ status }) => status === "rejected")).toBe(true);
  expect(max).toBe(2);
  await expect(queue.during("last", async () => "done")).resolves.toBe("done");
});
