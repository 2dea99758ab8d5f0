/**
 * How the values of a column are written to a spreadsheet: as real numbers and dates, booleans as words. A `day` is a day
 * of the calendar; the others are of instants, on the clock of the reader's time zone.
 */
export type ExportColumnKind = "text" | "number" | "boolean" | "day" | "date" | "dateTime" | "time";

/** The columns that an area offers for export, by the names that its rows have them under. */
export type ExportColumns = Readonly<Record<string, ExportColumnKind>>;
