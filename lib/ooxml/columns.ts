/** Returns the letters of a column, `A` to `XFD`. @param index from 0 */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/** Returns the column of a reference, from 0: `C5` -> 2; undefined if invalid. */
export function columnOf(reference: string): number | undefined {
  const [, letters] = /^([A-Z]{1,5})\d{1,9}$/i.exec(reference) ?? [];
  if (!letters) return undefined;
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
