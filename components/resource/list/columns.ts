import { metaHelper, rowSelectionFeature, tableFeatures } from "@tanstack/react-table";
import type { CSSProperties, ReactNode } from "react";
import type { FilterColumn } from "@/lib/contract/filters";
import { type ListEndpoint, listFacts } from "./list-call";

/** Column as declared by an area. */
export interface ResourceColumn<Row> {
  /** Sort name of the list endpoint; a column with an unknown name cannot be sorted. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /**
   * Content before the cell's text, such as a button; outside the row's link.
   * @param page returns the rows of the current page
   */
  before?: (row: Row, page: () => readonly Row[]) => ReactNode;
  /** Content after the cell's text, such as badges; outside the row's link, and never truncated. */
  beside?: (row: Row) => ReactNode;
  align?: "end";
  /** Labels of an enum column, used by its filter. */
  choice?: (value: string) => string;
  /**
   * Minimum width of the table at which the column is shown; always if omitted. `chosen` columns are hidden until the user adds
   * them.
   */
  from?: keyof typeof shownFrom;
  /** Filter of a column missing in the contract, such as an attribute. */
  filter?: FilterColumn;
  /** Sortable although missing in the contract, such as an attribute. */
  isSorted?: boolean;
  /** Fields shown together under one header, but exported and filtered separately. */
  parts?: readonly Pick<ResourceColumn<never>, "id" | "header">[];
  /** Width class such as `w-40`; the other columns share the rest. */
  width?: string;
  /** Wraps its text; other columns truncate it and show all of it in a tooltip. */
  wraps?: boolean;
}

/** Tiles with pictures, which a list offers beside its rows. */
export interface Gallery<Row> {
  /** @param page returns the rows of the current page */
  picture: (row: Row, page: () => readonly Row[]) => ReactNode;
  /** Below the name. */
  facts: (row: Row) => ReactNode;
  /** For pointers only, with the attributes of `pointerAction`; its counterpart for keys is in the record. */
  action?: (row: Row) => ReactNode;
}

/** Rows under headings, such as days, which a list shows instead of columns while it is in this order. */
export interface Timeline<Row> {
  /** Column of the order. */
  sortBy: string;
  columns: readonly ResourceColumn<Row>[];
  headingOf: (row: Row) => string;
  /** Shown rows of a page: of alike ones the first. */
  rowsOf: (rows: readonly Row[]) => readonly Row[];
}

/** Column with the user's layout applied. */
export interface ArrangedColumn<Row> extends ResourceColumn<Row> {
  /** Width set by the user. */
  pixels?: number;
  /** Pinned: left offset in pixels, the total width of the pinned columns before it. */
  pinnedAt?: number;
}

/** By the width of the table instead of the window, since it has less room in a dialog or beside a navigation (`table-box`). */
export const shownFrom = {
  xs: "[display:var(--column-xs)]",
  sm: "[display:var(--column-sm)]",
  md: "[display:var(--column-md)]",
  lg: "[display:var(--column-lg)]",
  xl: "[display:var(--column-xl)]",
  /** Hidden at every width. */
  chosen: "hidden",
} as const;

/** Width of a date and time, which never takes more; on two lines in narrow tables. */
export const dateWidth = "w-26 @min-[392px]:w-40";

const inPixels = (value: number | undefined) => (value ? `${value}px` : undefined);

/** For `pinned-cell` (app/globals.css), and for the width of a header cell. */
export const columnStyle = (pinnedAt?: number, pixels?: number) =>
  ({ "--pin": inPixels(pinnedAt), "--width": inPixels(pixels) }) as CSSProperties;

/** Returns the distinct fields of the columns. */
export function fieldsOf<Column extends Pick<ResourceColumn<never>, "id" | "header" | "parts">>(
  columns: readonly Column[],
): Pick<Column, "id" | "header">[] {
  const fields = columns.flatMap((column): Pick<Column, "id" | "header">[] => [
    ...(column.parts ?? [column]),
  ]);
  return [...new Map(fields.reverse().map((field) => [field.id, field])).values()].reverse();
}

interface ColumnMeta {
  align?: "end";
  from?: keyof typeof shownFrom;
  width?: string;
  wraps?: boolean;
  before?: (row: never, page: () => readonly never[]) => ReactNode;
  beside?: (row: never) => ReactNode;
  pinnedAt?: number;
  sortable: boolean;
  /** Uses tabular figures. Not for text, where hyphens would become as wide as digits. */
  figures: boolean;
}

export const features = tableFeatures({ rowSelectionFeature, columnMeta: metaHelper<ColumnMeta>() });

/** Whether a column has numbers or dates, by the contract or its alignment. */
export function isFigures(
  endpoint: ListEndpoint,
  {
    id,
    align,
    filter = listFacts(endpoint).filterable[id],
  }: Pick<ResourceColumn<never>, "id" | "align" | "filter">,
) {
  const type = filter?.type;
  return align === "end" || ["date", "day", "number"].includes(type ?? "");
}

/** Whether the list can be sorted by the column, by the contract or the column. */
export function isSortable(
  endpoint: ListEndpoint,
  { id, isSorted }: Pick<ResourceColumn<never>, "id" | "isSorted">,
): boolean {
  return isSorted ?? listFacts(endpoint).sortable.includes(id);
}
