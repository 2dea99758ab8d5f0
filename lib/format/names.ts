import dayjs from "dayjs";
import type { Language } from "../preferences/preferences";
import { intlLocale } from "./intl-locale";

/** The date that the token LL stands for, day before month but in English. */
const longDates: Record<Language, string> = {
  en: "MMMM D, YYYY",
  de: "D. MMMM YYYY",
  pl: "D MMMM YYYY",
  sr: "D. MMMM YYYY.",
};

const registered = new Set<Language>();

/** Teaches dayjs the names of a language's months and weekdays, which every browser has already; answers their locale. */
export function dateNames(language: Language): string {
  const name = `intl-${language}`;
  if (registered.has(language)) return name;
  registered.add(language);
  const texts = namesIn(language);
  const standing = range(12).map((month) => texts({ month: "long" }, month, 1));
  // After a day some languages inflect the month: marzec, 1 marca.
  const inflected = range(12).map((month) => partOf(language, month));
  const months = (date: dayjs.Dayjs, pattern: string) =>
    (/D[^d]*MMMM/.test(pattern) ? inflected : standing)[date.month()];
  dayjs.locale(
    {
      name,
      // 1 March 2026 was a Sunday, with which dayjs begins.
      weekdays: range(7).map((day) => texts({ weekday: "long" }, 2, 1 + day)),
      months,
      // What dayjs' types want besides is for its plugins.
    } as unknown as ILocale,
    undefined,
    true,
  );
  return name;
}

/** A pattern of the preferences with LL spelt out in the language's order. */
export function inOrder(pattern: string, language: Language): string {
  return pattern === "LL" ? longDates[language] : pattern;
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

function namesIn(language: Language) {
  return (options: Intl.DateTimeFormatOptions, month: number, day: number) =>
    new Intl.DateTimeFormat(intlLocale(language), { ...options, timeZone: "UTC" }).format(
      Date.UTC(2026, month, day),
    );
}

function partOf(language: Language, month: number): string {
  const parts = new Intl.DateTimeFormat(intlLocale(language), {
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  }).formatToParts(Date.UTC(2026, month, 1));
  return parts.find(({ type }) => type === "month")?.value ?? "";
}
