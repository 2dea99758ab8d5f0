const shownAtMost = 3;

/** Up to three labels, and how many more there are (FM-08). */
export function labelsShown<T>(chosen: readonly T[]): { shown: readonly T[]; more: number } {
  return { shown: chosen.slice(0, shownAtMost), more: Math.max(chosen.length - shownAtMost, 0) };
}
