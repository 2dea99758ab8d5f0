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

/** No zone changes its clocks twice within this time. */
const span = 8 * oneDay;
/** Offsets are whole minutes everywhere since then; earlier ones include solar time. */
const offsetsSince = Date.UTC(1975, 0, 1);
const maxOffsets = 5000;

/** Cached by zone and time, because a calendar lookup takes longer than rendering a row. */
const offsets = new Map<string, number>();

/** Milliseconds by which a zone is ahead of UTC at the start of a span. */
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
 * The local time in a zone at an instant, as the UTC time with the same digits. Both in milliseconds since 1970. (dayjs'
 * own zones are an hour off while the machine's clocks change.)
 */
export function wallClock(instant: number, timeZone: string): number {
  if (!(instant >= offsetsSince)) return readClock(instant, timeZone);
  const start = Math.floor(instant / span) * span;
  const offset = offsetAt(start, timeZone);
  // The clocks change within the span.
  if (offset !== offsetAt(start + span, timeZone)) return readClock(instant, timeZone);
  return instant + offset;
}

/**
 * The instant of a local time in a zone: the first of two if the time is repeated, undefined if it is skipped.
 * @param wall result of {@link wallClock}
 */
export function instantOf(wall: number, timeZone: string): number | undefined {
  const guesses = [wall - oneDay, wall + oneDay].map((near) => wall - (wallClock(near, timeZone) - near));
  return guesses.sort((a, b) => a - b).find((instant) => wallClock(instant, timeZone) === wall);
}

/** Minutes by which a time zone is ahead of UTC at an instant. */
export function offsetMinutes(instant: number, timeZone: string): number {
  return Math.round((wallClock(instant, timeZone) - instant) / oneMinute);
}
