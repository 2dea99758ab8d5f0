import type { Language } from "../preferences/preferences";
import { intlLocale } from "./intl-locale";

/**
 * Writes parts of a day of the calendar, such as its month, in words. The day is a Date at its midnight on this
 * machine, as calendars have it; no time zone comes into it.
 */
export function calendarText(
  language: Language,
  options: Intl.DateTimeFormatOptions,
): (date: Date) => string {
  const format = new Intl.DateTimeFormat(intlLocale(language), options);
  return (date) => format.format(date);
}
