import { type ThemeColours, tokensOf } from "../../theme/palette";

/**
 * Applies a theme of two colours to the open page; without one restores the chosen system theme.
 * @throws {RangeError} unless both colours are like `#4f46e5`
 */
export function showTheme(colours: ThemeColours | undefined): void {
  for (const name of shown) document.documentElement.style.removeProperty(name);
  shown = [];
  if (!colours) return;
  for (const [name, colour] of Object.entries(tokensOf(colours))) set(`--${name}`, colour);
  // For scroll bars, native controls and shadows.
  set("color-scheme", colours.isDark ? "dark" : "light");
}

let shown: string[] = [];

function set(name: string, value: string): void {
  document.documentElement.style.setProperty(name, value);
  shown.push(name);
}
