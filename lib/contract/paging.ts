/** Default number of rows on a page. */
export const defaultPageLimit = 10;
/** Page limit for all rows. */
export const allRows = -1;
/** Page limit for the count only. */
export const countOnly = 0;
/** Number of rows before a page; `page` counts from 1. */
export const offsetOf = ({ page, pageLimit }: { page: number; pageLimit: number }): number =>
  pageLimit === allRows ? 0 : (page - 1) * pageLimit;

/** Limit of counts that only indicate pending work: higher numbers add no information. */
export const maxCounted = 99;
