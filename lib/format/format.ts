import dayjs from "dayjs";
import utc from "dayjs/plugin/utc.js";
import type { Language, Preferences } from "../preferences/preferences";
import { intlLocale } from "./intl-locale";
import { exactDigits } from "./typed-number";
import { wallClock } from "./zone";

dayjs.extend(utc);

/** An instant, ISO 8601; null and undefined give an empty text. */
type DateInput = string | null | undefined;

/** Formats dates, times and numbers for the user (PR-01). Invalid values give an empty text. */
export interface Format {
  /** The user's time zone, as an IANA name. */
  timeZone: string;
  /** Short date. A calendar day such as `2026-03-01` is the same in every time zone. */
  date(moment: DateInput): string;
  longDate(moment: DateInput): string;
  /** Short time. A time of day such as `14:30` is the same in every time zone. */
  time(moment: DateInput): string;
  longTime(moment: DateInput): string;
  /** Short date and short time. */
  dateTime(moment: DateInput): string;
  /** Long date and long time, for a single important instant with enough room. */
  longDateTime(moment: DateInput): string;
  number(value: number): string;
  /** `a, b or c` */
  anyOf(texts: readonly string[]): string;
  /** `a, b and c` */
  allOf(texts: readonly string[]): string;
  /** Compares texts by the language's order. */
  compare(a: string, b: string): number;
}

interface FormatSettings {
  preferences: Preferences;
  language: Language;
  /** IANA name, such as `Europe/Berlin`. */
  timeZone: string;
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const calendarDay = /^\d{4}-\d\d-\d\d$/;
const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

/** Creates the formats of a user's preferences (PR-01). */
export function createFormat({ preferences, language, timeZone }: FormatSettings): Format {
  const locale = intlLocale(language);
  const numbers = once(() => new Intl.NumberFormat(locale, { maximumSignificantDigits: exactDigits }));
  const disjunction = once(() => new Intl.ListFormat(locale, { type: "disjunction" }));
  const conjunction = once(() => new Intl.ListFormat(locale, { type: "conjunction" }));
  const collator = once(() => new Intl.Collator(locale, { numeric: true }));

  const write = (wall: number, pattern: string) =>
    dayjs.utc(wall).locale(dateNames(language)).format(expandLongDate(pattern, language));
  const patternOf =
    (pattern: string, timelessPattern?: RegExp, prefix = "") =>
    (moment: DateInput) => {
      if (!moment) return "";
      if (timelessPattern?.test(moment)) {
        const wall = dayjs.utc(prefix + moment);
        // Date.UTC would turn a nonexistent day into another one.
        return prefix || wall.toISOString().startsWith(moment) ? write(wall.valueOf(), pattern) : "";
      }
      // Tests first, because Date.parse is slow on text that only resembles a date.
      const time = instant.test(moment) ? Date.parse(moment) : Number.NaN;
      return Number.isNaN(time) ? "" : write(wallClock(time, timeZone), pattern);
    };

  const { shortDateFormat, shortTimeFormat, longDateFormat, longTimeFormat } = preferences;
  const date = patternOf(shortDateFormat, calendarDay);
  const dateTime = patternOf(`${shortDateFormat} ${shortTimeFormat}`);
  const longDate = patternOf(longDateFormat, calendarDay);
  const longTime = patternOf(longTimeFormat, timeOfDay, "2026-01-01T");
  return {
    timeZone,
    date,
    longDate,
    time: patternOf(shortTimeFormat, timeOfDay, "2026-01-01T"),
    longTime,
    dateTime: (moment) => dateTime(moment) || date(moment),
    longDateTime: (moment) =>
      [longDate, longTime]
        .map((part) => part(moment))
        .filter(Boolean)
        .join(longDateFormat.includes("MMMM") || longDateFormat === "LL" ? ", " : " "),
    number: (value) => numbers().format(value),
    anyOf: (texts) => disjunction().format(texts),
    allOf: (texts) => conjunction().format(texts),
    compare: (a, b) => collator().compare(a, b),
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The date of the token LL, day before month except in English. */
const longDates: Record<Language, string> = {
  en: "MMMM D, YYYY",
  de: "D. MMMM YYYY",
  pl: "D MMMM YYYY",
  sr: "D. MMMM YYYY.",
};

const registered = new Set<Language>();

/** Registers a language's month and weekday names from Intl with dayjs; returns its locale. */
function dateNames(language: Language): string {
  const name = `intl-${language}`;
  if (registered.has(language)) return name;
  registered.add(language);
  const texts = namesIn(language);
  const standing = range(12).map((month) => texts({ month: "long" }, month, 1));
  // Some languages inflect the month after a day: marzec, 1 marca.
  const inflected = range(12).map((month) => formatPart(language, month));
  const months = (date: dayjs.Dayjs, pattern: string) =>
    (/D[^d]*MMMM/.test(pattern) ? inflected : standing)[date.month()];
  dayjs.locale(
    {
      name,
      // 1 March 2026 was a Sunday, the first day in dayjs.
      weekdays: range(7).map((day) => texts({ weekday: "long" }, 2, 1 + day)),
      months,
      // The type's other fields are for dayjs plugins.
    } as unknown as ILocale,
    undefined,
    true,
  );
  return name;
}

/** Expands LL in a pattern to the language's order. */
function expandLongDate(pattern: string, language: Language): string {
  return pattern === "LL" ? longDates[language] : pattern;
}

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

function namesIn(language: Language) {
  return (options: Intl.DateTimeFormatOptions, month: number, day: number) =>
    new Intl.DateTimeFormat(intlLocale(language), { ...options, timeZone: "UTC" }).format(
      Date.UTC(2026, month, day),
    );
}

function formatPart(language: Language, month: number): string {
  const parts = new Intl.DateTimeFormat(intlLocale(language), {
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  }).formatToParts(Date.UTC(2026, month, 1));
  return parts.find(({ type }) => type === "month")?.value ?? "";
}
