import { type ThemeColours, type Token, tokensOf } from "./palette";
import { systemThemes } from "./system-themes";

const system = { light: tokensOf(systemThemes.light), dark: tokensOf(systemThemes.dark) };

/** The id of the style element with the organisation's colours, in the head of every page. */
export const themeStyleId = "organisation-theme";

/**
 * An organisation's colours for light and dark, as overrides of app/theme.css; empty without a theme. Omits values equal to
 * the system themes'. Colours like `#4f46e5` cannot end a style element.
 * @throws {RangeError} unless both colours are like `#4f46e5`
 */
export function themeCss(theme: Pick<ThemeColours, "primary" | "accent"> | null | undefined): string {
  if (!theme) return "";
  const { primary, accent } = theme;
  const light = tokensOf({ primary, accent, isDark: false });
  const dark = tokensOf({ primary, accent, isDark: true });
  const own = (Object.keys(light) as Token[]).filter(
    (name) => light[name] !== system.light[name] || dark[name] !== system.dark[name],
  );
  const lines = own.map((name) => `--${name}:light-dark(${light[name]},${dark[name]})`);
  return lines.length > 0 ? `:root:root{${lines.join(";")}}` : "";
}
