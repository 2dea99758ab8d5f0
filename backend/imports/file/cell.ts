/** A moment as a wall clock shows it, `2026-03-01T09:30:00.000`: a file does not say in which time zone. */
export interface Moment {
  at: string;
}

/** What is no value: a formula that nobody calculated, an error of the spreadsheet. */
export interface Fault {
  fault: string;
}

/** What stands in a cell; null for nothing. */
export type Cell = string | number | boolean | null | Moment | Fault;

/** A row of a file that has something in it. */
export interface FileRow {
  /** As spreadsheets count, from 1. */
  rowNumber: number;
  cells: Cell[];
}

export const isMoment = (cell: Cell): cell is Moment =>
  typeof cell === "object" && cell !== null && "at" in cell;
export const isFault = (cell: Cell): cell is Fault =>
  typeof cell === "object" && cell !== null && "fault" in cell;
export const isEmpty = (cell: Cell | undefined) => cell === null || cell === undefined || cell === "";

/** A text by itself: what was cut from a longer one keeps all of that in memory. */
export const detached = (text: string) => Buffer.from(text).toString();

/** As it is shown to people. */
export function textOfCell(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "object") return String(cell);
  if (isFault(cell)) return cell.fault;
  return cell.at.endsWith("T00:00:00.000") ? cell.at.slice(0, 10) : cell.at.slice(0, 19).replace("T", " ");
}
