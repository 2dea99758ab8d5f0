import type { DeclaredList, FilteredBy, ListColumns, RowOfList, SortedBy } from "../../lib/contract/lists";
import { isColumn } from "../../lib/contract/lists";
import { type SQL, sql } from "../database/sql";
import {
  expressionOf,
  listKeys,
  readerOf,
  type SpecialColumn,
  type StoredColumn,
  selectList,
  storedColumns,
} from "./columns";
import type { FilterKey } from "./filters";
import type { ListQuery, ListSource } from "./list-source";

/** The query of a list, as its handler gets it. */
export type QueryOfList<List> =
  List extends DeclaredList<infer Columns> ? ListQuery<SortedBy<Columns>, FilteredBy<Columns>> : never;

interface ListTables<Columns extends ListColumns, Row> {
  /** The tables of the list. */
  from: SQL;
  /** The alias of the table whose columns have the contract's names in snake case; `r` unless given. */
  alias?: string;
  where: SQL;
  id: SQL;
  /** Columns whose SQL is not simply their name. */
  columns?: { readonly [Name in keyof Columns]?: SpecialColumn };
  /** Filters that compare otherwise than by their column's expression. */
  filters?: Readonly<Record<string, FilterKey>>;
  /** Where phrases are searched: the columns with `searched`, in the same tables, unless given. */
  search?: { rows?: SQL; text: SQL; isIndexed?: true };
  /** See {@link ListSource}. */
  total?: SQL;
  /** The tables of a page, joined to `page.id`; those of the list unless given. */
  join?: SQL;
  /** Completes a row by what SQL does not read. */
  complete?: (row: Row) => Row;
}

/** The source of a list that the contract declares by `defineList`. */
export function listSource<Columns extends ListColumns>(
  list: DeclaredList<Columns>,
  tables: ListTables<Columns, RowOfList<DeclaredList<Columns>>>,
): ListSource<SortedBy<Columns>, RowOfList<DeclaredList<Columns>>, FilteredBy<Columns>> {
  const { from, alias, where, id, search, total, join } = tables;
  const special: Readonly<Partial<Record<string, SpecialColumn>>> = tables.columns ?? {};
  const declared = Object.entries<ListColumns[string]>(list.columns);
  const columns = storedColumns(
    Object.fromEntries(declared.flatMap(([name, each]) => (isColumn(each) ? [[name, each]] : []))),
    special,
    alias,
  );
  const selected = declared.map(
    ([name]) =>
      columns.find((column) => column.name === name) ?? {
        name,
        read: expressionOf(name, special[name], alias),
      },
  );
  const { sorts, filters } = listKeys(columns, search?.isIndexed === true);
  const read = readerOf(selected) as unknown as ListSource<never, RowOfList<DeclaredList<Columns>>>["read"];
  const { complete } = tables;
  return {
    rows: from,
    where,
    id,
    sorts: sorts as never,
    filters: { ...filters, ...tables.filters } as never,
    search: { rows: search?.rows ?? from, text: search?.text ?? searchedText(columns) },
    total,
    detail: join
      ? { columns: selectList(selected), join }
      : { columns: selectList(selected), join: sql`${from} on ${id} = page.id`, isInRows: true },
    read: complete ? (row) => complete(read(row)) : read,
  };
}

const searchedText = (columns: readonly StoredColumn[]) =>
  sql.join(
    columns.filter(({ traits }) => traits.searched).map(({ filterBy }) => filterBy),
    sql` || E'\n' || `,
  );
