import { wallClock } from "../../lib/format/zone";

const day = 24 * 60 * 60 * 1000;

/**
 * The first instant of a calendar day in a time zone: usually midnight, or the end of the gap when clocks skip
 * midnight.
 * @param date such as `2026-03-01`
 * @param timeZone IANA name
 * @param later days after that date
 */
export function startOfDay(date: string, timeZone: string, later = 0): Date {
  const midnight = new Date(`${date}T00:00:00Z`).getTime() + later * day;
  // The zone's offset from UTC equals that of a day before or a day after: clocks change at most once in between.
  const [first, second] = [midnight - day, midnight + day]
    .map((near) => midnight - (wallClock(near, timeZone) - near))
    .sort((a, b) => a - b) as [number, number];
  return new Date(wallClock(first, timeZone) >= midnight ? first : second);
}
