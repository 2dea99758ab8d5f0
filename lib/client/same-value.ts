/** Compares by content; null, undefined and the empty text are equal. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? "") === JSON.stringify(other ?? "");
}
