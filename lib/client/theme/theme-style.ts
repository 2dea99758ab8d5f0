import type { CSSProperties } from "react";
import type { Tokens } from "@/lib/theme/palette";

/** The style of an element in which all wears these colours, whatever the page around it does. */
export function themeStyle(tokens: Tokens, isDark: boolean): CSSProperties {
  const variables = Object.entries(tokens).map(([token, value]) => [`--${token}`, value]);
  return { ...Object.fromEntries(variables), colorScheme: isDark ? "dark" : "light" };
}
