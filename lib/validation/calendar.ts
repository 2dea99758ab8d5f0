// What exists on calendars and clocks, in the form in which it is exchanged (ISO 8601).

/** Whether `YYYY-MM-DD` is a day of the calendar, from year 1 to 9999. */
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
