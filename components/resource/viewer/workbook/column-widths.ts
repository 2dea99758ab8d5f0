import { widthOf } from "./fit";
import type { Cell, Sheet } from "./read-workbook";

/** Padding of a number, in digits (ECMA-376 part 1, 18.3.1.13). */
const padding = 5 / 7;
/** Maximum width to which a column is widened. */
const maxFitted = 30;

export type TextOfCell = (cell: Cell, digits: number) => string;

/**
 * Column widths in digits. Uses the sheet's widths, but fits columns without one to their numbers, and widens those with dates
 * that are longer in the user's format.
 */
export function columnWidths(
  { rows, columns, widths, usualWidth, spans }: Sheet,
  textOf: TextOfCell,
): number[] {
  const fit = Array.from({ length: columns }, (_, column) => widths.get(column) ?? usualWidth);
  for (const { number, cells } of rows)
    for (const cell of cells) {
      const given = widths.get(cell.column);
      const format = cell.style?.format;
      const isMeantToFit = given === undefined || (format?.isDate === true && lengthOf(format.code) <= given);
      if (typeof cell.value !== "number" || !isMeantToFit || spans.has(`${number}:${cell.column}`)) continue;
      const needed = widthOf(textOf(cell, maxFitted)) + padding;
      fit[cell.column] = Math.max(fit[cell.column] ?? 0, Math.min(needed, maxFitted));
    }
  return fit;
}

/** Approximate number of characters of a date in the workbook's format. */
const lengthOf = (code: string) => code.replace(/\[[^\]]*\]|["\\]|;.*$/g, "").length;

/** Width of a cell in digits, without padding. @param count number of columns spanned */
export function roomOf(widths: readonly number[], column: number, count: number): number {
  return widths.slice(column, column + count).reduce((sum, width) => sum + width, 0) - padding;
}
