/** A local time, `2026-03-01T09:30:00.000`: files do not contain a time zone. */
export interface Moment {
  /** Empty for a time without a day, and for a duration. */
  at: string;
  /** Displayed text, if different. */
  shown?: string;
}

/** A value with a different displayed text: `00042`, `25%`. */
export interface Shown {
  value: number | boolean;
  shown: string;
}

/** An invalid value: a formula without a result, or a spreadsheet error. */
export interface Fault {
  fault: string;
  /** Its characters that cannot be stored, such as `U+0000`. */
  characters?: string;
}

/** The content of a cell; null for an empty one. */
export type Cell = string | number | boolean | null | Moment | Shown | Fault;

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

/** The underlying value of a cell that displays a number or boolean. */
export const heldValue = (cell: Cell) =>
  typeof cell === "object" && cell !== null && "value" in cell ? cell.value : cell;

/** The displayed text of a cell, which text fields get. */
export function textOfCell(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "object") return String(cell);
  if (isFault(cell)) return cell.fault;
  if (cell.shown !== undefined) return cell.shown;
  return isMoment(cell) ? textOfMoment(cell) : "";
}

/** `2026-03-01 09:30:00` */
export function textOfMoment(cell: Moment): string {
  return cell.at.endsWith("T00:00:00.000") ? cell.at.slice(0, 10) : cell.at.slice(0, 19).replace("T", " ");
}
