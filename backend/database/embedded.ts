import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { PGlite, type Transaction, types } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { PgDialect } from "drizzle-orm/pg-core";
import { PgliteSession, PgliteTransaction } from "drizzle-orm/pglite";
import { takeLock } from "./lock";
import { migrateEmbedded } from "./migrate";
import { StartError } from "./start-error";
import type { Connection, Database } from "./transaction";

const dialect = new PgDialect();

/**
 * Opens the embedded database in `directory`, locked against other processes and brought to the newest schema.
 * @throws {StartError} when another process has it or it cannot be written
 */
export async function openEmbedded(directory: string): Promise<Connection> {
  await mkdir(dirname(directory), { recursive: true }).catch((error: Error) => {
    throw new StartError(
      `DATA_DIR cannot be written (${error.message}). Make it writable or choose another.`,
    );
  });
  const giveBack = await takeLock(`${directory}.lock`);
  const pglite = await openPglite(directory);
  await migrateEmbedded(pglite);
  const connection = embeddedConnection(pglite);
  return { ...connection, close: () => connection.close().finally(giveBack) };
}

/** The embedded database on files in `directory`, or in memory from a dump. */
export function openPglite(directory?: string, dump?: Blob): Promise<PGlite> {
  return PGlite.create({
    dataDir: directory,
    loadDataDir: dump,
    extensions: { pg_trgm },
    parsers: { [types.INT8]: Number },
  });
}

/** Transactions on an embedded database that is already migrated. */
export function embeddedConnection(pglite: PGlite): Connection {
  return {
    kind: "pglite",
    transaction: (role, work, { readOnly = false } = {}) =>
      pglite.transaction(async (running) => {
        if (readOnly) await running.exec("set transaction read only");
        if (role !== "owner") await running.exec(`set local role ${role}`);
        return work(databaseOf(running));
      }),
    close: () => pglite.close(),
  };
}

function databaseOf(running: Transaction): Database {
  // The session only ever queries, which a transaction offers just as the database does.
  const session = new PgliteSession(running as unknown as PGlite, dialect, undefined);
  return new PgliteTransaction(dialect, session, undefined) as unknown as Database;
}
