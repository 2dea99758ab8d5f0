import { sql } from "../database/sql";
import type { Database } from "../database/transaction";
import type { Manifest, SavedTable } from "./manifest";

export type Table = Omit<SavedTable, "rows">;

/** The product's schemas. The web processes' `hub_web` holds sessions only, and is created by them. */
const schemas = ["hub", "public"];

const inSchemas = sql`n.nspname in ('${sql.raw(schemas.join("', '"))}')`;

/** All tables with the columns that are not computed. */
export async function listTables(db: Database): Promise<Table[]> {
  const { rows } = await db.execute<Table & Record<string, unknown>>(sql`
    select n.nspname as schema, c.relname as name, jsonb_agg(a.attname order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where ${inSchemas} and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by n.nspname, c.relname order by n.nspname, c.relname`);
  return rows;
}

export async function readSequences(db: Database): Promise<Manifest["sequences"]> {
  const { rows: names } = await db.execute<{ name: string }>(sql`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${inSchemas} and c.relkind = 'S' order by 1`);
  const sequences: Manifest["sequences"] = [];
  for (const { name } of names) {
    const { rows } = await db.execute<{ value: number; isCalled: boolean }>(
      sql`select last_value::float8 as value, is_called as "isCalled" from ${sql.raw(name)}`,
    );
    for (const { value, isCalled } of rows) sequences.push({ name, value, isCalled });
  }
  return sequences;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** A table's name in SQL. */
export const nameOf = ({ schema, name }: Pick<Table, "schema" | "name">) =>
  `${quoted(schema)}.${quoted(name)}`;

/** A table's columns in SQL, without those that are computed. */
export const columnsOf = ({ columns }: Pick<Table, "columns">) => columns.map(quoted).join(", ");

/** Settings for a text format that any server reads; pg_dump uses the same. */
export const neutralFormats =
  "set datestyle = 'ISO'; set timezone = 'UTC'; set intervalstyle = 'postgres'; set extra_float_digits = 1; " +
  "set statement_timeout = 0; set idle_in_transaction_session_timeout = 0";
