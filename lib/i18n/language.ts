import { fallbackLanguage, type Language, languages } from "../preferences/preferences";

/** The languages' own names, for the language picker. */
export const languageNames: Record<Language, string> = {
  en: "English",
  de: "Deutsch",
  pl: "Polski",
  sr: "Srpski",
};

export const languageCookie = "lang";

export function isLanguage(value: unknown): value is Language {
  return (languages as readonly unknown[]).includes(value);
}

/** The language without user settings: from the cookie, else the best of Accept-Language (RFC 9110, section 12.5.4), else English. */
export function negotiateLanguage(
  cookie: string | undefined,
  acceptLanguage: string | null | undefined,
): Language {
  if (isLanguage(cookie)) return cookie;
  const wanted = (acceptLanguage ?? "")
    .split(",")
    .map((part) => {
      const [range = "", ...parameters] = part.trim().toLowerCase().split(";");
      const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
      return { language: range.split(/[-_]/)[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ language }) => language);
  return wanted.find(isLanguage) ?? fallbackLanguage;
}
