import type { Language } from "../preferences/preferences";

/** The Intl locale of a language: Serbian uses Latin script. */
export function intlLocale(language: Language): string {
  return language === "sr" ? "sr-Latn" : language;
}
