import fc from "fast-check";
import { expect, test } from "vitest";
import { contrast, toHex, toOklch } from "./oklch";
import {
  backgrounds,
  type ColourTokens,
  fills,
  outlines,
  subtleBackgrounds,
  type Token,
  textColours,
  tokensOf,
} from "./palette";
import { systemThemes } from "./system-themes";

const systemTokens = { light: tokensOf(systemThemes.light), dark: tokensOf(systemThemes.dark) };

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);
/** Includes the hardest cases: greys, and the corners of the gamut. */
const anyColour = fc.oneof(
  colour,
  fc.integer({ min: 0, max: 255 }).map((grey) => `#${grey.toString(16).padStart(2, "0").repeat(3)}`),
  fc
    .tuple(...Array.from({ length: 3 }, () => fc.constantFrom("00", "7f", "ff")))
    .map((parts) => `#${parts.join("")}`),
);

/** Pairs of foreground and background, with their minimum contrast. */
const pairs: (readonly [above: Token, below: Token, min: number])[] = [
  ...textColours.flatMap((ink) => backgrounds.map((ground) => [ink, ground, 4.5] as const)),
  ...Object.entries(subtleBackgrounds).map(([ground, ink]) => [ink, ground as Token, 4.5] as const),
  ...Object.keys(subtleBackgrounds).map((ground) => ["muted", ground as Token, 4.5] as const),
  ["text", "selection", 4.5],
  ...fills.flatMap((fill) =>
    [fill, `${fill}-strong`, `${fill}-active`].flatMap((shade) => [
      [`on-${fill}`, shade as Token, 4.5] as const,
      ...backgrounds.map((ground) => [shade as Token, ground, 3] as const),
    ]),
  ),
  ...outlines.flatMap((edge) => backgrounds.map((ground) => [edge, ground, 3] as const)),
];

const unreadable = (tokens: ColourTokens) =>
  pairs.filter(([above, below, min]) => contrast(tokens[above], tokens[below]) < min);

test("[PR-03] any two colours give a readable theme, in light and dark", () => {
  fc.assert(
    fc.property(anyColour, anyColour, fc.boolean(), (primary, accent, isDark) => {
      const tokens = tokensOf({ primary, accent, isDark });
      expect(unreadable(tokens)).toEqual([]);
      for (const value of Object.values(tokens)) expect(value).toMatch(/^#[0-9a-f]{6}$/);
    }),
    { numRuns: 400 },
  );
}, 60_000);

test("[PR-03] keeps readable colours", () => {
  const { primary, accent } = systemThemes.light;
  const tokens = tokensOf({ primary, accent, isDark: false });
  expect([tokens.primary, tokens["primary-text"], tokens.accent]).toEqual([primary, primary, accent]);
});

test("[PR-03] a corrected colour keeps its hue, and is darker on light backgrounds, lighter on dark", () => {
  const yellow = "#facc15";
  const light = tokensOf({ primary: yellow, accent: yellow, isDark: false });
  const dark = tokensOf({ primary: "#1e3a8a", accent: yellow, isDark: true });
  expect(toOklch(light.primary).l).toBeLessThan(toOklch(yellow).l);
  expect(toOklch(dark.primary).l).toBeGreaterThan(toOklch("#1e3a8a").l);
  expect(toOklch(light.primary).h).toBeCloseTo(toOklch(yellow).h, 1);
  expect(toOklch(dark.primary).h).toBeCloseTo(toOklch("#1e3a8a").h, 1);
});

test("[PR-03] the system themes are derived in the same way", () => {
  for (const [name, tokens] of Object.entries(systemTokens)) {
    expect(unreadable(tokens), name).toEqual([]);
    for (const ground of backgrounds) expect(toOklch(tokens[ground]).l > 0.5).toBe(name === "light");
  }
});

test("[PR-03] the style sheet of the system themes matches their two colours", async () => {
  const colours = Object.entries(systemTokens.light).map(([name, light]) => {
    const dark = systemTokens.dark[name as Token];
    return `  --${name}: light-dark(${light}, ${dark});`;
  });
  const note =
    "/* Made by lib/theme/palette.test.ts of the colours in lib/theme/system-themes.ts: `npx vitest run lib/theme -u`. */";
  await expect([note, ":root {", ...colours, "}", ""].join("\n")).toMatchFileSnapshot("../../app/theme.css");
});

test("[PR-03] surfaces differ by steps: raised, hovered, pressed and selected are distinguishable", () => {
  for (const tokens of Object.values(systemTokens)) {
    const seen = new Set([
      tokens.background,
      tokens.surface,
      tokens.hover,
      tokens.active,
      tokens.selected,
      tokens.border,
    ]);
    expect(seen.size).toBe(6);
  }
});

test("[PR-03] colours survive the conversion to OKLCH and back, and invalid ones are refused", () => {
  fc.assert(
    fc.property(colour, (hex) => {
      expect(toHex(toOklch(hex))).toBe(hex);
    }),
  );
  for (const wrong of ["", "red", "#fff", "#12345g", "#1234567"])
    expect(() => tokensOf({ primary: wrong, accent: "#000000", isDark: true })).toThrow(RangeError);
});
