import type { RecordColumnKind } from "../../lib/contract/column-traits";
import { noTranslations, type RecordColumn } from "../../lib/contract/columns";
import type { RecordColumns } from "../../lib/contract/records";
import { type SQL, sql } from "../database/sql";
import { translated } from "../database/transaction";
import type { FilterKey } from "./filters";
import { instantOf, instantOrNull } from "./list";
import type { SortKey } from "./list-source";

/** A column that is stored under another name or in another table, or not stored. */
export interface SpecialColumn {
  /** Its name in the table, such as `name`. */
  column?: string;
  /** The alias of its table, if it is not that of the list. */
  table?: string;
  /** The expression of a computed column. */
  read?: SQL;
  /** The expression to sort and filter by. */
  by?: SQL;
  /** The expression to sort by, if it is not that to filter by. */
  sortBy?: SQL;
}

/** An expression that a list selects under the contract's name. */
export interface SelectedColumn {
  name: string;
  read: SQL;
  /** By which values are converted; undefined: as the database returns them. */
  kind?: RecordColumnKind;
  isNullable?: boolean;
}

/** A column of the contract with its place in the table. */
export interface StoredColumn extends RecordColumn, SelectedColumn {
  isNullable: boolean;
  kind: RecordColumnKind;
  /** The name of the table's column. */
  column: string;
  isComputed: boolean;
  /** Its translation in the language of the running transaction, folded, or null; undefined without translations. */
  translation?: SQL;
  sortBy: SQL;
  filterBy: SQL;
}

/** roleName -> role_name. */
export const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const ofTable = (column: string, table = "r"): SQL => sql`${sql.identifier(table)}.${sql.identifier(column)}`;

/** The expression of a value that is no column of its list. */
export const expressionOf = (
  name: string,
  { column = snakeCase(name), table, read }: SpecialColumn = {},
  alias?: string,
): SQL => read ?? ofTable(column, table ?? alias);

export function storedColumns(
  columns: RecordColumns,
  special: Readonly<Partial<Record<string, SpecialColumn>>>,
  alias = "r",
): StoredColumn[] {
  return Object.entries(columns).map(([name, declared]) => {
    const {
      column = snakeCase(name),
      table = alias,
      read = translationOf(name, columns),
      by,
      sortBy = by,
    } = special[name] ?? {};
    const stored = ofTable(declared.traits.actor ? `${column}_name` : column, table);
    // Decimals arrive as texts, which keep more digits than numbers do.
    const plain = declared.kind === "number" ? sql`${stored}::float8` : stored;
    const folded = ofTable(`${column}_sort`, table);
    const isText = declared.kind === "text";
    // Names are sorted and filtered by their displayed text.
    const translation =
      columns[`${name}Translated`] && sql`fold(${translated(sql`null`, translationsOf(name))})`;
    const byText = translation ? sql`coalesce(${translation}, ${folded})` : folded;
    return {
      ...declared,
      name,
      column,
      isComputed: read !== undefined,
      translation,
      read: read ?? plain,
      sortBy: sortBy ?? read ?? (isText ? byText : declared.kind === "choice" ? folded : stored),
      filterBy: by ?? read ?? (isText ? byText : stored),
    };
  });
}

const translationsOf = (name: string) => ofTable(snakeCase(`${name}Translation`));

/** Source of `roleNameTranslated`: `roleName`, and its translations in `roleNameTranslation`. */
function translationOf(name: string, columns: RecordColumns): SQL | undefined {
  const original = name.replace(/Translated$/, "");
  if (original === name || columns[`${original}Translation`]?.kind !== "translations") return undefined;
  return translated(ofTable(snakeCase(original)), translationsOf(original));
}

/** The select list of the columns. */
export const selectList = (columns: readonly SelectedColumn[]): SQL =>
  sql.join(
    columns.map(({ name, read }) => sql`${read} as ${sql.identifier(name)}`),
    ", ",
  );

/** Reads a row that {@link selectList} selects. */
export const readerOf =
  (columns: readonly SelectedColumn[]) =>
  (row: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(
      columns.map(({ name, kind, isNullable = false }) => [
        name,
        kind ? readValue(kind, row[name], isNullable) : row[name],
      ]),
    );

/** @returns the result of `keyOf` for each column that `trait` does not exclude */
function keysOf<Key>(
  columns: readonly StoredColumn[],
  trait: "sorted" | "filtered",
  keyOf: (column: StoredColumn) => Key,
): Record<string, Key> {
  const known = columns.filter(({ traits }) => traits.listed !== false && traits[trait] !== false);
  return Object.fromEntries(known.map((column) => [column.name, keyOf(column)]));
}

function sortKey({ sortBy, isNullable }: StoredColumn): SortKey {
  return isNullable ? { by: sortBy, nullable: true } : { by: sortBy };
}

/** @param isIndexed whether phrases are looked for by an index on all searched columns together */
function filterKey({ filterBy, traits, translation }: StoredColumn, isIndexed: boolean): FilterKey {
  return isIndexed && traits.searched && !translation ? { by: filterBy, isSearched: true } : { by: filterBy };
}

/** The keys of a list's columns. @param isIndexed whether phrases are looked for by an index */
export const listKeys = (columns: readonly StoredColumn[], isIndexed: boolean) => ({
  sorts: keysOf(columns, "sorted", sortKey),
  filters: keysOf(columns, "filtered", (column) => filterKey(column, isIndexed)),
});

/** Converts a database value of a column to the contract's type. */
function readValue(kind: RecordColumnKind, value: unknown, isNullable: boolean): unknown {
  switch (kind) {
    case "instant":
      return isNullable ? instantOrNull(value) : instantOf(value);
    case "int":
    case "number":
      return value === null ? null : Number(value);
    case "translations":
      return { ...noTranslations, ...(value as object) };
    default:
      return value;
  }
}
