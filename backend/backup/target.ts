import { mkdir, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import { type Config, databaseDirectory } from "../config/config";
import { StartError } from "../core/start-error";
import { markComplete, prepareFiles } from "../database/embedded-files";
import { type Execute, executeOn, executeOnEmbedded } from "../database/execute";
import { takeLock } from "../database/lock";
import {
  applyMigrations,
  lockMigrations,
  pendingMigrations,
  refuseForeignEncoding,
} from "../database/migrate";
import { allMigrations, type Migration } from "../database/migrations";
import { withOwnClient } from "../database/own-client";
import { openPglite } from "../database/pglite";
import { prepareRoles, refuseUnsafeRoles } from "../database/roles";
import { columnsOf, nameOf, neutralFormats, type Table } from "./tables";

/** An empty database that a backup is loaded into. */
export interface Target {
  execute: Execute;
  /** Loads rows in the text format of COPY. */
  copyIn(table: Table, rows: Buffer): Promise<void>;
  /** Runs the migrations of this version that the backup did not have. */
  migrateToNewest(): Promise<void>;
}

const isEmpty = `select not exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'hub') and c.relkind in ('r', 'p', 'v')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as "isEmpty"`;

/**
 * Runs `work` in a transaction on the configured database, which must be empty and gets the schema of `migrations`
 * first. On failure, the database is empty again.
 * @throws {StartError} when the database is not empty or cannot be used
 */
export function withTarget(
  config: Config,
  migrations: readonly Migration[],
  work: (target: Target) => Promise<void>,
): Promise<void> {
  const { databaseUrl, databaseDirectUrl } = config;
  return databaseUrl
    ? withPostgres(databaseDirectUrl ?? databaseUrl, migrations, work)
    : withEmbedded(databaseDirectory(config), migrations, work);
}

function withPostgres(
  url: string,
  migrations: readonly Migration[],
  work: (target: Target) => Promise<void>,
): Promise<void> {
  return withOwnClient({ url, name: "hub restore" }, async (client) => {
    await refuseForeignEncoding(client, "DATABASE_URL");
    await client.query(neutralFormats);
    await lockMigrations(client);
    const execute = executeOn(client);
    const [found] = (await execute(isEmpty)) as { isEmpty: boolean }[];
    if (!found?.isEmpty)
      throw new StartError(
        "The database at DATABASE_URL is not empty. Nothing was changed; restore into a new one, made with createdb.",
      );
    await prepareRoles(execute);
    await load(execute, migrations, () =>
      work({
        execute,
        migrateToNewest: () => migrateToNewest(execute),
        copyIn: (table, rows) =>
          pipeline(
            Readable.from([rows]),
            client.query(copyFrom(`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`)),
          ),
      }),
    );
  });
}

async function withEmbedded(
  directory: string,
  migrations: readonly Migration[],
  work: (target: Target) => Promise<void>,
): Promise<void> {
  await mkdir(dirname(directory), { recursive: true, mode: 0o700 });
  const release = await takeLock(`${directory}.lock`);
  try {
    if (await prepareFiles(directory))
      throw new StartError(
        `There is a database in ${dirname(directory)} already. Nothing was changed; set DATA_DIR to a new folder, or move the old one away.`,
      );
    const pglite = await openPglite(directory);
    try {
      const execute = executeOnEmbedded(pglite);
      await execute(neutralFormats);
      await prepareRoles(execute);
      await load(execute, migrations, () =>
        work({
          execute,
          migrateToNewest: () => migrateToNewest(execute),
          copyIn: async (table, rows) => {
            const blob = new Blob([new Uint8Array(rows)]);
            await pglite.query(`copy ${nameOf(table)} (${columnsOf(table)}) from '/dev/blob'`, [], { blob });
          },
        }),
      );
    } catch (error) {
      await pglite.close().catch(() => undefined);
      await rm(directory, { recursive: true, force: true });
      await markComplete(directory);
      throw error;
    }
    await pglite.close();
    await markComplete(directory);
  } finally {
    await release();
  }
}

const migrateToNewest = async (execute: Execute) =>
  applyMigrations(execute, await pendingMigrations(execute, allMigrations()));

/** Migrates to the schema of the backup and runs `work`: all or nothing. */
async function load(
  execute: Execute,
  migrations: readonly Migration[],
  work: () => Promise<void>,
): Promise<void> {
  await execute("begin");
  try {
    await applyMigrations(execute, migrations);
    await work();
    await refuseUnsafeRoles(execute);
    await execute("commit");
  } catch (error) {
    await execute("rollback").catch(() => []);
    throw error;
  }
  // Only for speed: autovacuum would come to it, and the embedded database analyses every hour.
  await execute("vacuum analyze").catch(() => []);
}
