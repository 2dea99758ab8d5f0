const clocks = new Map<string, Intl.DateTimeFormat>();

function clockIn(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    clocks.set(timeZone, clock);
  }
  return clock;
}

/**
 * What the clock on the wall shows in a time zone at an instant, as the time at which a clock in UTC shows the same.
 * Both in milliseconds since 1970. (dayjs' own zones are an hour off while the machine's clocks change.)
 */
export function wallClock(instant: number, timeZone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of clockIn(timeZone).formatToParts(instant)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const milliseconds = ((instant % 1000) + 1000) % 1000;
  return Date.UTC(year, month - 1, day, hour, minute, second) + milliseconds;
}

const oneDay = 86_400_000;

/**
 * The instant at which the clock on the wall shows a time: the first of two when the clocks go back over it,
 * undefined when they skip it.
 * @param wall as {@link wallClock} answers it
 */
export function instantOf(wall: number, timeZone: string): number | undefined {
  const guesses = [wall - oneDay, wall + oneDay].map((near) => wall - (wallClock(near, timeZone) - near));
  return guesses.sort((a, b) => a - b).find((instant) => wallClock(instant, timeZone) === wall);
}

/** Minutes by which a time zone is ahead of UTC at an instant. */
export function offsetMinutes(instant: number, timeZone: string): number {
  return Math.round((wallClock(instant, timeZone) - instant) / 60_000);
}
