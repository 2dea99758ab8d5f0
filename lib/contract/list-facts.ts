import * as z from "zod";
import type { Attributed } from "./attribute-types";
import type { FilterColumns } from "./filters";
import { attributedOf, columnsOf } from "./filters-query";

/** What a list's query takes, as plain values: tables work by them, also where there are no schemas. */
export interface ListFacts {
  sortable: readonly string[];
  /** The order when nothing else is asked for. */
  sortBy: string;
  sortDir: "asc" | "desc";
  filterable: FilterColumns;
  /** Whose attributes are columns besides. */
  attributed?: Attributed;
}

/** Reads a query that `listQuery` made; undefined for any other. */
export function listFactsOf(query: z.ZodType | undefined): ListFacts | undefined {
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
    attributed: attributedOf(filters),
  };
}
