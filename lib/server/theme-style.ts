import type { Appearance } from "../contract/themes";
import { themeCss } from "../theme/theme-css";
import { BoundedMap } from "./bounded-map";

const made = new BoundedMap<string, string>(200);

/** The colours of an organisation as the style element of its pages has them; computed once for each pair of colours. */
export function themeStyle(theme: Appearance["theme"] | undefined): string {
  if (!theme) return "";
  const key = `${theme.primary} ${theme.accent}`;
  const css = made.get(key) ?? themeCss(theme);
  made.set(key, css);
  return css;
}
