import * as z from "zod";
import type { Attributed } from "./attribute-types";
import type { FilterColumns, FilterType } from "./filters";
import { attributedOf, columnsOf } from "./filters-query";

/** Properties of a list's query as plain values: for tables, including where schemas are not loaded. */
export interface ListProperties {
  sortable: readonly string[];
  /** Default order. */
  sortBy: string;
  sortDir: "asc" | "desc";
  /** Number of rows on a page of the view, unless it is the usual one. */
  pageLimit?: number;
  filterable: FilterColumns;
  /** The columns in order, with the type of their values; of lists declared by `defineList`, unless the others tell the same. */
  columns?: Readonly<Record<string, FilterType>>;
  /** Records with attributes as columns. */
  attributed?: Attributed;
}

/** The columns of the queries of lists declared by `defineList`. */
export const shownColumns = z.registry<Readonly<Record<string, FilterType>>>();

/** Numbers of rows on a page of views that show many rows as one line; calls of the API keep the usual default. */
export const viewPageLimits = z.registry<{ pageLimit: number }>();

/** Reads a query made by `listQuery`; undefined for any other. */
export function listPropertiesOf(query: z.ZodType | undefined): ListProperties | undefined {
  if (!(query instanceof z.ZodObject)) return undefined;
  const { sortBy, sortDir, filters } = query.shape;
  if (!(sortBy instanceof z.ZodDefault) || !(sortDir instanceof z.ZodDefault)) return undefined;
  const sorted = sortBy.unwrap();
  const names = sorted instanceof z.ZodUnion ? sorted.options[0] : sorted;
  if (!(names instanceof z.ZodEnum)) return undefined;
  const sortable = names.options.map(String);
  const filterable = columnsOf(filters);
  const { pageLimit } = viewPageLimits.get(query) ?? {};
  return {
    sortable,
    sortBy: String(sortBy.parse(undefined)),
    sortDir: sortDir.parse(undefined) === "desc" ? "desc" : "asc",
    ...(pageLimit !== undefined && { pageLimit }),
    filterable,
    columns: furtherColumns(shownColumns.get(query), sortable, filterable),
    attributed: attributedOf(filters),
  };
}

/** Undefined for columns that can all be sorted or filtered by, in that order: every page loads these properties. */
function furtherColumns(
  columns: ListProperties["columns"],
  sortable: readonly string[],
  filterable: FilterColumns,
): ListProperties["columns"] {
  const known = [...new Set([...sortable, ...Object.keys(filterable)])];
  const isKnown = Object.entries(columns ?? {}).every(
    ([name, type], at) => known[at] === name && filterable[name]?.type === type,
  );
  return isKnown ? undefined : columns;
}
