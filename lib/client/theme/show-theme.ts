import { type ThemeColours, tokensOf } from "../../theme/palette";

/**
 * Applies a theme of two colours to the open page; without one restores the chosen system theme.
 * @throws {RangeError} unless both colours are like `#4f46e5`
 */
export function showTheme(colours: ThemeColours | undefined, root = document.documentElement): void {
  for (const name of shown) root.style.removeProperty(name);
  shown = [];
  if (!colours) return;
  for (const [name, colour] of Object.entries(tokensOf(colours))) set(root, `--${name}`, colour);
  // For scroll bars, native controls and shadows.
  set(root, "color-scheme", colours.isDark ? "dark" : "light");
}

let shown: string[] = [];

function set(root: HTMLElement, name: string, value: string): void {
  root.style.setProperty(name, value);
  shown.push(name);
}
