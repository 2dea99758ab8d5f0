import { contrast } from "./oklch";
import { backgrounds, minContrast, type ThemeColours, tokensOf } from "./palette";

/** Visibility of one of a theme's two colours on the theme's backgrounds (WCAG 2.2, 1.4.11). */
export interface ColourReadability {
  /** The minimum contrast of the chosen colour, two digits, rounded down. */
  contrast: number;
  /** The required contrast. */
  needed: number;
  /** The colour shown: the chosen one or its replacement. */
  shown: string;
}

export const chosenColours = ["primary", "accent"] as const;

/**
 * Readability of a theme's two colours: shared by server and browser (PR-03).
 * @throws {RangeError} unless both are like `#4f46e5`
 */
export function readabilityOf(colours: ThemeColours): Record<"primary" | "accent", ColourReadability> {
  const tokens = tokensOf(colours);
  const [primary, accent] = chosenColours.map((name) => {
    const least = Math.min(...backgrounds.map((ground) => contrast(colours[name], tokens[ground])));
    return { contrast: Math.floor(least * 100) / 100, needed: minContrast.control, shown: tokens[name] };
  });
  return { primary, accent } as Record<"primary" | "accent", ColourReadability>;
}
