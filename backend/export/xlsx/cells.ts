import { columnName } from "@/lib/ooxml/columns";
import type { Cell, SheetPlan } from "./column";
import { calendarDayNumber, dayNumbers } from "./dates";
import { type SharedStrings, textCell } from "./shared-strings";
import type { Styles } from "./styles";
import { cut } from "./text";

/** `<c>` of one value, empty for an empty one. @param row the row's number, from 1 */
export type CellWriter = (value: Cell, row: string) => string;

/** One writer per column. Every value is typed, so nothing in a file is taken for a formula. */
export function cellWriters(plan: SheetPlan, styles: Styles, shared: SharedStrings): CellWriter[] {
  const numberOf = dayNumbers(plan.timeZone);
  return plan.columns.map(({ kind, step }, index): CellWriter => {
    const open = `<c r="${columnName(index)}`;
    const style = styles.ofColumn[index] ? ` s="${styles.ofColumn[index]}"` : "";
    const text: CellWriter = (value, row) => {
      if (value === null || value === undefined || value === "") return "";
      const shown = cut(String(value));
      const literal = startsAsFormula(shown) ? ` s="${styles.literal}"` : "";
      return `${open}${row}"${literal}${textCell(shown, shared)}`;
    };
    const number = (value: number, row: string) => `${open}${row}"${style}><v>${value}</v></c>`;
    switch (kind) {
      case "text":
        return text;
      case "day":
        return (value, row) => {
          const days = calendarDayNumber(String(value));
          return days === undefined ? text(value, row) : number(days, row);
        };
      case "boolean":
        return (value, row) => text(typeof value === "boolean" ? (value ? plan.yes : plan.no) : value, row);
      case "number":
        return (value, row) =>
          typeof value === "number" && Number.isFinite(value) ? number(value, row) : text(value, row);
      default:
        return (value, row) => {
          if (value === null || value === undefined || value === "") return "";
          const days = momentNumber(value, (instant) => numberOf(instant, kind, step));
          return days === undefined ? text(textOf(value), row) : number(days, row);
        };
    }
  });
}

function momentNumber(value: Cell, numberOf: (instant: number) => number | undefined) {
  if (typeof value === "string")
    return value.length === 10 ? calendarDayNumber(value) : numberOf(Date.parse(value));
  return numberOf(Number(value));
}

/** Values without an Excel number, such as 1812, are shown as stored. */
function textOf(value: Cell): string {
  if (typeof value === "number" || value instanceof Date) {
    const date = new Date(value);
    return Number.isNaN(date.getTime()) ? "" : date.toISOString();
  }
  return String(value);
}

/** OWASP, CSV injection: `=`, `+`, `-`, `@`, tab, carriage return. */
function startsAsFormula(text: string): boolean {
  switch (text.charCodeAt(0)) {
    case 0x3d:
    case 0x2b:
    case 0x2d:
    case 0x40:
    case 0x09:
    case 0x0d:
      return true;
    default:
      return false;
  }
}
