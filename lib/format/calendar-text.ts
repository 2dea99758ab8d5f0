import type { Language } from "../preferences/preferences";
import { intlLocale } from "./intl-locale";

/**
 * Formats parts of a calendar day, such as its month, in words. The day is a Date at local midnight, as calendars use it;
 * time zones do not matter.
 */
export function calendarText(
  language: Language,
  options: Intl.DateTimeFormatOptions,
): (date: Date) => string {
  const format = new Intl.DateTimeFormat(intlLocale(language), options);
  return (date) => format.format(date);
}
