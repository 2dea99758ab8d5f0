import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { StartError } from "../core/start-error";
import type { Execute } from "../database/execute";
import { type Member, maxInMemory, wholeOf } from "./archive-format";
import { blockPattern, type Manifest, type SavedTable } from "./manifest";
import { nameOf } from "./tables";
import type { Target } from "./target";

const decompress = promisify(gunzip);

interface Constraint {
  table: string;
  name: string;
  definition: string;
}

/**
 * Prepares the tables of a new schema for rows in any order: empties them, suspends their triggers, whose effects the
 * rows include, and drops their foreign keys. An owner of forced row-level security may not COPY, so that is lifted,
 * too.
 * @returns undoes it, which checks the foreign keys
 */
export async function openForLoading(execute: Execute): Promise<() => Promise<void>> {
  const tables = (await execute(`
    select format('%I.%I', n.nspname, c.relname) as name, c.relforcerowsecurity as "isForced"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('hub', 'public') and c.relkind = 'r'`)) as { name: string; isForced: boolean }[];
  const constraints = (await execute(`
    select k.conrelid::regclass::text as "table", quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace
    where n.nspname in ('hub', 'public') and k.contype = 'f'`)) as unknown as Constraint[];
  const forced = tables.filter(({ isForced }) => isForced);
  const each = (items: readonly { name: string }[], change: string) =>
    items.map(({ name }) => `alter table ${name} ${change};`).join("\n");
  await execute(`truncate ${tables.map(({ name }) => name).join(", ")}`);
  await execute(each(tables, "disable trigger user") + each(forced, "no force row level security"));
  await execute(
    constraints.map(({ table, name }) => `alter table ${table} drop constraint ${name};`).join("\n"),
  );
  return async () => {
    for (const { table, name, definition } of constraints)
      await execute(`alter table ${table} add constraint ${name} ${definition}`);
    await execute(each(tables, "enable trigger user") + each(forced, "force row level security"));
  };
}

/** Loads blocks of rows into their tables. */
export class Loader {
  private readonly tables: Map<string, SavedTable>;

  constructor(
    private readonly target: Target,
    private readonly manifest: Manifest,
  ) {
    this.tables = new Map(manifest.tables.map((table) => [`${table.schema}.${table.name}`, table]));
  }

  /** @returns whether the member is a block of rows */
  async take(member: Member): Promise<boolean> {
    const [, schema, name] = blockPattern.exec(member.name) ?? [];
    if (!schema) return false;
    const table = this.tables.get(`${schema}.${name}`);
    if (!table) throw new StartError(`The backup does not describe its member ${member.name}.`);
    const rows = await decompress(await wholeOf(member), { maxOutputLength: maxInMemory });
    await this.target.copyIn(table, rows);
    return true;
  }

  /** Compares the number of rows of each table. @throws {StartError} */
  async check(): Promise<void> {
    for (const table of this.manifest.tables) {
      const [found] = (await this.target.execute(`select count(*)::int as rows from ${nameOf(table)}`)) as {
        rows: number;
      }[];
      if (found?.rows !== table.rows)
        throw new StartError(
          `The table ${table.name} has ${found?.rows} rows instead of ${table.rows}. The restore was undone.`,
        );
    }
    for (const { name, value, isCalled } of this.manifest.sequences)
      await this.target.execute(`select setval('${name.replaceAll("'", "''")}', ${value}, ${isCalled})`);
  }
}
