import * as fc from "fast-check";
import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue";

const people = ["a", "b", "c"];
const of = (person: string, tenant = "main") => ({ tenant, person });
const arrivals = fc.array(fc.constantFrom(...people), { maxLength: 60 });

test("people take turns, each with their items in order", () => {
  fc.assert(
    fc.property(arrivals, (keys) => {
      const queue = new FairQueue<{ key: string; number: number }>({ all: 100, each: 100 });
      keys.forEach((key, number) => void queue.add(of(key), { key, number }));
      const taken = keys.map(() => queue.take());
      expect(queue.take()).toBeUndefined();
      for (const key of people) {
        const own = taken.flatMap((item) => (item?.key === key ? [item.number] : []));
        expect(own).toEqual(keys.flatMap((other, number) => (other === key ? [number] : [])));
      }
      // Between two turns of a person, every other person with waiting work has had one.
      taken.forEach((item, at) => {
        const next = taken.findIndex((later, index) => index > at && later?.key === item?.key);
        const waiting = new Set(taken.slice(at + 1).map((later) => later?.key));
        if (next > 0) expect(next - at).toBe(waiting.size);
      });
    }),
  );
});

test("waiting items are limited in total and per person, and removal frees capacity", () => {
  fc.assert(
    fc.property(arrivals, (keys) => {
      const limits = { all: 10, each: 4 };
      const queue = new FairQueue<number>(limits);
      const waiting: string[] = [];
      keys.forEach((key, number) => {
        const own = waiting.filter((other) => other === key).length;
        const mayWait = waiting.length < limits.all && own < limits.each;
        expect(queue.add(of(key), number)).toBe(mayWait);
        if (mayWait && number % 3 === 0) queue.remove(of(key), number);
        else if (mayWait) waiting.push(key);
      });
      expect(waiting.map(() => queue.take()).filter((item) => item === undefined)).toEqual([]);
      expect(queue.take()).toBeUndefined();
    }),
  );
});

test("a tenant's many people delay another tenant by one of them", () => {
  const queue = new FairQueue<string>({ all: 1_000, each: 10 });
  for (let person = 0; person < 100; person += 1)
    for (let item = 0; item < 3; item += 1) queue.add(of(String(person), "large"), `large ${person}`);
  queue.add(of("one", "small"), "small");
  expect([queue.take(), queue.take(), queue.take()]).toEqual(["large 0", "small", "large 1"]);
});

test("skipped people keep their place, and those behind them continue", () => {
  const queue = new FairQueue<string>({ all: 10, each: 10 });
  for (const person of ["a", "a", "b", "c"]) queue.add(of(person), person);
  expect(queue.take((item) => item !== "a")).toBe("b");
  expect(queue.take((item) => item === "none")).toBeUndefined();
  expect([queue.take(), queue.take(), queue.take(), queue.take()]).toEqual(["a", "c", "a", undefined]);
});
