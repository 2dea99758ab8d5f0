import dayjs from "dayjs";
import localizedFormat from "dayjs/plugin/localizedFormat";
import timezone from "dayjs/plugin/timezone";
import utc from "dayjs/plugin/utc";
import type { Language, Preferences } from "../preferences/preferences";

dayjs.extend(utc);
dayjs.extend(timezone);
dayjs.extend(localizedFormat);

export interface Format {
  /** The user's, as an IANA name. */
  timeZone: string;
  /** An instant, ISO 8601; nothing gives an empty text. */
  date(instant: string | null | undefined): string;
  /** A calendar day such as `2026-03-01`, the same in every time zone. */
  day(date: string): string;
  longDate(instant: string | null | undefined): string;
  dateTime(instant: string | null | undefined): string;
  time(instant: string | null | undefined): string;
  number(value: number): string;
}

interface FormatSettings {
  preferences: Preferences;
  language: Language;
  /** A dayjs locale that is loaded. */
  locale: string;
  /** IANA name, such as `Europe/Berlin`. */
  timeZone: string;
}

/** Shows dates and numbers as the user prefers them (PR-01). */
export function createFormat({ preferences, language, locale, timeZone }: FormatSettings): Format {
  const numbers = new Intl.NumberFormat(language === "sr" ? "sr-Latn" : language);
  const show = (instant: string | null | undefined, pattern: string) => {
    if (!instant) return "";
    const moment = dayjs(instant);
    return moment.isValid() ? moment.tz(timeZone).locale(locale).format(pattern) : "";
  };
  const { shortDateFormat, longDateFormat, shortTimeFormat } = preferences;
  return {
    timeZone,
    date: (instant) => show(instant, shortDateFormat),
    day: (date) => dayjs.utc(date).locale(locale).format(shortDateFormat),
    longDate: (instant) => show(instant, longDateFormat),
    dateTime: (instant) => show(instant, `${shortDateFormat} ${shortTimeFormat}`),
    time: (instant) => show(instant, shortTimeFormat),
    number: (value) => numbers.format(value),
  };
}
