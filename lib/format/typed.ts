import { isDay, isInstant, isMonth, isTime } from "./calendar";
import { type Parts, readPattern, writePattern } from "./pattern";
import { instantOf, wallClock } from "./zone";

/** The typed and the exchanged form (ISO 8601) of a kind of date or time. */
export interface Typed {
  pattern: string;
  /** Converts typed input to the exchanged form; undefined if nonexistent or incomplete. */
  read(text: string): string | undefined;
  /** Converts an exchanged value to the typed form; undefined if invalid. */
  write(value: string): string | undefined;
}

const two = (value: number | undefined) => String(value).padStart(2, "0");
const four = (value: number | undefined) => String(value).padStart(4, "0");

function typed(
  pattern: string,
  isValid: (value: string) => boolean,
  toValue: (parts: Parts) => string,
  toParts: (value: string) => Parts,
): Typed {
  return {
    pattern,
    read(text) {
      const parts = readPattern(text, pattern);
      const value = parts && toValue(parts);
      return value !== undefined && isValid(value) ? value : undefined;
    },
    write: (value) => (isValid(value) ? writePattern(toParts(value), pattern) : undefined),
  };
}

function numbers(value: string): number[] {
  return value.split(/\D/).map(Number);
}

/** `YYYY-MM-DD` */
export function typedDay(pattern: string): Typed {
  return typed(
    pattern,
    isDay,
    ({ year, month, day }) => `${four(year)}-${two(month)}-${two(day)}`,
    (value) => {
      const [year, month, day] = numbers(value);
      return { year, month, day };
    },
  );
}

/** `YYYY-MM` */
export function typedMonth(pattern: string): Typed {
  return typed(
    pattern,
    isMonth,
    ({ year, month }) => `${four(year)}-${two(month)}`,
    (value) => {
      const [year, month] = numbers(value);
      return { year, month };
    },
  );
}

/** `HH:mm` */
export function typedTime(pattern: string): Typed {
  return typed(
    pattern,
    isTime,
    ({ hour, minute }) => `${two(hour)}:${two(minute)}`,
    (value) => {
      const [hour, minute] = numbers(value);
      return { hour, minute };
    },
  );
}

/** An instant in UTC, typed in the user's time zone. A time skipped in spring is invalid. */
export function typedDateTime(pattern: string, timeZone: string): Typed {
  return {
    pattern,
    read(text) {
      const parts = readPattern(text, pattern);
      if (!parts) return undefined;
      const { year, month, day, hour, minute } = parts;
      const date = `${four(year)}-${two(month)}-${two(day)}`;
      const clock = `${two(hour)}:${two(minute)}`;
      if (!isDay(date) || !isTime(clock)) return undefined;
      const instant = instantOf(Date.parse(`${date}T${clock}:00.000Z`), timeZone);
      return instant === undefined ? undefined : new Date(instant).toISOString();
    },
    write(value) {
      if (!isInstant(value)) return undefined;
      const wall = new Date(wallClock(Date.parse(value), timeZone));
      return writePattern(
        {
          year: wall.getUTCFullYear(),
          month: wall.getUTCMonth() + 1,
          day: wall.getUTCDate(),
          hour: wall.getUTCHours(),
          minute: wall.getUTCMinutes(),
        },
        pattern,
      );
    },
  };
}

/** A year; exchanged as a number, written as text here: `2026`. */
export function typedYear(): Typed {
  const isYear = (value: string) => /^[1-9]\d{3}$/.test(value);
  return typed(
    "YYYY",
    isYear,
    ({ year }) => four(year),
    (value) => ({ year: Number(value) }),
  );
}
