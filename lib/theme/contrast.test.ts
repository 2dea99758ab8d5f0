import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("../../app/globals.css", import.meta.url), "utf8");
const colours = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }],
  ),
);

/** WCAG 2.2, relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ["background", "surface", "raised", "hover", "selected"];
const texts = ["text", "muted", "primary", "accent", "success", "warning", "danger"];
const pairs = [
  ...texts.flatMap((text) => grounds.map((ground) => [text, ground, 4.5] as const)),
  ["on-primary", "primary", 4.5],
  ["on-primary", "primary-strong", 4.5],
  ["on-danger", "danger", 4.5],
  ["on-danger", "danger-strong", 4.5],
  ...["control", "ring", "primary"].flatMap((control) =>
    ["background", "surface", "raised"].map((ground) => [control, ground, 3] as const),
  ),
] as const;

test.each(pairs)("[PR-03] %s on %s has a contrast of at least %d", (above, below, least) => {
  const [upper, lower] = [colours.get(above), colours.get(below)];
  if (!upper || !lower) throw new Error(`${above} or ${below} is missing`);
  expect(contrast(upper.light, lower.light)).toBeGreaterThanOrEqual(least);
  expect(contrast(upper.dark, lower.dark)).toBeGreaterThanOrEqual(least);
});
