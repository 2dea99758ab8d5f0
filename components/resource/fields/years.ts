export const firstYear = 1900;
const yearsAhead = 3;

/** The years offered, newest first: three years ahead down to 1900, within what is allowed (FM-06). */
export function yearsOffered(now: Date, min?: string, max?: string): number[] {
  const last = Math.min(
    now.getFullYear() + yearsAhead,
    max ? Number(max.slice(0, 4)) : Number.POSITIVE_INFINITY,
  );
  const first = Math.max(firstYear, min ? Number(min.slice(0, 4)) : firstYear);
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => last - index);
}
