import type { Language } from "../preferences/preferences";

/** What Intl calls our languages: Serbian is written in Latin script here. */
export function intlLocale(language: Language): string {
  return language === "sr" ? "sr-Latn" : language;
}
