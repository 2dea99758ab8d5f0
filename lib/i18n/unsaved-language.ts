import type { Language } from "../preferences/preferences";
import { cookieValues } from "../session/chunks";
import { keepCookie } from "../session/cookie";
import { isLanguage } from "./language";

// A cookie, so that the server also renders the next page in the chosen language (PR-02).
const name = "lang.unsaved";
const oneWeek = 7 * 24 * 60 * 60;

/** Stores a user's choice until the server has saved it: per user, tenant and base path. */
export function keepUnsavedLanguage(prefix: string, userId: string, language: Language): void {
  keepCookie(name, `${language} ${userId}`, prefix || "/", oneWeek);
}

/** Called once a language is saved, or has failed; a later choice is kept. */
export function forgetUnsavedLanguage(prefix: string, userId: string, language: Language): void {
  if (unsavedLanguage(document.cookie, userId) === language) keepCookie(name, "", prefix || "/", 0);
}

/** The user's choice before the server has saved it. @param cookies a Cookie header, or `document.cookie` */
export function unsavedLanguage(cookies: string | null, userId: string): Language | undefined {
  const [value = ""] = cookieValues(cookies, name);
  try {
    const [language, ...whose] = decodeURIComponent(value).split(" ");
    return isLanguage(language) && whose.join(" ") === userId ? language : undefined;
  } catch {
    return undefined;
  }
}
