import type { PGlite } from "@electric-sql/pglite";
import type pg from "pg";
import packageJson from "../../package.json" with { type: "json" };
import { StartError } from "../core/start-error";
import { type Execute, executeOn, executeOnEmbedded } from "./execute";
import { allMigrations, type Migration } from "./migrations";
import { withOwnClient } from "./own-client";
import { prepareRoles, refuseUnsafeRoles } from "./roles";

/** Any constant that no other program on the database uses for its advisory locks. */
const migrationLock = 4_872_310_217;
/** Milliseconds between attempts to take it. */
const lockPause = 200;

/**
 * Migrates the database at `url` to the newest schema; of several processes one does it and the others wait.
 * @param setting that holds the address
 */
export function migratePostgres(url: string, setting = "DATABASE_URL"): Promise<void> {
  return withOwnClient({ url, name: "hub migration", setting }, async (client) => {
    await refuseForeignEncoding(client, setting);
    await lockMigrations(client);
    await migrate(executeOn(client), allMigrations());
  });
}

/**
 * Waits until no other session migrates, and keeps others from it until this one ends. Asks again and again, since a
 * waiting statement has a snapshot, for whose end the creation of an index without locks would wait in turn.
 */
export async function lockMigrations(client: pg.Client): Promise<void> {
  for (let isWaiting = false; ; isWaiting = true) {
    const { rows } = await client.query<{ isTaken: boolean }>(
      `select pg_try_advisory_lock($1) as "isTaken"`,
      [migrationLock],
    );
    if (rows[0]?.isTaken) return;
    if (!isWaiting) process.stderr.write("Waiting for another process that migrates the database.\n");
    await new Promise((resolve) => setTimeout(resolve, lockPause));
  }
}

/**
 * Other encodings refuse some letters, and break searches for names.
 * @throws {StartError}
 */
export async function refuseForeignEncoding(client: pg.Client, setting: string): Promise<void> {
  const { rows } = await client.query<{ encoding: string; name: string }>(
    "select current_setting('server_encoding') as encoding, current_database() as name",
  );
  const [{ encoding = "UTF8", name = "" } = {}] = rows;
  if (encoding === "UTF8") return;
  throw new StartError(
    `${setting}: the database ${name} is encoded in ${encoding}, and Hub needs UTF8. ` +
      "Create one with createdb --encoding=UTF8 --template=template0, and name it here.",
  );
}

/** Brings the embedded database to the newest schema; its directory is locked, so no other process does. */
export function migrateEmbedded(pglite: PGlite, migrations = allMigrations()): Promise<void> {
  return migrate(executeOnEmbedded(pglite), migrations, { isEmbedded: true });
}

/** Runs the pending migrations, all in one transaction, except those that create indexes without locks. */
export async function migrate(
  execute: Execute,
  migrations: readonly Migration[],
  { isEmbedded = false } = {},
): Promise<void> {
  const pending = await pendingMigrations(execute, migrations);
  // Roles belong to a server: the database may have been restored on another one, except the embedded one.
  if (pending.length > 0 || !isEmbedded) await prepareRoles(execute);
  for (let at = 0; at < pending.length; ) {
    const [first] = pending.slice(at) as [Migration];
    if (first.isConcurrent && !isEmbedded) {
      await createIndexes(execute, first);
      at += 1;
      continue;
    }
    const next = isEmbedded ? -1 : pending.findIndex(({ isConcurrent }, index) => index > at && isConcurrent);
    const end = next < 0 ? pending.length : next;
    await run(execute, pending.slice(at, end));
    at = end;
  }
  await refuseUnsafeRoles(execute);
}

/** Runs migrations in the open transaction. */
export async function applyMigrations(execute: Execute, migrations: readonly Migration[]): Promise<void> {
  // Tables belong to the schema public, also where the database's user is named like the schema of the journal.
  await execute(`
    set local search_path = public, pg_temp;
    create schema if not exists hub;
    create table if not exists hub.migrations (name text primary key, applied_on timestamptz not null default now());
    alter table hub.migrations add column if not exists version text;`);
  for (const { name, text, isConcurrent } of migrations) {
    await execute(isConcurrent ? withLocks(text) : text).catch((error: Error) => {
      throw failed(name, error);
    });
    await execute(noted(name));
  }
}

const failed = (name: string, error: Error) =>
  new Error(`The migration ${name} failed: ${error.message}`, { cause: error });

/** The version is for the message of an older program. */
const noted = (name: string) =>
  `insert into hub.migrations (name, version) values ('${name}', '${packageJson.version}')`;

/** Without other users of a table, its indexes are created faster with locks, and in a transaction. */
const withLocks = (text: string) => text.replaceAll(/(create(?: unique)? index) concurrently/gi, "$1");

/**
 * Creates indexes without blocking writes, each outside a transaction. One that a failed attempt has left invalid is
 * dropped and created again; a valid one is kept.
 */
async function createIndexes(execute: Execute, { name, indexes }: Migration): Promise<void> {
  for (const { index, statement } of indexes) {
    const [found] = (await execute(
      `select indisvalid as "isValid" from pg_index where indexrelid = to_regclass('${index}')`,
    )) as { isValid: boolean }[];
    if (found?.isValid) continue;
    if (found) await execute(`drop index concurrently ${index}`);
    await execute(statement).catch((error: Error) => {
      throw failed(name, error);
    });
  }
  await execute(noted(name));
}

async function run(execute: Execute, migrations: readonly Migration[]): Promise<void> {
  await execute("begin");
  try {
    await applyMigrations(execute, migrations);
    await execute("commit");
  } catch (error) {
    // The first of two errors says why.
    await execute("rollback").catch(() => []);
    throw error;
  }
}

/**
 * The migrations that the database has not run.
 * @throws {StartError} when it has run others: this version does not know that schema, and would lose or break data
 */
export async function pendingMigrations(
  execute: Execute,
  migrations: readonly Migration[],
): Promise<Migration[]> {
  const [tables] = (await execute(
    "select to_regclass('hub.migrations') is not null as current, to_regclass('drizzle.__drizzle_migrations') is not null as preliminary",
  )) as { current: boolean; preliminary: boolean }[];
  if (tables?.preliminary)
    throw new StartError(
      "The database was made by a preliminary version of Hub and cannot be upgraded. Nothing in it was changed. " +
        "Choose another DATA_DIR or, with DATABASE_URL, an empty database.",
    );
  if (!tables?.current) return [...migrations];
  const applied = await refuseNewerSchema(execute, migrations);
  return migrations.filter(({ name }) => !applied.has(name));
}

/**
 * @returns the names of the migrations that the database has run
 * @throws {StartError} naming both versions when it has run others than `migrations`
 */
export async function refuseNewerSchema(
  execute: Execute,
  migrations: readonly Migration[] = allMigrations(),
): Promise<Set<string>> {
  // Written by a version that did not have the column yet, it is null.
  const applied = (await execute(
    "select name, to_jsonb(m) ->> 'version' as version from hub.migrations m order by name",
  )) as { name: string; version: string | null }[];
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = applied.findLast(({ name }) => !known.has(name));
  if (unknown)
    throw new StartError(
      `The database was changed by ${unknown.version ? `Hub ${unknown.version}` : "a newer version of Hub"} (migration ${unknown.name}), and this is Hub ${packageJson.version}, ` +
        `which knows migrations up to ${migrations.at(-1)?.name}. Start that version, or restore a backup from before.`,
    );
  return new Set(applied.map(({ name }) => name));
}
