import { type ThemeColours, tokensOf } from "../../theme/palette";

/**
 * Shows a theme of two colours in the open page at once; without one the chosen system theme is shown again.
 * @throws {RangeError} unless both colours are like `#4f46e5`
 */
export function showTheme(colours: ThemeColours | undefined, root = document.documentElement): void {
  for (const name of shown) root.style.removeProperty(name);
  shown = [];
  if (!colours) return;
  for (const [name, colour] of Object.entries(tokensOf(colours))) set(root, `--${name}`, colour);
  // Scroll bars, the browser's own controls and shadows follow.
  set(root, "color-scheme", colours.isDark ? "dark" : "light");
}

let shown: string[] = [];

function set(root: HTMLElement, name: string, value: string): void {
  root.style.setProperty(name, value);
  shown.push(name);
}
