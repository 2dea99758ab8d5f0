import type { SQL } from "drizzle-orm";
import type { ExportColumns } from "../../lib/contract/export-columns";
import type { Filter } from "../../lib/contract/filters";
import type { PermissionName } from "../../lib/contract/permissions";
import type { FilterKey } from "./filters";
import type { Database } from "./transaction";

/** What every list is asked for; see `listQuery` of the contract. */
export interface ListQuery<SortBy extends string, FilterBy extends string = never> {
  page: number;
  pageLimit: number;
  sortBy: SortBy;
  sortDir: "asc" | "desc";
  phrase: string;
  filters: readonly Filter<FilterBy>[];
  /** Ids of attributes whose values come with each row. */
  attributes?: readonly string[];
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
  /** Adds the columns that tenants define; without it the list has those of the contract alone. */
  addColumns?: AddColumns;
}

/** Columns of a list that the contract does not know, since tenants define them, as far as a query asks for them. */
export type AddColumns = (db: Database, asked: AskedColumns, facts: ReaderFacts) => Promise<AddedColumns>;

/** What of its reader a list depends on. */
export interface ReaderFacts {
  /** IANA name; the days of filters are days of UTC without it. */
  timeZone?: string;
  /** What the reader may do; some columns are seen and filtered by only with a permission. */
  permissions?: ReadonlySet<PermissionName>;
}

interface AskedColumns {
  /** Ids of attributes. */
  attributes: readonly string[];
  filters: readonly Filter[];
  sortBy: string;
  /** What is read of them: values as the list answers them, or as a spreadsheet has them, each under the name of its column. */
  form: "answer" | "sheet";
}

export interface AddedColumns {
  /** The query's, those on added columns with the types that these have. */
  filters: readonly Filter[];
  keys: Readonly<Record<string, FilterKey>>;
  /** What the query sorts by, where that is an added column, with the table to be joined to those that rows are chosen in. */
  sort?: { key: SortKey; join: SQL };
  /** The tables that columns are read from, to be joined to those of a page. */
  join: SQL;
  /** Begins with a comma. */
  columns: SQL;
  /** Of a row in the form of an answer, beside what the list reads of it. */
  read: (row: Record<string, unknown>) => object;
  /** What a spreadsheet has them as, by the names of the columns. */
  kinds: ExportColumns;
  /** Rejects where the columns are refused after all, which nothing but what is answered depends on. */
  refused?: Promise<void>;
}

export interface Page<Row> {
  list: Row[];
  totalCount: number;
  /** Where there are more than were counted. */
  isMore?: true;
}
