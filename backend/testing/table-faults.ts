import type { RecordColumnKind } from "../../lib/contract/column-traits";
import { sql } from "../database/sql";
import type { Connection } from "../database/transaction";
import type { AnyRecords, RecordTable } from "../records/table";

const types: Readonly<Record<RecordColumnKind, readonly string[]>> = {
  text: ["text", "uuid"],
  int: ["integer", "smallint", "bigint"],
  number: ["numeric", "double precision"],
  flag: ["boolean"],
  day: ["date"],
  instant: ["timestamp with time zone"],
  choice: ["text"],
  html: ["text"],
  translations: ["jsonb"],
  ids: ["jsonb"],
};

/**
 * Differences between a table and the contract of its records: columns that are missing, of another type or nullable;
 * missing indexes for sorts, unique columns and phrase searches. Skips computed columns.
 */
export async function tableFaults(
  connection: Connection,
  { name: table, idColumn, columns }: RecordTable<AnyRecords>,
): Promise<string[]> {
  const run = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
    (await connection.transaction("owner", (db) => db.execute<Row>(query))).rows;
  const found = await run<{ name: string; type: string; nullable: boolean; written: boolean }>(sql`
    select attname as name, format_type(atttypid, null) as type, not attnotnull as nullable,
      has_column_privilege('hub_app', attrelid, attname, 'update') as written
    from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`);
  const indexes = await run<{ definition: string }>(sql`
    select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = ${table}::regclass`);
  const hasIndex = (keys: string, isUnique = false) =>
    indexes.some(
      ({ definition }) =>
        definition.includes(`(tenant_id, ${keys}) WHERE (archived_on IS NULL)`) &&
        definition.includes("UNIQUE") === isUnique,
    );
  // Phrases search one expression with a trigram index; without one, the area searches elsewhere.
  const texts = indexes.filter(({ definition }) => definition.includes("gin_trgm_ops"));
  const looksIn = (column: string, isSearched: boolean) =>
    texts.length === 0 ||
    texts.some(({ definition }) => new RegExp(`\\b${column}_sort\\b`).test(definition)) === isSearched;
  return columns
    .filter(({ isComputed }) => !isComputed)
    .flatMap(({ name, column, kind, isNullable, traits }) => {
      const stored = found.find((one) => one.name === column);
      if (!stored) return [`${table} has no column ${column}`];
      const isSorted = traits.listed !== false && traits.sorted !== false;
      const key = kind === "text" || kind === "choice" ? `${column}_sort` : column;
      const faults: [string, boolean][] = [
        [`is ${stored.type}`, !types[kind].includes(stored.type)],
        [stored.nullable ? "can be missing" : "cannot be missing", stored.nullable !== isNullable],
        [
          stored.written ? "can be written" : "cannot be written",
          stored.written === Boolean(traits.readOnly),
        ],
        [
          "has no index to sort by",
          isSorted && !hasIndex(`${key}${isNullable ? " NULLS FIRST" : ""}, ${idColumn}`),
        ],
        [traits.searched ? "is not searched" : "is searched", !looksIn(column, traits.searched === true)],
        ["has no unique index", traits.unique === true && !hasIndex(`lower(${column})`, true)],
      ];
      return faults.filter(([, isFault]) => isFault).map(([fault]) => `${table}.${name} ${fault}`);
    });
}
