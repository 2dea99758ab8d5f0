import type { Appearance } from "../../contract/themes";
import { themeCss, themeStyleId } from "../../theme/theme-css";

/** Replaces the served colours of the open page with an organisation's. */
export function applyTheme(theme: Appearance["theme"]): void {
  const style = document.getElementById(themeStyleId);
  if (style) style.textContent = themeCss(theme);
}
