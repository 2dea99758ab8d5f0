import { expect, test } from "vitest";
import { constant, count, dictionary, flag, list, number, object, text } from "./readers";

test("reads valid values and rejects others", () => {
  expect([text(3)("abc"), text(3)("abcd"), text(9, /^a/)("b"), text(3)(1)]).toEqual([
    "abc",
    undefined,
    undefined,
    undefined,
  ]);
  expect([flag(false), flag("false")]).toEqual([false, undefined]);
  expect([count(0), count(-1), count(1.5), number(-1.5), number(Number.NaN)]).toEqual([
    0,
    undefined,
    undefined,
    -1.5,
    undefined,
  ]);
  expect([constant(1)(1), constant(1)("1")]).toEqual([1, undefined]);
});

test("one invalid item invalidates a list or dictionary", () => {
  expect(list(count, 2)([1, 2])).toEqual([1, 2]);
  expect(list(count, 2)([1, 2, 3])).toBeUndefined();
  expect(list(count, 2)([1, "2"])).toBeUndefined();
  expect(dictionary(text(2), count)({ a: 1 })).toEqual({ a: 1 });
  expect(dictionary(text(2), count)({ abc: 1 })).toBeUndefined();
  expect(dictionary(text(2), count)([1])).toBeUndefined();
});

test("an object needs its required fields and loses unknown ones", () => {
  const read = object({ a: count }, { b: flag });
  expect(read({ a: 1, b: true, c: 2 })).toEqual({ a: 1, b: true });
  expect(read({ a: 1 })).toEqual({ a: 1 });
  expect(read({ b: true })).toBeUndefined();
  expect(read({ a: 1, b: "yes" })).toBeUndefined();
  expect(read(null)).toBeUndefined();
});
