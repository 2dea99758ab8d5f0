import type { Moment } from "./dates";

/** How a column's values are written: each is a real Excel type but `boolean`, which is a word of the user's language. */
export type ExportColumnKind = "text" | "number" | "boolean" | "day" | Moment;

export interface SheetColumn {
  caption: string;
  kind: ExportColumnKind;
  /** An Excel number format such as `dd.mm.yyyy`; needed for dates and times, meaningless for texts. */
  numberFormat?: string;
  /**
   * Milliseconds in whose multiples the clock shows instants, such as 60,000 for `hh:mm`: the rest is left out of the value, so that
   * a filter or a comparison in the sheet finds what is read there. Unset: instants to the millisecond.
   */
  step?: number;
}

/** Instants are Dates, milliseconds since 1970 or ISO 8601 with a zone; `YYYY-MM-DD` is a calendar date. Empty: null or "". */
export type Cell = string | number | boolean | Date | null | undefined;
export type Row = readonly Cell[];

export interface SheetPlan {
  /** Shown on the sheet's tab. */
  name: string;
  columns: readonly SheetColumn[];
  /** IANA name of the zone on whose clock instants are shown. */
  timeZone: string;
  /** The words for true and false. */
  yes: string;
  no: string;
}

/** `A` to `XFD`. @param index from 0 */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}
