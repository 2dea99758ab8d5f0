/** Pixels that a column of a table may be made wide by hand. */
export const columnWidths = { min: 56, max: 1200 };
