import { contrast } from "./oklch";
import { backgrounds, minContrast, type ThemeColours, tokensOf } from "./palette";

/** How well one of the two colours of a theme can be seen on the theme's own grounds (WCAG 2.2, 1.4.11). */
export interface ColourReadability {
  /** The least that the colour has as it was chosen, two digits, rounded down. */
  contrast: number;
  /** What has to be there. */
  needed: number;
  /** The colour that is shown in its place, or the same. */
  shown: string;
}

export const chosenColours = ["primary", "accent"] as const;

/**
 * What becomes of the two colours of a theme: server and browser say it by this alone (PR-03).
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
