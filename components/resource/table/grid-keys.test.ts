import { describe, expect, test } from "vitest";
import { moveOf, rowAfter } from "./grid-keys";

const press = (keys: string) => {
  const parts = keys.split("+");
  return moveOf({
    key: parts.at(-1) ?? "",
    ctrlKey: parts.includes("Ctrl"),
    metaKey: parts.includes("Meta"),
    shiftKey: parts.includes("Shift"),
    altKey: parts.includes("Alt"),
  });
};

describe("[TL-07] keys of a grid", () => {
  test.each([
    ["ArrowLeft", { to: "previous" }],
    ["ArrowRight", { to: "next" }],
    ["Home", { to: "rowStart" }],
    ["End", { to: "rowEnd" }],
    ["Ctrl+Home", { to: "gridStart" }],
    ["Meta+End", { to: "gridEnd" }],
    ["ArrowDown", { rows: 1, extend: false }],
    ["Shift+ArrowUp", { rows: -1, extend: true }],
    ["PageDown", { screens: 1 }],
  ])("%s moves", (keys, move) => {
    expect(press(keys)).toEqual(move);
  });

  test.each(["Alt+ArrowLeft", "Ctrl+ArrowDown", "Shift+ArrowLeft", "Ctrl+PageDown", "Tab", "a", "Enter"])(
    "%s is not handled",
    (keys) => {
      expect(press(keys)).toBeUndefined();
    },
  );

  test.each([
    ["ArrowDown", -1, 10, 0],
    ["ArrowDown", 9, 10, 9],
    ["ArrowUp", 0, 10, -1],
    ["Shift+ArrowUp", 0, 10, 0],
    ["PageDown", 3, 10, 7],
    ["PageDown", 8, 10, 9],
    ["PageUp", 3, 10, 0],
    ["PageUp", 0, 10, 0],
    ["Ctrl+Home", 7, 10, 0],
    ["Ctrl+End", 0, 10_000, 9_999],
    ["ArrowDown", -1, 0, -1],
    ["Ctrl+Home", -1, 0, -1],
    ["End", 4, 10, 4],
  ])("%s from row %i of %i ends in %i", (keys, from, count, expected) => {
    const move = press(keys);
    expect(move && rowAfter(move, from, count, 4)).toBe(expected);
  });
});
