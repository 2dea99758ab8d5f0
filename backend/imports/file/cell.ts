/** A local time, `2026-03-01T09:30:00.000`: files do not contain a time zone. */
export interface Moment {
  at: string;
}

/** An invalid value: a formula without a result, or a spreadsheet error. */
export interface Fault {
  fault: string;
}

/** The content of a cell; null if empty. */
export type Cell = string | number | boolean | null | Moment | Fault;

/** A non-empty row of a file. */
export interface FileRow {
  /** From 1, as in spreadsheets. */
  rowNumber: number;
  cells: Cell[];
}

export const isMoment = (cell: Cell): cell is Moment =>
  typeof cell === "object" && cell !== null && "at" in cell;
export const isFault = (cell: Cell): cell is Fault =>
  typeof cell === "object" && cell !== null && "fault" in cell;
export const isEmpty = (cell: Cell | undefined) => cell === null || cell === undefined || cell === "";

/** Copies a substring: a slice would keep the whole original text in memory. */
export const detached = (text: string) => Buffer.from(text).toString();

/** As it is shown to people. */
export function textOfCell(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "object") return String(cell);
  if (isFault(cell)) return cell.fault;
  return cell.at.endsWith("T00:00:00.000") ? cell.at.slice(0, 10) : cell.at.slice(0, 19).replace("T", " ");
}
