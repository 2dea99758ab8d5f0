import * as z from "zod";
import { column, type RecordColumn } from "./columns";
import { filterableOf, filterTypeOf } from "./filterable";
import type { FilterColumn } from "./filters";
import { shownColumns } from "./list-facts";
import { listQuery, listResponse, sortDir } from "./schemas";

/**
 * A list's columns in order, by name. A column is shown, sorted and filtered by. A plain schema is a value of each row that is none
 * of these, such as an id or the flag behind a badge.
 */
export type ListColumns = Readonly<Record<string, RecordColumn | z.ZodType>>;

type Without<Columns extends ListColumns, Trait> = keyof {
  [Name in keyof Columns as Columns[Name] extends RecordColumn
    ? Columns[Name]["traits"] extends Trait
      ? never
      : Name
    : never]: true;
} &
  string;

/** The columns that a list can be sorted by. */
export type SortedBy<Columns extends ListColumns> = Without<Columns, { sorted: false }>;
/** The columns that a list can be filtered by. */
export type FilteredBy<Columns extends ListColumns> = Without<Columns, { filtered: false }>;

type Row<Columns extends ListColumns> = z.ZodObject<{
  -readonly [Name in keyof Columns]: Columns[Name] extends RecordColumn
    ? Columns[Name]["response"]
    : Extract<Columns[Name], z.ZodType>;
}>;

type Query<Columns extends ListColumns> = ReturnType<
  typeof listQuery<
    [SortedBy<Columns>, ...SortedBy<Columns>[]],
    { [Name in FilteredBy<Columns>]: FilterColumn }
  >
>;

/** A list as declared in the contract; its SQL and its cells derive from it. */
export interface DeclaredList<Columns extends ListColumns = ListColumns> {
  columns: Columns;
  row: Row<Columns>;
  /** Query and response of the call that returns its pages. */
  page: { query: Query<Columns>; response: ReturnType<typeof listResponse<Row<Columns>>> };
}

export type RowOfList<List extends DeclaredList> = z.output<List["row"]>;

/** When and by whom a row was created. */
export const created = { createdOn: column.instant(), createdBy: column.actor() };

export const isColumn = (declared: RecordColumn | z.ZodType): declared is RecordColumn =>
  "traits" in declared;

/**
 * Declares a list that is not the list of an area's records, once: rows, sorting and filters of its call, its SQL
 * (`listSource` of the API) and its cells (`useListColumns`).
 * @param order default order; the first column that it can be sorted by, ascending, unless given
 */
export function defineList<const Columns extends ListColumns>(
  columns: Columns,
  order: { sortBy?: SortedBy<Columns>; sortDir?: "asc" | "desc" } = {},
): DeclaredList<Columns> {
  const shown = Object.entries<RecordColumn | z.ZodType>(columns).flatMap(([name, declared]) =>
    isColumn(declared) ? [[name, declared] as const] : [],
  );
  const sortable = z.enum(
    shown.filter(([, { traits }]) => traits.sorted !== false).map(([name]) => name) as [string, ...string[]],
  );
  const query = listQuery(sortable.options as [string, ...string[]], filterableOf(shown), {
    sortBy: sortable.default(order.sortBy ?? (sortable.options[0] as string)),
    sortDir: sortDir(order.sortDir ?? "asc"),
  });
  shownColumns.add(query, Object.fromEntries(shown.map(([name, { kind }]) => [name, filterTypeOf(kind)])));
  const row = z.object(
    Object.fromEntries(
      Object.entries<RecordColumn | z.ZodType>(columns).map(([name, declared]) => [
        name,
        isColumn(declared) ? declared.response : declared,
      ]),
    ),
  );
  return { columns, row, page: { query, response: listResponse(row) } } as unknown as DeclaredList<Columns>;
}
