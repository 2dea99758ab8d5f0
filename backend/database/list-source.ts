import type { SQL } from "drizzle-orm";
import type { Filter } from "../../lib/contract/filters";
import type { FilterKey } from "./filters";

/** What every list is asked for; see `listQuery` of the contract. */
export interface ListQuery<SortBy extends string, FilterBy extends string = never> {
  page: number;
  pageLimit: number;
  sortBy: SortBy;
  sortDir: "asc" | "desc";
  phrase: string;
  filters: readonly Filter<FilterBy>[];
}

/** A column to sort by. An index on (tenant_id, column, id) over the living rows makes every page quick. */
export interface SortKey {
  by: SQL;
  /** Rows without a value count as the least, in both directions; the index says `nulls first`. */
  nullable?: true;
  /** Replaces the source's `rows` when this column needs fewer tables. */
  rows?: SQL;
}

/** Where a list's rows come from, in pieces of SQL that share their table aliases. */
export interface ListSource<SortBy extends string, Row, FilterBy extends string = never> {
  /** What follows `from`: the tables that rows are chosen and sorted in. */
  rows: SQL;
  where: SQL;
  id: SQL;
  sorts: Record<SortBy, SortKey>;
  /** The columns of the contract that can be filtered by; read from `search.rows`. */
  filters: Record<FilterBy, FilterKey>;
  /** Where phrases and filters look: `rows` with the same aliases, and a text that is already folded. */
  search: { rows: SQL; text: SQL };
  /** The number of rows when there is no phrase and no filter, where it is known without counting. */
  total?: SQL;
  /**
   * The columns of a page, from tables joined to `page.id`. Where `rows` holds all of these tables already, under the
   * same aliases, whoever reads the whole list can do without the join.
   */
  detail: { columns: SQL; join: SQL; isInRows?: true };
  read: (row: Record<string, unknown>) => Row;
}

export interface Page<Row> {
  list: Row[];
  totalCount: number;
}
