import type { CSSProperties } from "react";
import type { ColourTokens } from "@/lib/theme/palette";

/** Style that sets these colours for an element's contents, regardless of the page around it. */
export function themeStyle(tokens: ColourTokens, isDark: boolean): CSSProperties {
  const variables = Object.entries(tokens).map(([token, value]) => [`--${token}`, value]);
  return { ...Object.fromEntries(variables), colorScheme: isDark ? "dark" : "light" };
}
