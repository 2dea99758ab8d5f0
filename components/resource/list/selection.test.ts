import { expect, test } from "vitest";
import { toggled, withRange } from "./selection";

const rows = ["a", "b", "c", "d", "e", "f"];
const idOf = (row: string) => row;

test("[TL-02] a range starts at the last selected row, reverts on shrinking, and keeps others", () => {
  const others = new Map([["z", "z"]]);
  const { selected, anchor } = toggled(others, "c", "c");
  expect([...selected.keys()]).toEqual(["z", "c"]);
  expect([...(withRange(anchor, rows, 4, idOf)?.keys() ?? [])]).toEqual(["z", "c", "d", "e"]);
  expect([...(withRange(anchor, rows, 3, idOf)?.keys() ?? [])]).toEqual(["z", "c", "d"]);
  expect([...(withRange(anchor, rows, 0, idOf)?.keys() ?? [])]).toEqual(["z", "c", "a", "b"]);
});

test("[TL-02] a range from a deselected row deselects", () => {
  const all = new Map(rows.map((row) => [row, row]));
  const { selected, anchor } = toggled(all, "b", "b");
  expect([...selected.keys()]).toEqual(["a", "c", "d", "e", "f"]);
  expect([...(withRange(anchor, rows, 4, idOf)?.keys() ?? [])]).toEqual(["a", "f"]);
});

test("[TL-02] there is no range without an anchor among the rows", () => {
  expect(withRange(undefined, rows, 2, idOf)).toBeUndefined();
  expect(withRange(toggled(new Map(), "x", "x").anchor, rows, 2, idOf)).toBeUndefined();
});
