import type { ExportColumns } from "../../lib/contract/export-columns";
import type { Filter } from "../../lib/contract/filters";
import type { PermissionName } from "../../lib/contract/permissions";
import type { SQL } from "../database/sql";
import type { Database } from "../database/transaction";
import type { FilterKey } from "./filters";

/** The query of every list; see `listQuery` of the contract. */
export interface ListQuery<SortBy extends string, FilterBy extends string = never> {
  page: number;
  pageLimit: number;
  sortBy: SortBy;
  sortDir: "asc" | "desc";
  phrase: string;
  filters: readonly Filter<FilterBy>[];
  /** Ids of attributes to add to each row. */
  attributes?: readonly string[];
}

/** A column to sort by. An index on (tenant_id, column, id) over the active rows makes every page quick. */
export interface SortKey {
  by: SQL;
  /** Rows without a value sort lowest, in both directions; the index says `nulls first`. */
  nullable?: true;
  /** Replaces the source's `rows` when this column needs fewer tables. */
  rows?: SQL;
}

/** The source of a list's rows, in fragments of SQL that share their table aliases. */
export interface ListSource<SortBy extends string, Row, FilterBy extends string = never> {
  /** The `from` clause: the tables by which rows are selected and sorted. */
  rows: SQL;
  where: SQL;
  id: SQL;
  sorts: Record<SortBy, SortKey>;
  /** The contract's filterable columns; read from `search.rows`. */
  filters: Record<FilterBy, FilterKey>;
  /** Searched by phrases and filters: `rows` with the same aliases, and a folded text. */
  search: { rows: SQL; text: SQL };
  /** The number of rows without phrase and filters, if it is known without counting. */
  total?: SQL;
  /**
   * The columns of a page, from tables joined to `page.id`. If `rows` already holds all of these tables under the same
   * aliases, reading the whole list needs no join.
   */
  detail: { columns: SQL; join: SQL; isInRows?: true };
  read: (row: Record<string, unknown>) => Row;
  /** Adds the columns that tenants define; without it the list has only the contract's. */
  addColumns?: AddColumns;
}

/** Adds the tenant-defined columns of a query. */
export type AddColumns = (db: Database, asked: AskedColumns, facts: ReaderFacts) => Promise<AddedColumns>;

/** Properties of the reader that a list depends on. */
export interface ReaderFacts {
  /** IANA name; filters use UTC days without it. */
  timeZone?: string;
  /** The reader's permissions; some columns and filters require one. */
  permissions?: ReadonlySet<PermissionName>;
}

interface AskedColumns {
  /** Ids of attributes. */
  attributes: readonly string[];
  filters: readonly Filter[];
  sortBy: string;
  /** Format of the values: as in responses, or as in spreadsheets under the column names. */
  form: "answer" | "sheet";
}

export interface AddedColumns {
  /** The query's filters, those on added columns with their types. */
  filters: readonly Filter[];
  keys: Readonly<Record<string, FilterKey>>;
  /** The added column that the query sorts by, with the table to join for selecting rows. */
  sort?: { key: SortKey; join: SQL };
  /** The tables of the columns, to be joined to those of a page. */
  join: SQL;
  /** Begins with a comma. */
  columns: SQL;
  /** Reads the added part of a row for a response. */
  read: (row: Record<string, unknown>) => object;
  /** Spreadsheet types by column name. */
  kinds: ExportColumns;
  /** Rejects when the columns turn out to be refused; only the response depends on it. */
  refused?: Promise<void>;
}

export interface Page<Row> {
  list: Row[];
  totalCount: number;
  /** Set when there are more than were counted. */
  isMore?: true;
}
