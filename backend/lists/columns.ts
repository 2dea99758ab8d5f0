import { noTranslations, type RecordColumn, type RecordColumnKind } from "../../lib/contract/columns";
import type { RecordColumns } from "../../lib/contract/records";
import { type SQL, sql } from "../database/sql";
import { translated } from "../database/transaction";
import type { FilterKey } from "./filters";
import { instantOf, instantOrNull } from "./list";
import type { SortKey } from "./list-source";

/** A column that is stored under another name, or not stored. The table is called `r`. */
export interface SpecialColumn {
  /** Its name in the table, such as `name`. */
  column?: string;
  /** The expression of a computed column. */
  read?: SQL;
  /** The expression to sort and filter by. */
  by?: SQL;
}

/** A column of the contract with its place in the table. */
export interface StoredColumn extends RecordColumn {
  name: string;
  /** The name of the table's column. */
  column: string;
  isComputed: boolean;
  /** Its translation in the language of the running transaction, folded, or null; undefined without translations. */
  translation?: SQL;
  read: SQL;
  sortBy: SQL;
  filterBy: SQL;
}

/** roleName -> role_name. */
export const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const ofTable = (column: string) => sql`r.${sql.identifier(column)}`;

export function storedColumns(
  columns: RecordColumns,
  special: Readonly<Partial<Record<string, SpecialColumn>>>,
): StoredColumn[] {
  return Object.entries(columns).map(([name, declared]) => {
    const { column = snakeCase(name), read = translationOf(name, columns), by } = special[name] ?? {};
    // Decimals arrive as texts, which keep more digits than numbers do.
    const plain = declared.kind === "number" ? sql`${ofTable(column)}::float8` : ofTable(column);
    const folded = ofTable(`${column}_sort`);
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
      sortBy: by ?? read ?? (isText ? byText : declared.kind === "choice" ? folded : ofTable(column)),
      filterBy: by ?? read ?? (isText ? byText : ofTable(column)),
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

/** @returns the result of `keyOf` for each column that `trait` does not exclude */
export function keysOf<Key>(
  columns: readonly StoredColumn[],
  trait: "sorted" | "filtered",
  keyOf: (column: StoredColumn) => Key,
): Record<string, Key> {
  const known = columns.filter(({ traits }) => traits.listed !== false && traits[trait] !== false);
  return Object.fromEntries(known.map((column) => [column.name, keyOf(column)]));
}

export function sortKey({ sortBy, isNullable }: StoredColumn): SortKey {
  return isNullable ? { by: sortBy, nullable: true } : { by: sortBy };
}

/** @param isIndexed whether phrases are looked for by an index on all searched columns together */
export function filterKey({ filterBy, traits, translation }: StoredColumn, isIndexed: boolean): FilterKey {
  return isIndexed && traits.searched && !translation ? { by: filterBy, isSearched: true } : { by: filterBy };
}

/** Converts a database value of a column to the contract's type. */
export function readValue(kind: RecordColumnKind, value: unknown, isNullable: boolean): unknown {
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
