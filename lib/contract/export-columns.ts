/**
 * How a column is written to a spreadsheet: as native numbers and dates, booleans as words. A `day` is a calendar day; the
 * others show instants in the reader's time zone.
 */
export type ExportColumnKind = "text" | "number" | "boolean" | "day" | "date" | "dateTime" | "time";

/** The columns that an area offers for export, by their names in its rows. */
export type ExportColumns = Readonly<Record<string, ExportColumnKind>>;
