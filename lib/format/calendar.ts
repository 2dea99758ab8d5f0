// Validates dates and times in their exchanged form (ISO 8601).

/** Whether `YYYY-MM-DD` is a calendar day, from year 1 to 9999. */
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

const instant = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?Z$/;

/** Whether the text is an instant such as `2026-03-01T09:30:00.000Z`. */
export function isInstant(value: string): boolean {
  return isDay(instant.exec(value)?.[1] ?? "");
}

const withOffset =
  /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?)(?:Z|([+ \u2212-])((?:[01]\d|2[0-3]))(?::?([0-5]\d))?)$/i;

// Limits of four-digit years in UTC after rounding; PostgreSQL accepts offsets below this.
const earliest = Date.parse("0001-01-01T00:00:00Z");
const latest = Date.parse("9999-12-31T23:59:59Z");
const widestOffset = 16;

/**
 * Parses an instant with any ISO 8601 offset (`Z`, `+02:00`, `+0200`, `+02`), and writes it with `Z` or `+02:00`; undefined
 * if invalid. Accepts a space for a plus sign that was decoded from an address.
 */
export function readInstant(value: string): string | undefined {
  const [whole, day = "", time = "", sign, hours, minutes = "00"] = withOffset.exec(value) ?? [];
  if (whole === undefined || !isDay(day)) return undefined;
  const offset = sign === undefined ? "Z" : `${/[+ ]/.test(sign) ? "+" : "-"}${hours}:${minutes}`;
  const text = `${day}T${time.replace(",", ".")}${offset}`;
  const at = Date.parse(text);
  const isKept = at >= earliest && at < latest && Number(hours ?? 0) < widestOffset;
  return isKept ? text : undefined;
}
