/** Kind of a record column; lists, filters, exports, forms, cells and SQL derive from it. */
export type RecordColumnKind =
  | "text"
  | "int"
  | "number"
  | "flag"
  | "day"
  | "instant"
  | "choice"
  | "html"
  | "translations"
  | "ids";

/** Traits of a column, independent of its kind. */
export interface ColumnTraits {
  /** A new record requires a value, and it cannot be cleared. */
  required?: boolean;
  /** Never entered by users: set by other calls, or computed. */
  readOnly?: boolean;
  /** False: part of the single record only, not of lists and exports. */
  listed?: boolean;
  /** False: the list cannot be sorted by it. */
  sorted?: boolean;
  /** False: the list cannot be filtered by it. */
  filtered?: boolean;
  /** False: not in exports. */
  exported?: boolean;
  /** Included in the search; text columns only. */
  searched?: boolean;
  /** Unique among existing records, ignoring case; text columns only. */
  unique?: boolean;
  /** The name of a user who did something, stored as `…_by_name` and, folded, as `…_by_sort`. */
  actor?: true;
  /** False: not changeable in several records at once, see `bulkSave`; names and unique columns never are. */
  bulk?: boolean;
}
