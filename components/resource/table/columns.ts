import { metaHelper, rowSelectionFeature, tableFeatures } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { type ListEndpoint, listFacts } from "./list-call";

/** A column as an area writes it down. */
export interface ResourceColumn<Row> {
  /** The name that the list endpoint sorts by; a name it does not know makes a column that cannot be sorted. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: "end";
  /** What the values of a column of choices are called, by which it is filtered. */
  choice?: (value: string) => string;
  /** The width of the table's own box from which on the column is shown; without it, always. */
  from?: keyof typeof shownFrom;
  /** Share of the width, as a class such as `w-40`; the other columns share what is left. */
  width?: string;
}

/** By the width of the table's box: in a dialog or beside a navigation it has less room than the window (`table-box`). */
export const shownFrom = {
  sm: "[display:var(--column-sm)]",
  md: "[display:var(--column-md)]",
  lg: "[display:var(--column-lg)]",
} as const;

interface ColumnMeta {
  align?: "end";
  from?: keyof typeof shownFrom;
  width?: string;
  sortable: boolean;
}

export const features = tableFeatures({ rowSelectionFeature, columnMeta: metaHelper<ColumnMeta>() });

/** Whether the list can be sorted by the column: the contract says so. */
export function isSortable(endpoint: ListEndpoint, id: string): boolean {
  return listFacts(endpoint).sortable.includes(id);
}
