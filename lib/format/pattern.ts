import type { Preferences } from "../preferences/preferences";

/** The parts of a date or time as numbers; hours from 0 to 23. */
export interface Parts {
  year?: number;
  month?: number;
  day?: number;
  hour?: number;
  minute?: number;
}

/** The tokens of dayjs patterns that can be typed: numbers of two or four digits, and am or pm. */
const tokens = /YYYY|MM|DD|HH|hh|mm|a/g;

/** `DD.MM.YYYY` → `["DD", ".", "MM", ".", "YYYY"]` */
export function splitPattern(pattern: string): string[] {
  return pattern.split(new RegExp(`(${tokens.source})`)).filter((part) => part !== "");
}

export function isToken(part: string): boolean {
  return new RegExp(`^(?:${tokens.source})$`).test(part);
}

/** The patterns for typing a day, a time, both, a month or a year (PR-01, FM-06). */
export function typedPatterns({ shortDateFormat, shortTimeFormat }: Preferences) {
  return {
    day: shortDateFormat,
    time: shortTimeFormat,
    dateTime: `${shortDateFormat} ${shortTimeFormat}`,
    month: shortDateFormat.replace(/DD[./-]/, ""),
    year: "YYYY",
  };
}

/** Parses a text by its pattern; undefined if it does not match. Does not check whether the day exists. */
export function readPattern(text: string, pattern: string): Parts | undefined {
  const parts = splitPattern(pattern);
  const source = parts.map((part) => {
    if (part === "a") return "([ap]m)";
    if (!isToken(part)) return part.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
    return part === "YYYY" ? "(\\d{4})" : "(\\d\\d?)";
  });
  const found = new RegExp(`^${source.join("")}$`, "i").exec(text.trim());
  if (!found) return undefined;
  const values = new Map(parts.filter(isToken).map((token, index) => [token, found[index + 1] ?? ""]));
  const hour = parseHour(values);
  if (Number.isNaN(hour)) return undefined;
  const number = (token: string) => (values.has(token) ? Number(values.get(token)) : undefined);
  return { year: number("YYYY"), month: number("MM"), day: number("DD"), hour, minute: number("mm") };
}

// 12 am is midnight and 12 pm noon; NaN for an hour that does not exist.
function parseHour(values: ReadonlyMap<string, string>): number | undefined {
  const whole = values.get("HH");
  if (whole !== undefined) return Number(whole);
  const half = values.get("hh");
  if (half === undefined) return undefined;
  const hour = Number(half);
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (values.get("a")?.toLowerCase() === "pm" ? 12 : 0);
}

/** Formats parts for {@link readPattern}. */
export function writePattern(parts: Parts, pattern: string): string {
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts;
  const two = (value: number) => String(value).padStart(2, "0");
  const values: Record<string, string> = {
    YYYY: String(year).padStart(4, "0"),
    MM: two(month),
    DD: two(day),
    HH: two(hour),
    hh: two(hour % 12 || 12),
    mm: two(minute),
    a: hour < 12 ? "am" : "pm",
  };
  return splitPattern(pattern)
    .map((part) => values[part] ?? part)
    .join("");
}
