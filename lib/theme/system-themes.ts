import type { ThemeColours } from "./palette";

/** The two built-in themes, which cannot be changed (administration document, Theme). Their colours are in app/theme.css. */
export const systemThemes = {
  light: { primary: "#4f46e5", accent: "#0f766e", isDark: false },
  dark: { primary: "#8f8cff", accent: "#2dd4bf", isDark: true },
} as const satisfies Record<string, ThemeColours>;
