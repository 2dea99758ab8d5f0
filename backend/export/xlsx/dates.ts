import { oneDay as day, unixEpoch } from "@/lib/ooxml/serial-dates";

/** Excel treats 1900 as a leap year: its day numbers are correct only from 1900-03-01 on. */
const earliest = Date.parse("1900-03-01T00:00:00Z");
/** The day after 9999-12-31, the last that Excel shows. */
const latest = Date.parse("9999-12-31T00:00:00Z") + day;
const rememberedDays = 50_000;

export type Moment = "date" | "dateTime" | "time";

/**
 * Converts instants to Excel's day numbers in a time zone: whole for dates, a fraction for times.
 * @param timeZone IANA name
 * @param step precision in milliseconds, to which the time is truncated
 * @returns undefined for a day without an Excel number
 */
export function dayNumbers(
  timeZone: string,
): (instant: number, moment: Moment, step?: number) => number | undefined {
  const offsetAt = offsets(timeZone);
  return (instant, moment, step = 1) => {
    if (!(instant > earliest - day && instant < latest + day)) return undefined;
    const exact = Math.round(instant) + offsetAt(instant);
    if (exact < earliest || exact >= latest) return undefined;
    const clock = Math.floor(exact / step) * step;
    const timeOfDay = ((clock % day) + day) % day;
    // Divides whole milliseconds once: intermediate rounding could show a minute too early.
    if (moment === "time") return timeOfDay / day;
    return ((moment === "date" ? clock - timeOfDay : clock) + unixEpoch * day) / day;
  };
}

/** The day number of a calendar date `YYYY-MM-DD`, independent of time zones. */
export function calendarDayNumber(date: string): number | undefined {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return midnight >= earliest && midnight < latest ? midnight / day + unixEpoch : undefined;
}

/** The offset from UTC in milliseconds at an instant. Intl takes microseconds, so whole days are cached. */
function offsets(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  const exact = (instant: number): number => {
    const [, sign, hours, minutes, seconds] =
      /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(format.format(instant)) ?? [];
    if (!sign) return 0;
    return (
      (sign === "-" ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0)) * 1000
    );
  };
  const known = new Map<number, number>();
  return (instant) => {
    const at = Math.floor(instant / day);
    const remembered = known.get(at);
    if (remembered !== undefined) return Number.isNaN(remembered) ? exact(instant) : remembered;
    const [first, last] = [exact(at * day), exact((at + 1) * day - 1)];
    if (known.size >= rememberedDays) known.clear();
    known.set(at, first === last ? first : Number.NaN);
    return first === last ? first : exact(instant);
  };
}
