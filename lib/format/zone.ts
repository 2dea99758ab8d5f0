const clocks = new Map<string, Intl.DateTimeFormat>();
/** More than there are zones, as names that differ in their letter case count too. */
const maxClocks = 1_000;

function clockIn(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (!clock) {
    if (clocks.size >= maxClocks) clocks.clear();
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

const oneMinute = 60_000;
const oneDay = 86_400_000;

/** No zone changes its clocks twice within so long. */
const span = 8 * oneDay;
/** Since then offsets are whole minutes everywhere; before, clocks also went by the sun. */
const offsetsSince = Date.UTC(1975, 0, 1);
const maxOffsets = 5000;

/** By zone and time, as a calendar takes longer to ask than a row to draw. */
const offsets = new Map<string, number>();

/** Milliseconds by which a zone is ahead of UTC at the beginning of a span. */
function offsetAt(start: number, timeZone: string): number {
  const key = `${timeZone} ${start}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    if (offsets.size >= maxOffsets) offsets.clear();
    offset = readClock(start, timeZone) - start;
    offsets.set(key, offset);
  }
  return offset;
}

function readClock(instant: number, timeZone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of clockIn(timeZone).formatToParts(instant)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const milliseconds = ((instant % 1000) + 1000) % 1000;
  return Date.UTC(year, month - 1, day, hour, minute, second) + milliseconds;
}

/**
 * What the clock on the wall shows in a time zone at an instant, as the time at which a clock in UTC shows the same.
 * Both in milliseconds since 1970. (dayjs' own zones are an hour off while the machine's clocks change.)
 */
export function wallClock(instant: number, timeZone: string): number {
  if (!(instant >= offsetsSince)) return readClock(instant, timeZone);
  const start = Math.floor(instant / span) * span;
  const offset = offsetAt(start, timeZone);
  // The clocks change meanwhile.
  if (offset !== offsetAt(start + span, timeZone)) return readClock(instant, timeZone);
  return instant + offset;
}

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
  return Math.round((wallClock(instant, timeZone) - instant) / oneMinute);
}
