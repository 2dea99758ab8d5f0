import type { Filter, FilterColumn, FilterOperator } from "@/lib/contract/filters";
import { readNumber } from "@/lib/format/typed-number";
import { fieldsOf, type ResourceColumn } from "../list/columns";
import { type ListEndpoint, listFacts } from "../list/list-call";
import type { ListControl } from "../list/list-state";

/** Filterable column with its label. */
export interface FilterTarget {
  id: string;
  header: string;
  column: FilterColumn;
  /** Returns the label of an enum value. */
  choice?: (value: string) => string;
}

export interface FilterControl {
  targets: readonly FilterTarget[];
  filters: readonly Filter[];
  /** Loads further filterable columns that are not shown. */
  loadMore?(): void;
  /** Adds a filter, or replaces the one at a position. */
  put(filter: Filter, at?: number): void;
  remove(at: number): void;
  clear(): void;
}

/** Filterable columns of a table and operations on its filters; each change returns to page 1. */
export function filterControl(
  endpoint: ListEndpoint,
  columns: readonly (Omit<FilterTarget, "column"> & Pick<ResourceColumn<never>, "parts" | "filter">)[],
  { state: { filters }, change }: ListControl,
): FilterControl {
  const known = listFacts(endpoint).filterable;
  const given = new Map(columns.map((column) => [column.id, column]));
  const targets = fieldsOf(columns).flatMap(({ id, header }) => {
    const column = Object.hasOwn(known, id) ? known[id] : given.get(id)?.filter;
    return column ? [{ id, header, column, choice: given.get(id)?.choice }] : [];
  });
  const set = (next: readonly Filter[]) => change({ filters: next, page: 1 });
  return {
    targets,
    filters,
    put: (filter, at) => set(at === undefined ? [...filters, filter] : filters.with(at, filter)),
    remove: (at) => set(filters.toSpliced(at, 1)),
    clear: () => set([]),
  };
}

/** Operators of half-open ranges: from, and up to. */
export const openEnds: Partial<Record<FilterColumn["type"], readonly [FilterOperator, FilterOperator]>> = {
  number: ["atLeast", "atMost"],
  date: ["from", "until"],
  day: ["from", "until"],
};

/** Builds a filter from typed values: a range with one empty end is half-open; numbers are parsed as in fields. */
export function filterOf(
  { id, column }: FilterTarget,
  operator: FilterOperator,
  typed: readonly string[],
): Filter {
  const values = typed.map((value) => (column.type === "number" ? plainNumber(value) : value.trim()));
  const [from = "", to = ""] = values;
  const ends = openEnds[column.type];
  const isOpen = operator === "between" && ends && (from === "") !== (to === "");
  return {
    column: id,
    type: column.type,
    operator: isOpen ? (from === "" ? ends[1] : ends[0]) : operator,
    values: isOpen ? [from || to] : values,
  };
}

/** `1.234,5` as `1234.5`; invalid or too long numbers stay unchanged and are rejected. */
function plainNumber(text: string): string {
  const number = readNumber(text);
  const plain = String(number);
  return number === undefined || plain.includes("e") ? text.trim() : plain;
}
