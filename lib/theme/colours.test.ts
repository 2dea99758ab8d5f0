import { expect, test } from "vitest";
import { colourNames, colours, fillStyle } from "./colours";
import { contrast } from "./oklch";
import { minContrast, tokensOf } from "./palette";
import { systemThemes } from "./system-themes";

/** A colour of the palette as a fill of the system theme, and what is written on it. */
function fillOf(colour: string, theme: keyof typeof systemThemes) {
  const { isDark } = systemThemes[theme];
  const { primary: fill, "on-primary": on } = tokensOf({ primary: colour, accent: colour, isDark });
  return { fill, on };
}

test("[PR-03] the style sheet of the palette is made readable in light and dark as themes are", async () => {
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

test("[PR-03] what is written on a colour of the palette, and the colour on the page, can be read", () => {
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

test("[PR-03] nothing is filled with a colour that is not of the palette", () => {
  expect(fillStyle("#D1242F")).toEqual({
    backgroundColor: "var(--label-red)",
    color: "var(--on-label-red)",
  });
  for (const none of ["", "#123456", "red; background: url(x)"]) expect(fillStyle(none)).toBeUndefined();
});
