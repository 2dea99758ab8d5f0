const maxShown = 3;

/** Up to three labels, and how many more there are (FM-08). */
export function labelsShown<T>(chosen: readonly T[]): { shown: readonly T[]; more: number } {
  return { shown: chosen.slice(0, maxShown), more: Math.max(chosen.length - maxShown, 0) };
}
