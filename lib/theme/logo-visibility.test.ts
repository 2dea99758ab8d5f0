import { expect, test } from "vitest";
import { standsOut } from "./logo-visibility";
import { tokensOf } from "./palette";
import { systemThemes } from "./system-themes";

const bars = { light: tokensOf(systemThemes.light).surface, dark: tokensOf(systemThemes.dark).surface };

const picture = (...pixels: [red: number, green: number, blue: number, alpha: number][]) =>
  new Uint8ClampedArray(pixels.flat());
const many = (count: number, ...pixel: [number, number, number, number]) =>
  Array.from({ length: count }, () => pixel);

test.each([
  ["black", many(4, 0, 0, 0, 255), { light: true, dark: false }],
  ["navy", many(4, 30, 40, 100, 255), { light: true, dark: false }],
  ["white", many(4, 255, 255, 255, 255), { light: false, dark: true }],
  ["yellow", many(4, 250, 204, 21, 255), { light: false, dark: true }],
  ["mid blue", many(4, 37, 99, 235, 255), { light: true, dark: true }],
  [
    "black words on white",
    [...many(90, 255, 255, 255, 255), ...many(10, 0, 0, 0, 255)],
    { light: true, dark: true },
  ],
  [
    "black with white dust",
    [...many(98, 0, 0, 0, 255), ...many(2, 255, 255, 255, 255)],
    { light: true, dark: false },
  ],
  [
    "black on transparent white",
    [...many(96, 255, 255, 255, 0), ...many(4, 0, 0, 0, 255)],
    { light: true, dark: false },
  ],
] as const)("[PR-03] a logo on a light and a dark bar: %s", (_, pixels, expected) => {
  const shown = picture(...pixels.map((pixel) => [...pixel] as [number, number, number, number]));
  expect({ light: standsOut(shown, bars.light), dark: standsOut(shown, bars.dark) }).toEqual(expected);
});

test("[PR-03] an entirely transparent picture is not reported", () => {
  expect(standsOut(picture([0, 0, 0, 0]), bars.dark)).toBe(true);
});
