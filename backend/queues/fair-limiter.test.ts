import { expect, test } from "vitest";
import { RequestError } from "../core/errors";
import { FairLimiter } from "./fair-limiter";

const limits = { atOnce: 3, each: 2, timeout: 60_000, waiting: { all: 100, each: 50 } };
const asker = (person: string, tenant = "main") => ({ tenant, person });

/** Work that records when it begins and ends on demand. */
function recordOrder(limiter: FairLimiter) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (person: string, asking = {}) =>
    limiter.during(
      asker(person),
      () => {
        begun.push(person);
        return new Promise<void>((resolve) => ends.push(resolve));
      },
      asking,
    );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const endOne = async () => {
    ends.shift()?.();
    await settle();
  };
  return { begun, ask, endOne, settle };
}

test("[TL-03] one person leaves a slot for others, and the next person does not wait", async () => {
  const { begun, ask, endOne, settle } = recordOrder(new FairLimiter(limits));
  const flood = Array.from({ length: 52 }, () => ask("flood").catch(() => undefined));
  await settle();
  void ask("next");
  await settle();
  expect(begun).toEqual(["flood", "flood", "next"]);
  for (let ended = 0; ended < 60; ended += 1) await endOne();
  await Promise.all(flood);
  expect(begun.filter((person) => person === "flood")).toHaveLength(52);
});

test("[TL-03] with a single slot, the next person has the next turn", async () => {
  const { begun, ask, endOne, settle } = recordOrder(new FairLimiter({ ...limits, atOnce: 1, each: 1 }));
  for (let count = 0; count < 50; count += 1) ask("flood").catch(() => undefined);
  void ask("next");
  void ask("third");
  await settle();
  for (let ended = 0; ended < 4; ended += 1) await endOne();
  expect(begun).toEqual(["flood", "flood", "next", "third", "flood"]);
});

test("[TL-03] work of a disconnected client is never begun", async () => {
  const { begun, ask, endOne, settle } = recordOrder(new FairLimiter({ ...limits, atOnce: 1, each: 1 }));
  const leave = new Set<() => void>();
  const departure = (listener: () => void) => {
    leave.add(listener);
    return () => leave.delete(listener);
  };
  const flood = Array.from({ length: 40 }, () => ask("flood", { departure }).catch((error) => error.status));
  void ask("next");
  for (const go of leave) go();
  await settle();
  await endOne();
  await endOne();
  await endOne();
  expect(begun).toEqual(["flood", "next"]);
  expect((await Promise.all(flood)).filter((status) => status === 499)).toHaveLength(39);
  expect(leave.size).toBe(0);
});

test("[TL-03] work that takes a person's whole share leaves room for others' short work", async () => {
  const { begun, ask, endOne, settle } = recordOrder(new FairLimiter({ ...limits, atOnce: 10, each: 5 }));
  for (let count = 0; count < 10; count += 1) ask("flood", { weight: 4 }).catch(() => undefined);
  void ask("flood");
  void ask("next", { weight: 4 });
  await settle();
  expect(begun).toEqual(["flood", "flood", "next"]);
  await endOne();
  expect(begun).toEqual(["flood", "flood", "next", "flood"]);
});

test("[TL-03] work beyond the limit or waiting too long is refused with a retry", async () => {
  const one = { ...limits, atOnce: 1, each: 1 };
  const small = recordOrder(new FairLimiter({ ...one, waiting: { all: 5, each: 1 }, timeout: 20 }));
  void small.ask("a");
  const waiting = small.ask("a");
  const busy = { status: 503, code: "busy", headers: { "retry-after": "10" } };
  await expect(small.ask("a")).rejects.toMatchObject(busy);
  await expect(waiting).rejects.toMatchObject(busy);
  const limiter = new FairLimiter(one);
  const failing = recordOrder(limiter);
  void failing.ask("a");
  const last = failing.ask("b");
  await failing.settle();
  limiter.refuseWaiting(new RequestError("unavailable", { status: 503 }));
  await expect(last).rejects.toMatchObject({ code: "unavailable" });
});

test("[TL-03] releasing a slot twice frees one slot, and failing work releases its own", async () => {
  const limiter = new FairLimiter({ ...limits, atOnce: 1, each: 1, timeout: 20 });
  const release = await limiter.take(asker("a"));
  release();
  release();
  await expect(
    limiter.during(asker("a"), async () => {
      throw new Error("failed");
    }),
  ).rejects.toThrow("failed");
  await limiter.take(asker("a"));
  await expect(limiter.take(asker("b"))).rejects.toThrow("busy");
});
