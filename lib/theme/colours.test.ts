import { expect, test } from "vitest";
import { colourNames, colours, fillStyle } from "./colours";
import { contrast } from "./oklch";
import { minContrast, tokensOf } from "./palette";
import { systemThemes } from "./system-themes";

/** A palette colour as a fill in the system theme, with its text colour. */
function fillOf(colour: string, theme: keyof typeof systemThemes) {
  const { isDark } = systemThemes[theme];
  const { primary: fill, "on-primary": on } = tokensOf({ primary: colour, accent: colour, isDark });
  return { fill, on };
}

test("[PR-03] the palette's style sheet is readable in light and dark, like themes", async () => {
  const lines = colourNames.flatMap((name) => {
    const [light, dark] = [fillOf(colours[name], "light"), fillOf(colours[name], "dark")];
    return [
      `  --label-${name}: light-dark(${light.fill}, ${dark.fill});`,
      `  --on-label-${name}: light-dark(${light.on}, ${dark.on});`,
    ];
  });
  const note =
    "/* Made by lib/theme/colours.test.ts of the palette in lib/theme/colours.ts: `npx vitest run lib/theme -u`. */";
  await expect([note, ":root {", ...lines, "}", ""].join("\n")).toMatchFileSnapshot("../../app/colours.css");
});

test("[PR-03] text on a palette colour is readable, and so is the colour on the page", () => {
  for (const theme of ["light", "dark"] as const) {
    const { background, surface } = tokensOf(systemThemes[theme]);
    for (const name of colourNames) {
      const { fill, on } = fillOf(colours[name], theme);
      expect(contrast(on, fill), `${name}, ${theme}`).toBeGreaterThanOrEqual(minContrast.text);
      for (const ground of [background, surface])
        expect(contrast(fill, ground), `${name}, ${theme}`).toBeGreaterThanOrEqual(minContrast.control);
    }
  }
});

test("[PR-03] only palette colours are used as fills", () => {
  expect(fillStyle("#D1242F")).toEqual({
    backgroundColor: "var(--label-red)",
    color: "var(--on-label-red)",
  });
  for (const none of ["", "#123456", "red; background: url(x)"]) expect(fillStyle(none)).toBeUndefined();
});
