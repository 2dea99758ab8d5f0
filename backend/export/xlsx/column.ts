import type { Moment } from "./dates";

/**
 * The format of a column's values: each is a real Excel type except `boolean`, which is a word in the user's language.
 */
export type ExportColumnKind = "text" | "number" | "boolean" | "day" | Moment;

export interface SheetColumn {
  caption: string;
  kind: ExportColumnKind;
  /** An Excel number format such as `dd.mm.yyyy`; required for dates and times, ignored for texts. */
  numberFormat?: string;
  /**
   * Precision of displayed instants in milliseconds, such as 60,000 for `hh:mm`: values are truncated to it, so that
   * filters and comparisons in the sheet match the display. Unset: full milliseconds.
   */
  step?: number;
}

/**
 * Instants are Dates, milliseconds since 1970 or ISO 8601 with a zone; `YYYY-MM-DD` is a calendar date. Empty: null or
 * "".
 */
export type Cell = string | number | boolean | Date | null | undefined;
export type Row = readonly Cell[];

export interface SheetPlan {
  /** Shown on the sheet's tab. */
  name: string;
  columns: readonly SheetColumn[];
  /** IANA name of the time zone in which instants are shown. */
  timeZone: string;
  /** The words for true and false. */
  yes: string;
  no: string;
}
