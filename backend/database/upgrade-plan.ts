import packageJson from "../../package.json" with { type: "json" };
import type { Execute } from "./execute";
import { pendingMigrations } from "./migrate";
import { allMigrations, type Migration } from "./migrations";

/** Rows a second that one statement rewrites or indexes, on a slow machine. */
const rowsPerSecond = 100_000;

interface Effect {
  table: string;
  rows: number;
  /** Additional bytes that the statement needs. */
  bytes: number;
}

export interface PlannedMigration {
  name: string;
  /** Why the older version has to be stopped; undefined if it may keep running. */
  stop?: string;
  /** Statements that read all rows of an existing table. */
  effects: Effect[];
}

export interface UpgradePlan {
  /** Undefined for an empty database. */
  from?: { version: string | null; migration: string };
  to: { version: string; migration: string };
  migrations: PlannedMigration[];
  seconds: number;
  bytes: number;
  databaseBytes: number;
}

/** Statements that read or write a whole table, with the table's name. */
const wholeTable = [
  { pattern: /\bcreate (?:unique )?index (?:concurrently )?\w+\s+on (?:public\.)?(\w+)/gi, share: 0.5 },
  { pattern: /^update (?:public\.)?(\w+)/gim, share: 1 },
  {
    pattern:
      /^alter table (?:public\.)?(\w+)[^;]*\b(?:generated always|type|set not null|add (?:constraint|check|foreign))\b/gim,
    share: 1,
  },
] as const;

/**
 * Plans the upgrade of a database to this version, without changing it.
 * @throws {StartError} when a newer version has changed it
 */
export async function planUpgrade(
  execute: Execute,
  migrations: readonly Migration[] = allMigrations(),
): Promise<UpgradePlan> {
  const pending = await pendingMigrations(execute, migrations);
  const tables = (await execute(`
    select c.relname as name, greatest(c.reltuples, 0)::float8 as rows, pg_total_relation_size(c.oid)::float8 as bytes
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`)) as {
    name: string;
    rows: number;
    bytes: number;
  }[];
  const byName = new Map(tables.map((table) => [table.name, table]));
  const planned = pending.map(({ name, text, stop }) => ({
    name,
    stop: pending.length === migrations.length ? undefined : stop,
    effects: wholeTable.flatMap(({ pattern, share }) =>
      [...text.matchAll(pattern)].flatMap(([, table = ""]) => {
        const found = byName.get(table);
        return found ? { table, rows: found.rows, bytes: Math.ceil(found.bytes * share) } : [];
      }),
    ),
  }));
  const effects = planned.flatMap((migration) => migration.effects);
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    from: pending.length === migrations.length ? undefined : await currentOf(execute),
    to: { version: packageJson.version, migration: migrations.at(-1)?.name ?? "" },
    migrations: planned,
    seconds: Math.ceil(sum(effects.map(({ rows }) => rows)) / rowsPerSecond),
    bytes: sum(effects.map(({ bytes }) => bytes)),
    databaseBytes: sum(tables.map(({ bytes }) => bytes)),
  };
}

async function currentOf(execute: Execute): Promise<UpgradePlan["from"]> {
  const [last] = (await execute(
    "select name as migration, to_jsonb(m) ->> 'version' as version from hub.migrations m order by name desc limit 1",
  )) as { migration: string; version: string | null }[];
  return last;
}
