export const themes = ["light", "dark", "auto"] as const;
export type Theme = (typeof themes)[number];

/** Cookie and local-storage key: the server reads the cookie for the first paint, other windows hear of the storage (PR-03). */
export const themeKey = "theme";

/** What is shown to those who have chosen nothing: the organisation's theme as it was made, or what their system asks for. */
export function themeOf(appearance: { theme: { isDark: boolean } | null } | undefined): Theme {
  if (!appearance?.theme) return "auto";
  return appearance.theme.isDark ? "dark" : "light";
}

export function isTheme(value: unknown): value is Theme {
  return (themes as readonly unknown[]).includes(value);
}
