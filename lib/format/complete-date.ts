import { type Parts, readPattern, splitPattern, writePattern } from "./pattern";

// Users type `1.3.26` and `9` where a pattern requires `01.03.2026` and `09:00`. Unambiguous input is completed on blur;
// anything else stays as typed, for the field's rule to refuse.

/** A text that was left short, in full: undefined when there is nothing to fill up, or more than one way to do it. */
export function complete(text: string, pattern: string, now: Date): string | undefined {
  const [day = "", clock = ""] = pattern.includes("mm") ? splitDateTime(text, pattern) : [text, ""];
  const [dayPattern = "", clockPattern = ""] = pattern.includes("mm")
    ? splitDateTime(pattern, pattern)
    : [pattern, ""];
  const full = withCentury(day, dayPattern, now) + withMinutes(clock, clockPattern);
  return full === text ? undefined : full;
}

/** Splits a text into day, with the following space, and time; a time pattern has no day. */
function splitDateTime(text: string, pattern: string): [string, string] {
  const length = pattern.search(/HH|hh/);
  return [text.slice(0, length), text.slice(length)];
}

function withCentury(text: string, pattern: string, now: Date): string {
  const short = readPattern(text, pattern.replace("YYYY", "DD"));
  // A field of years alone has explicit limits, which a two-digit year may not meet.
  if (!short || !pattern.includes("MM")) return text;
  return text.replace(/\d\d$/, (year) => fullYear(year, now));
}

/** `26` → `2026`: the year that is at most 20 ahead, or up to 79 back. */
export function fullYear(twoDigits: string, now: Date): string {
  const latest = now.getFullYear() + 20;
  return String(latest - ((((latest - Number(twoDigits)) % 100) + 100) % 100));
}

/** `9` → `09:00`, and `93:0`, which the mask makes of `930`, → `09:30`. */
function withMinutes(text: string, pattern: string): string {
  const [, hour = "", minute = ""] = /^(\d\d?):?(\d\d?)?$/.exec(text) ?? [];
  if (hour === "" || pattern === "") return text;
  const [first = "", second = ""] = hour;
  const parts =
    Number(hour) > 23 && minute.length === 1
      ? { hour: Number(first), minute: Number(second + minute) }
      : { hour: Number(hour), minute: Number(minute) };
  // On a 12-hour clock, 9 is ambiguous; 0 and 13 to 23 are not.
  if (pattern.includes("hh") && parts.hour > 0 && parts.hour < 13) return text;
  return parts.hour > 23 || parts.minute > 59 ? text : writePattern(parts, pattern);
}

const written = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?)?$/;

/** A day, or a day and time without zone, as databases and spreadsheets write them: `2026-03-01 09:30:00`. */
export function fromIsoText(text: string, pattern: string): string | undefined {
  const found = written.exec(text);
  if (!found || !pattern.includes("DD")) return undefined;
  const [year, month, day, hour, minute] = found.slice(1).map((part) => (part ? Number(part) : undefined));
  const parts: Parts = { year, month, day, hour, minute };
  const known = hour === undefined ? splitPattern(pattern).slice(0, 5).join("") : pattern;
  return writePattern(parts, known);
}
