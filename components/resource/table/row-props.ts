import type { Row } from "@tanstack/react-table";
import type { RefObject } from "react";
import type { features } from "./columns";
import type { Selection } from "./selection";
import type { GridActions, SelectionMode } from "./use-grid-actions";
import type { GridFocus } from "./use-grid-focus";

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
