/** Limits of a column's manual width, in pixels. */
export const columnWidths = { min: 56, max: 1200 };
