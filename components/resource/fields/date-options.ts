export const firstYear = 1900;
const yearsAhead = 3;

/** Returns the years offered, newest first: from three years ahead down to 1900, within the limits (FM-06). */
export function yearOptions(now: Date, min?: string, max?: string): number[] {
  const last = Math.min(
    now.getFullYear() + yearsAhead,
    max ? Number(max.slice(0, 4)) : Number.POSITIVE_INFINITY,
  );
  const first = Math.max(firstYear, min ? Number(min.slice(0, 4)) : firstYear);
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => last - index);
}

const stepMinutes = 15;

/** Returns the times offered, `HH:mm`, in steps of 15 minutes, within the limits (FM-06). */
export function timeOptions(min = "00:00", max = "23:59"): string[] {
  return Array.from({ length: (24 * 60) / stepMinutes }, (_, index) => {
    const minutes = index * stepMinutes;
    const two = (value: number) => String(value).padStart(2, "0");
    return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  }).filter((time) => time >= min && time <= max);
}

/** Rounds a time down to its step: `09:40` → `09:30`. */
export function timeOptionOf(time: string): string {
  return timeOptions().findLast((step) => step <= time) ?? "00:00";
}
