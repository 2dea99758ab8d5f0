import { expect, test } from "vitest";
import { BoundedMap } from "./bounded-map";

function filled(max: number, ...keys: string[]) {
  const map = new BoundedMap<string, string>(max);
  for (const key of keys) map.set(key, `value of ${key}`);
  return map;
}

test("evicts the oldest entry first", () => {
  const map = filled(2, "a", "b", "c");
  expect([...map]).toEqual([
    ["b", "value of b"],
    ["c", "value of c"],
  ]);
  expect([map.has("a"), map.get("a"), map.size]).toEqual([false, undefined, 2]);
});

test("makes an entry that is set again the newest, without taking more room", () => {
  expect([...filled(3, "a", "b", "c", "a").keys()]).toEqual(["b", "c", "a"]);
  expect([...filled(3, "a", "b", "c", "a", "d").keys()]).toEqual(["c", "a", "d"]);
  expect(filled(3, "a").set("a", "new").get("a")).toBe("new");
});

test("does not keep an entry that is only read", () => {
  const map = filled(2, "a", "b");
  map.get("a");
  map.has("a");
  map.set("c", "");
  expect([...map.keys()]).toEqual(["b", "c"]);
});

test("frees the space of a deleted entry", () => {
  const map = filled(2, "a", "b");
  expect([map.delete("a"), map.delete("a")]).toEqual([true, false]);
  map.set("c", "");
  expect([...map.keys()]).toEqual(["b", "c"]);
  map.clear();
  expect(map.size).toBe(0);
});

test("never exceeds its size, for any input", () => {
  const map = new BoundedMap<number | undefined, number>(10);
  const sizes = Array.from({ length: 1_000 }, (_, at) => {
    return map.set(at % 7 === 0 ? undefined : (at * 31) % 97, at).size;
  });
  expect(Math.max(...sizes)).toBe(10);
  expect(Math.max(...map.values())).toBe(999);
});
