import { metaHelper, rowSelectionFeature, tableFeatures } from "@tanstack/react-table";
import type { CSSProperties, ReactNode } from "react";
import type { FilterColumn } from "@/lib/contract/filters";
import { type ListEndpoint, listFacts } from "./list-call";

/** A column as an area writes it down. */
export interface ResourceColumn<Row> {
  /** The name that the list endpoint sorts by; a name it does not know makes a column that cannot be sorted. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /**
   * What stands before the cell's text, such as a button; no part of the row's link.
   * @param page answers the rows that the table shows
   */
  before?: (row: Row, page: () => readonly Row[]) => ReactNode;
  /** What stands behind the cell's text, such as badges; no part of the row's link, and never cut off. */
  beside?: (row: Row) => ReactNode;
  align?: "end";
  /** What the values of a column of choices are called, by which it is filtered. */
  choice?: (value: string) => string;
  /** The width of the table's own box from which on the column is shown; without it, always. One that is `chosen` waits for people to choose it. */
  from?: keyof typeof shownFrom;
  /** What it is filtered by where the contract does not say it, as of an attribute. */
  filter?: FilterColumn;
  /** The list is sorted by it though the contract does not say so, as by an attribute. */
  isSorted?: boolean;
  /** The fields that are shown together under one header: each is exported and filtered on its own. */
  parts?: readonly Pick<ResourceColumn<never>, "id" | "header">[];
  /** Share of the width, as a class such as `w-40`; the other columns share what is left. */
  width?: string;
  /** Its text takes as many lines as it needs; that of other columns is cut off, and whole in a tooltip. */
  wraps?: boolean;
}

/** A column as somebody arranged it. */
export interface ArrangedColumn<Row> extends ResourceColumn<Row> {
  /** The width that it was given by hand. */
  pixels?: number;
  /** It stays there while others scroll: pixels from the left, of those that stay before it. */
  pinnedAt?: number;
}

/** By the width of the table's box: in a dialog or beside a navigation it has less room than the window (`table-box`). */
export const shownFrom = {
  xs: "[display:var(--column-xs)]",
  sm: "[display:var(--column-sm)]",
  md: "[display:var(--column-md)]",
  lg: "[display:var(--column-lg)]",
  xl: "[display:var(--column-xl)]",
  /** At no width by itself. */
  chosen: "hidden",
} as const;

const inPixels = (value: number | undefined) => (value ? `${value}px` : undefined);

/** For `pinned-cell` (app/globals.css), and for the width of a head. */
export const columnStyle = (pinnedAt?: number, pixels?: number) =>
  ({ "--pin": inPixels(pinnedAt), "--width": inPixels(pixels) }) as CSSProperties;

/** The fields that columns show, each once. */
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
  /** Its digits stand beneath each other. Among letters they would tear words apart, as hyphens become as wide as digits. */
  figures: boolean;
}

export const features = tableFeatures({ rowSelectionFeature, columnMeta: metaHelper<ColumnMeta>() });

/** Whether a column is one of numbers or dates: the contract says so, or its place at the right. */
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

/** Whether the list can be sorted by the column: the contract says so, or the column. */
export function isSortable(
  endpoint: ListEndpoint,
  { id, isSorted }: Pick<ResourceColumn<never>, "id" | "isSorted">,
): boolean {
  return isSorted ?? listFacts(endpoint).sortable.includes(id);
}
