/** Rows a list answers when nothing else is asked for. */
export const defaultPageLimit = 10;
/** The page limit that asks for all rows. */
export const allRows = -1;
/** The page limit that asks for the count alone. */
export const countOnly = 0;
/** Where counts end that only say whether there is much to do: a greater number says no more. */
export const maxCounted = 99;
