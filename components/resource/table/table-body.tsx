"use client";
import type { Row } from "@tanstack/react-table";
import { lazy, type ReactNode, type RefObject, Suspense } from "react";
import type { features } from "./columns";
import { pageSizes } from "./list-call";
import type { Selection } from "./selection";
import { TableRow } from "./table-row";
import type { GridActions, SelectionMode } from "./use-grid-actions";
import type { GridFocus } from "./use-grid-focus";
import type { RowsAtHand } from "./use-quick-return";

export interface TableBodyProps<Data extends object> {
  rows: readonly Row<typeof features, Data>[];
  /** Other columns make other cells. */
  columns: unknown;
  /** How many rows there are before the first of these. */
  offset: number;
  nameOf: (row: Data) => string;
  linkOf: ((row: Data) => string) | undefined;
  mode: SelectionMode;
  selected: Selection<Data> | undefined;
  /** The name that the radio buttons of the table share. */
  group: string;
  actions: GridActions;
  focus: GridFocus;
  /** Of a row with one line, in pixels. */
  rowHeight: number;
  /** What the rows scroll in. */
  box: RefObject<HTMLElement | null>;
}

const VirtualBody = lazy(() => import("./virtual-body"));

/** More rows than a page has are rendered only where one looks; few are rendered at once, and need less code. */
const renderedAtMost = Math.max(...pageSizes);

interface SwitchedBodyProps<Data extends object> extends TableBodyProps<Data> {
  /** The only ones to be rendered for now. */
  atHand: RowsAtHand | undefined;
  /** Stands in their place until many rows can be shown. */
  fallback: ReactNode;
}

export function TableBody<Data extends object>({ atHand, fallback, ...body }: SwitchedBodyProps<Data>) {
  if (body.rows.length > renderedAtMost)
    return (
      <Suspense fallback={fallback}>
        {/* A lazy component cannot be generic; it hands rows only to the functions that came with them. */}
        <VirtualBody {...(body as unknown as TableBodyProps<object>)} />
      </Suspense>
    );
  const from = atHand?.from ?? 0;
  return (
    <tbody>
      {body.rows.slice(from, atHand?.to).map((row, index) => (
        <TableRow key={row.id} {...rowProps(body, row, from + index)} />
      ))}
    </tbody>
  );
}

/** What each row is shown with; the same values give the same row, which is then not rendered anew. */
export function rowProps<Data extends object>(
  body: TableBodyProps<Data>,
  row: Row<typeof features, Data>,
  index: number,
) {
  const { columns, offset, nameOf, linkOf, mode, selected, group, actions } = body;
  return {
    row,
    index,
    position: offset + index + 1,
    name: nameOf(row.original),
    link: linkOf?.(row.original),
    selection: mode,
    selected: selected?.has(row.id) ?? false,
    group,
    actions,
    columns,
  };
}
