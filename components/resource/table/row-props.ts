import type { Row } from "@tanstack/react-table";
import type { RefObject } from "react";
import type { features } from "../list/columns";
import type { Selection } from "../list/selection";
import type { GridActions, SelectionMode } from "./use-grid-actions";
import type { GridFocus } from "./use-grid-focus";

export interface TableBodyProps<Data extends object> {
  rows: readonly Row<typeof features, Data>[];
  /** Changed columns require new cells. */
  columns: unknown;
  /** Index of the first of these rows. */
  offset: number;
  nameOf: (row: Data) => string;
  linkOf: ((row: Data) => string | undefined) | undefined;
  /** Whether rows without a link can be opened. */
  opens: boolean;
  mode: SelectionMode;
  selected: Selection<Data> | undefined;
  /** Id of the row whose record is shown beside the table. */
  besideId?: string;
  /** Name shared by the table's radio buttons. */
  group: string;
  actions: GridActions;
  focus: GridFocus;
  /** Height of a single-line row in pixels. */
  rowHeight: number;
  /** Scroll container of the rows. */
  box: RefObject<HTMLElement | null>;
}

/** Mark of the row whose record is shown beside the table. */
export const besideClass = "bg-hover shadow-[inset_3px_0_0_var(--primary)]";

/** Maximum number of rows before those of a list. */
export const maxLeading = 5;
/** Layout of the body of a gallery. */
export const galleryClass =
  "grid grid-cols-[repeat(auto-fill,minmax(min(200px,calc(50%-6px)),1fr))] gap-3 p-3";

/** Returns the props of a row; equal props skip its rendering. */
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
    opens: body.opens,
    selection: mode,
    selectable: row.getCanSelect(),
    selected: selected?.has(row.id) ?? false,
    isBeside: row.id === body.besideId,
    group,
    actions,
    columns,
  };
}
