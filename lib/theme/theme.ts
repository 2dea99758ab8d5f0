export const themes = ["light", "dark", "auto"] as const;
export type Theme = (typeof themes)[number];

/** Cookie and local-storage key: the server reads the cookie for the first paint, other windows hear of the storage (PR-03). */
export const themeKey = "theme";

export function isTheme(value: unknown): value is Theme {
  return (themes as readonly unknown[]).includes(value);
}
