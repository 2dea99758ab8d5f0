export const themes = ["light", "dark", "auto"] as const;
export type Theme = (typeof themes)[number];

/** Cookie and local-storage key: the server reads the cookie for the first paint, other windows get storage events (PR-03). */
export const themeKey = "theme";

/** Default theme without a user's choice: the organisation's own, or that of the operating system. */
export function themeOf(appearance: { theme: { isDark: boolean } | null } | undefined): Theme {
  if (!appearance?.theme) return "auto";
  return appearance.theme.isDark ? "dark" : "light";
}

export function isTheme(value: unknown): value is Theme {
  return (themes as readonly unknown[]).includes(value);
}
