import fc from "fast-check";
import { expect, test } from "vitest";
import { contrast } from "./oklch";
import { backgrounds, minContrast, tokensOf } from "./palette";
import { readabilityOf } from "./readability";
import { isSystemTheme } from "./rules";
import { systemThemes } from "./system-themes";
import { themeCss } from "./theme-css";

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("[PR-03] an organisation's colours take at most 2 kB of a page, for light and dark together", () => {
  fc.assert(
    fc.property(colour, colour, (primary, accent) => {
      const css = themeCss({ primary, accent });
      expect(css.length).toBeLessThanOrEqual(2000);
      expect(css).not.toMatch(/[<>]/);
      expect(css).toContain(
        `--primary-active:light-dark(${tokensOf({ primary, accent, isDark: false })["primary-active"]}`,
      );
    }),
    { numRuns: 60 },
  );
  expect(themeCss(null)).toBe("");
});

test("[PR-03] keeps a visible colour; otherwise reports its contrast and replacement", () => {
  fc.assert(
    fc.property(colour, colour, fc.boolean(), (primary, accent, isDark) => {
      const given = { primary, accent, isDark };
      const tokens = tokensOf(given);
      for (const name of ["primary", "accent"] as const) {
        const said = readabilityOf(given)[name];
        expect(said.shown === given[name]).toBe(said.contrast >= minContrast.control);
        for (const ground of backgrounds)
          expect(contrast(said.shown, tokens[ground])).toBeGreaterThanOrEqual(minContrast.control);
      }
    }),
    { numRuns: 100 },
  );
  for (const theme of Object.values(systemThemes))
    expect(readabilityOf(theme).primary.shown).toBe(theme.primary);
});

test("[OR-02] detects names that resemble those of the system", () => {
  for (const name of [
    "light",
    " Dark",
    "AUTO",
    "d-a-r-k",
    "ｌｉｇｈｔ",
    "Líght",
    "DÅRK",
    "AUTÖ",
    "lİght",
    "łight",
    "ӏіɡһт",
    "dаrк",
    "LIGНT",
    "αυτο",
  ])
    expect([name, isSystemTheme(name)]).toEqual([name, true]);
  for (const name of ["Light blue", "Darkness", "Automobile", "Тамно", "Φως"])
    expect(isSystemTheme(name)).toBe(false);
});
