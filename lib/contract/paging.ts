/** Rows a list answers when nothing else is asked for. */
export const defaultPageLimit = 10;
/** The page limit that asks for all rows. */
export const allRows = -1;
/** The page limit that asks for the count alone. */
export const countOnly = 0;
/** How many rows come before those of a page; `page` counts from 1. */
export const offsetOf = ({ page, pageLimit }: { page: number; pageLimit: number }): number =>
  pageLimit === allRows ? 0 : (page - 1) * pageLimit;

/** Where counts end that only say whether there is much to do: a greater number says no more. */
export const maxCounted = 99;
