"use client";
import { memo, useMemo } from "react";
import { cn } from "@/components/ui/cn";
import { columnName } from "@/lib/ooxml/columns";
import { columnWidths, roomOf, type TextOfCell } from "./column-widths";
import type { Cell, Sheet } from "./read-workbook";

interface SheetTableProps {
  label: string;
  sheet: Sheet;
  textOf: TextOfCell;
}

/** Width for a number of digits and the padding of the cells. */
const styleOf = (digits: number, columns = 1, more = 0) => ({
  width: `calc(${digits.toFixed(2)}ch + ${columns * 8 + more}px)`,
});
const headClass = "bg-background border font-normal text-muted text-xs";

export const SheetTable = memo(function SheetTable({ label, sheet, textOf }: SheetTableProps) {
  const { rows, spans } = sheet;
  const columns = Array.from({ length: sheet.columns }, (_, column) => column);
  const covered = useMemo(() => coveredBy(spans), [spans]);
  const widths = useMemo(() => columnWidths(sheet, textOf), [sheet, textOf]);
  const all = widths.reduce((sum, width) => sum + width, 0);
  return (
    <table
      aria-label={label}
      style={styleOf(all, columns.length, 48)}
      className="table-fixed border-separate border-spacing-0 text-sm tabular-nums"
    >
      <colgroup>
        <col style={{ width: 48 }} />
        {columns.map((column) => (
          <col key={column} style={styleOf(widths[column] ?? 0)} />
        ))}
      </colgroup>
      <thead className="sticky top-0 z-10">
        <tr>
          <td className={cn(headClass, "sticky left-0")} />
          {columns.map((column) => (
            <th key={column} scope="col" className={headClass}>
              {columnName(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ number, cells }) => {
          const byColumn = new Map(cells.map((cell) => [cell.column, cell]));
          return (
            <tr key={number}>
              <th scope="row" className={cn(headClass, "sticky left-0 tabular-nums")}>
                {number}
              </th>
              {paintedOf(columns, {
                isCovered: (column) => covered.has(`${number}:${column}`),
                isPlain: (column) => !byColumn.has(column) && !spans.has(`${number}:${column}`),
              }).map(({ column, count }) => {
                const span = spans.get(`${number}:${column}`);
                const cell = byColumn.get(column);
                return (
                  <SheetCell
                    key={column}
                    cell={cell}
                    rows={span && rowsWithin(rows, number, span.rows)}
                    columns={span?.columns ?? (count > 1 ? count : undefined)}
                    text={cell && textOf(cell, roomOf(widths, column, span?.columns ?? 1))}
                  />
                );
              })}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
});

interface Painted {
  column: number;
  /** Number of columns spanned. */
  count: number;
}

/** Merges runs of empty cells in a row for rendering, since wide sheets have thousands of them. */
function paintedOf(
  columns: readonly number[],
  { isCovered, isPlain }: Record<"isCovered" | "isPlain", (column: number) => boolean>,
): Painted[] {
  const painted: Painted[] = [];
  let gap: Painted | undefined;
  for (const column of columns) {
    if (isCovered(column)) gap = undefined;
    else if (gap && isPlain(column)) gap.count += 1;
    else {
      const cell = { column, count: 1 };
      painted.push(cell);
      gap = isPlain(column) ? cell : undefined;
    }
  }
  return painted;
}

interface SheetCellProps {
  cell: Cell | undefined;
  text: string | undefined;
  rows: number | undefined;
  columns: number | undefined;
}

function SheetCell({ cell, text, rows, columns }: SheetCellProps) {
  return (
    <td
      rowSpan={rows}
      colSpan={columns}
      className={cn(
        "overflow-hidden whitespace-pre-line border px-1.5 py-0.5 align-top",
        cell && typeof cell.value === "number" && "whitespace-nowrap text-right",
        cell?.style?.isBold && "font-semibold",
      )}
    >
      {text}
    </td>
  );
}

/** Counts the visible rows in a range, which may include hidden ones. */
function rowsWithin(rows: Sheet["rows"], from: number, count: number): number {
  return rows.filter(({ number }) => number >= from && number < from + count).length;
}

/** Limit for merged cells, since a file may declare millions repeatedly. */
const maxCovered = 100_000;

/** Returns the cells covered by merged ones. */
function coveredBy(spans: Sheet["spans"]): Set<string> {
  const covered = new Set<string>();
  let left = maxCovered;
  for (const [first, { rows, columns }] of spans) {
    const [row = 0, column = 0] = first.split(":").map(Number);
    for (let y = row; y < row + rows && left > 0; y++)
      for (let x = column; x < column + columns; x++, left--)
        if (`${y}:${x}` !== first) covered.add(`${y}:${x}`);
  }
  return covered;
}
