import type { Appearance } from "../../contract/themes";
import { themeCss, themeStyleId } from "../../theme/theme-css";

/** Shows the colours of an organisation in the open page, in the place of those that it was served with. */
export function applyTheme(theme: Appearance["theme"]): void {
  const style = document.getElementById(themeStyleId);
  if (style) style.textContent = themeCss(theme);
}
