import { expect, test } from "vitest";
import { ConcurrencyLimiter } from "./concurrency-limiter";

test("[TL-03] so many run at once, the next is told to come back, and an ended one makes room", async () => {
  const slots = new ConcurrencyLimiter(2);
  const release: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => release.push(resolve));
  const running = [slots.during(work), slots.during(work)];
  await expect(slots.during(work)).rejects.toMatchObject({
    status: 503,
    code: "busy",
    headers: { "retry-after": "10" },
  });
  release[0]?.();
  await running[0];
  await expect(slots.during(async () => "done")).resolves.toBe("done");
  await expect(
    slots.during(async () => {
      throw new Error("failed");
    }),
  ).rejects.toThrow("failed");
  await expect(slots.during(async () => "done")).resolves.toBe("done");
});

test("[TL-03] a slot that is given back twice is one slot", async () => {
  const slots = new ConcurrencyLimiter(1);
  const release = slots.take();
  release();
  release();
  slots.take();
  expect(() => slots.take()).toThrow("busy");
});
