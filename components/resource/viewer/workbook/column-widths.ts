import { widthOf } from "./fit";
import type { Cell, Sheet } from "./read-workbook";

/** What is kept free beside a number, in digits (ECMA-376 part 1, 18.3.1.13). */
const padding = 5 / 7;
/** The most that a column is widened to which the sheet gives no width. */
const maxFitted = 30;

export type TextOfCell = (cell: Cell, digits: number) => string;

/**
 * The widths of columns in digits: those that the sheet gives, wider where it meant to show dates that are written longer here, and others
 * as wide as their numbers are.
 */
export function columnWidths(
  { rows, columns, widths, usualWidth, spans }: Sheet,
  textOf: TextOfCell,
): number[] {
  const fit = Array.from({ length: columns }, (_, column) => widths.get(column) ?? usualWidth);
  for (const { number, cells } of rows)
    for (const cell of cells) {
      const given = widths.get(cell.column);
      const meant = cell.style?.dateLength;
      const isMeantToFit = given === undefined || (meant !== undefined && meant <= given);
      if (typeof cell.value !== "number" || !isMeantToFit || spans.has(`${number}:${cell.column}`)) continue;
      const needed = widthOf(textOf(cell, maxFitted)) + padding;
      fit[cell.column] = Math.max(fit[cell.column] ?? 0, Math.min(needed, maxFitted));
    }
  return fit;
}

/** The digits that a cell has room for which reaches over so many columns. */
export function roomOf(widths: readonly number[], column: number, count: number): number {
  return widths.slice(column, column + count).reduce((sum, width) => sum + width, 0) - padding;
}
