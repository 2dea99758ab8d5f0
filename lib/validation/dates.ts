import * as z from "zod";
import type { ValidationKey } from "./messages";

// Dates and times as they are exchanged (ISO 8601). Each rule holds for the empty value; what people typed that is
// no date arrives here as they typed it, so that it is refused with a message and never silently mended (FM-06).

/** Whether `YYYY-MM-DD` is a day of the calendar, from year 1 to 9999. */
export function isDay(value: string): boolean {
  const [, year = 0, month = 0, day = 0] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? []).map(Number);
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Whether `YYYY-MM` is a month. */
export function isMonth(value: string): boolean {
  return isDay(`${value}-01`);
}

/** Whether `HH:mm` is a time of day. */
export function isTime(value: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
}

/** Whether the text is an instant such as `2026-03-01T09:30:00.000Z`. */
export function isInstant(value: string): boolean {
  return z.iso.datetime().safeParse(value).success;
}

/** Both ends belong to it; given in the form of the values they limit. */
export interface Range {
  min?: string;
  max?: string;
}

function dated(isValid: (value: string) => boolean, rule: ValidationKey, { min, max }: Range) {
  const holds = (value: string) => value === "" || isValid(value);
  return (
    z
      .string()
      .trim()
      .refine(holds, { params: { rule }, abort: true })
      // ISO 8601 sorts as text.
      .refine((value) => value === "" || !min || value >= min, { params: { rule: "earliest", min } })
      .refine((value) => value === "" || !max || value <= max, { params: { rule: "latest", max } })
  );
}

/** A day, `YYYY-MM-DD`, or nothing. */
export function day(range: Range = {}) {
  return dated(isDay, "day", range);
}

/** A time of day, `HH:mm`, or nothing. */
export function time(range: Range = {}) {
  return dated(isTime, "time", range);
}

/** A month, `YYYY-MM`, or nothing. */
export function month(range: Range = {}) {
  return dated(isMonth, "month", range);
}

/** An instant in UTC with milliseconds, `2026-03-01T09:30:00.000Z`, or nothing. */
export function dateTime(range: Range = {}) {
  return dated(isInstant, "moment", range);
}
