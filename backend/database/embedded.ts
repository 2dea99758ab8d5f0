import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { PGlite, types } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { PgDialect } from "drizzle-orm/pg-core";
import { PgliteSession, PgliteTransaction } from "drizzle-orm/pglite";
import { diskSpaceGuard, isDiskFull } from "./disk-space";
import { EmbeddedClient, isGone } from "./embedded-client";
import { noteMade, prepareFiles, refusedFiles, refuseFullDisk, unwritable } from "./embedded-files";
import { signalChannel } from "./listen";
import { takeLock } from "./lock";
import { migrateEmbedded } from "./migrate";
import { refuseInTransaction, whileOpen } from "./open-transaction";
import { beginning, type Connection, type Database, DatabaseUnavailable } from "./transaction";

const dialect = new PgDialect();

/**
 * Opens the embedded database in `directory`, locked against other processes and brought to the newest schema.
 * @throws {StartError} when another process has it, it cannot be written or is damaged, or the disk is full
 */
export async function openEmbedded(directory: string): Promise<Connection> {
  await mkdir(dirname(directory), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw unwritable(error);
  });
  const giveBack = await takeLock(`${directory}.lock`);
  const isThere = await prepareFiles(directory);
  const pglite = await openPglite(directory).catch((error: unknown) => {
    throw refusedFiles(error, directory);
  });
  await migrateEmbedded(pglite).catch((error: unknown) => {
    if (isDiskFull(error)) refuseFullDisk(dirname(directory));
    throw error;
  });
  if (!isThere) await noteMade(directory);
  const connection = embeddedConnection(pglite, diskSpaceGuard(directory));
  return { ...connection, close: () => connection.close().finally(giveBack) };
}

/**
 * What PostgreSQL itself would take, 128 MB, stands in the heap of this process for good; what is not in it, the system's cache of
 * files has.
 */
const buffers = "32MB";

/** The embedded database on files in `directory`, or in memory from a dump. */
export function openPglite(directory?: string, dump?: Blob): Promise<PGlite> {
  return PGlite.create({
    dataDir: directory,
    loadDataDir: dump,
    extensions: { pg_trgm },
    startParams: [...PGlite.defaultStartParams, "-c", `shared_buffers=${buffers}`],
    parsers: { [types.INT8]: Number },
  });
}

/**
 * Transactions on an embedded database that is already migrated.
 * @param requireRoom throws before a transaction that may write where there is no room for it
 */
export function embeddedConnection(pglite: PGlite, requireRoom: () => void = () => {}): Connection {
  let tellBroken: (reason: Error) => void = () => {};
  const broken = new Promise<Error>((resolve) => {
    tellBroken = resolve;
  });
  const client = new EmbeddedClient(pglite);
  return {
    kind: "pglite",
    broken,
    transaction: async (role, work, { readOnly = false } = {}) => {
      refuseInTransaction("A second transaction is begun");
      if (!readOnly) requireRoom();
      try {
        return await client.transaction(beginning(role, { readOnly }), (query) =>
          whileOpen(() => work(databaseOf(query))),
        );
      } catch (error) {
        if (!isGone(error)) throw error;
        tellBroken(error as Error);
        throw new DatabaseUnavailable("The embedded database has stopped.", { cause: error });
      }
    },
    listen: ({ hear }) => pglite.listen(signalChannel, hear).then((stop) => () => stop()),
    close: () => pglite.close(),
  };
}

function databaseOf(query: unknown): Database {
  // The session only ever queries.
  const session = new PgliteSession({ query } as PGlite, dialect, undefined);
  return new PgliteTransaction(dialect, session, undefined) as unknown as Database;
}
