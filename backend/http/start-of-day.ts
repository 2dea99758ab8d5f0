const formats = new Map<string, Intl.DateTimeFormat>();
const day = 24 * 60 * 60 * 1000;

/**
 * The first instant of a calendar day on the clocks of a time zone: usually its midnight, and the moment after the gap
 * where clocks are put forward over midnight.
 * @param date such as `2026-03-01`
 * @param timeZone IANA name
 * @param later days after that date
 */
export function startOfDay(date: string, timeZone: string, later = 0): Date {
  const midnight = new Date(`${date}T00:00:00Z`).getTime() + later * day;
  // The zone is ahead of UTC by as much as it is a day before or a day after: clocks change at most once in between.
  const [first, second] = [midnight - day, midnight + day]
    .map((near) => midnight - (localTime(near, timeZone) - near))
    .sort((a, b) => a - b) as [number, number];
  return new Date(localTime(first, timeZone) >= midnight ? first : second);
}

/** What the clocks of a zone show at an instant, as if it were UTC; in milliseconds. */
function localTime(instant: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  ) as Record<"year" | "month" | "day" | "hour" | "minute" | "second", number>;
  return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
}
