import fc from "fast-check";
import { expect, test } from "vitest";
import { WorkQueue } from "./work-queue";

/** A queue of work that ends on demand. */
function queueOf(concurrency: number, tenantOf: (item: string) => string = () => "main") {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (item: string) => {
    begun.push(item);
    return new Promise<void>((resolve) => ends.push(resolve));
  };
  const queue = new WorkQueue<string>(concurrency, work, (item) => ({
    tenant: tenantOf(item),
    person: "one",
  }));
  const endOne = async () => {
    ends.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { queue, begun, ends, endOne };
}

test("[HO-03] urgent work does not wait behind ten thousand other items", async () => {
  const { queue, begun, endOne } = queueOf(2);
  for (let index = 0; index < 10_000; index += 1) queue.add(`old ${index}`, false);
  queue.add("new", true);
  queue.add("old 9000", true);
  for (let ended = 0; ended < 2; ended += 1) await endOne();
  expect(begun).toEqual(["old 0", "old 1", "new", "old 9000"]);
});

test("[HO-03] a change for all users of one tenant delays another tenant by one of them", async () => {
  const { queue, begun, endOne } = queueOf(1, (item) => item.slice(0, 5));
  for (let index = 0; index < 1_000; index += 1) queue.add(`large ${index}`, true);
  queue.add("small", true);
  await endOne();
  await endOne();
  expect(begun).toEqual(["large 0", "large 1", "small"]);
});

test("[HO-03] every added item is worked on once afterwards, within the limit of concurrency", async () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ item: fc.constantFrom("a", "b", "c", "d"), isUrgent: fc.boolean() }),
      fc.record({ gone: fc.constantFrom("a", "b", "c", "d") }),
      fc.constant("end" as const),
    ),
  );
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 3 }), async (taken, concurrency) => {
      const { queue, begun, ends, endOne } = queueOf(concurrency);
      const waiting = new Set<string>();
      let seen = 0;
      const check = () => {
        for (; seen < begun.length; seen += 1) expect(waiting.delete(begun[seen] as string)).toBe(true);
        for (const item of ["a", "b", "c", "d"]) expect(queue.has(item)).toBe(waiting.has(item));
        expect(ends.length).toBeLessThanOrEqual(concurrency);
      };
      for (const step of taken) {
        if (step === "end") await endOne();
        else if ("gone" in step) {
          queue.delete(step.gone);
          waiting.delete(step.gone);
        } else {
          waiting.add(step.item);
          queue.add(step.item, step.isUrgent);
        }
        check();
      }
      while (ends.length > 0) await endOne();
      check();
      expect(waiting.size).toBe(0);
    }),
  );
});
