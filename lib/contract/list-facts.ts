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
  filterable: FilterColumns;
  /** The columns in order, with the type of their values; of lists declared by `defineList`. */
  columns?: Readonly<Record<string, FilterType>>;
  /** Records with attributes as columns. */
  attributed?: Attributed;
}

/** The columns of the queries of lists declared by `defineList`. */
export const shownColumns = z.registry<Readonly<Record<string, FilterType>>>();

/** Reads a query made by `listQuery`; undefined for any other. */
export function listPropertiesOf(query: z.ZodType | undefined): ListProperties | undefined {
  if (!(query instanceof z.ZodObject)) return undefined;
  const { sortBy, sortDir, filters } = query.shape;
  if (!(sortBy instanceof z.ZodDefault) || !(sortDir instanceof z.ZodDefault)) return undefined;
  const sorted = sortBy.unwrap();
  const names = sorted instanceof z.ZodUnion ? sorted.options[0] : sorted;
  if (!(names instanceof z.ZodEnum)) return undefined;
  return {
    sortable: names.options.map(String),
    sortBy: String(sortBy.parse(undefined)),
    sortDir: sortDir.parse(undefined) === "desc" ? "desc" : "asc",
    filterable: columnsOf(filters),
    columns: shownColumns.get(query),
    attributed: attributedOf(filters),
  };
}
