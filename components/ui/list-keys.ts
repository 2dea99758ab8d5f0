/** Entries that Page Up and Page Down skip. */
const page = 8;

/** Place in a list that a key of its combobox leads to, of `count` places; undefined for other keys. */
export function placeAfterKey(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  const last = count - 1;
  switch (key) {
    case "ArrowDown":
      return at >= last ? 0 : at + 1;
    case "ArrowUp":
      return at <= 0 ? last : at - 1;
    case "PageDown":
      return Math.min(at + page, last);
    case "PageUp":
      return Math.max(at - page, 0);
    default:
      return undefined;
  }
}
