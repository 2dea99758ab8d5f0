import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { refuseInTransaction, trackTransaction } from "../core/open-transaction";
import { databaseOf } from "./database";
import { diskSpaceGuard, isDiskFull } from "./disk-space";
import { EmbeddedClient, hasPanicked } from "./embedded-client";
import { markComplete, prepareFiles, refusedFiles, refuseFullDisk, unwritable } from "./embedded-files";
import { signalChannel } from "./listen";
import { takeLock } from "./lock";
import { migrateEmbedded } from "./migrate";
import { openPglite } from "./pglite";
import { unpackPreparedDatabase } from "./prepared-database";
import { markBackup, unmarkBackup } from "./running-backup";
import { beginning, type Connection, DatabaseUnavailable } from "./transaction";

/**
 * Opens the embedded database in `directory`, locked against other processes and migrated to the newest schema.
 * @param archives folder of the archives that a new one starts from
 * @throws {StartError} when another process has it, it cannot be written or is damaged, or the disk is full
 */
export async function openEmbedded(directory: string, archives?: string): Promise<Connection> {
  await mkdir(dirname(directory), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw unwritable(error);
  });
  const releaseLock = await takeLock(`${directory}.lock`);
  const exists = await prepareFiles(directory);
  const pglite = await (exists ? openPglite(directory) : makePglite(directory, archives)).catch(
    (error: unknown) => {
      throw refusedFiles(error, directory);
    },
  );
  await migrateEmbedded(pglite).catch((error: unknown) => {
    if (isDiskFull(error)) refuseFullDisk(dirname(directory));
    throw error;
  });
  if (!exists) await markComplete(directory);
  const connection = embeddedConnection(pglite, diskSpaceGuard(directory));
  return { ...connection, close: () => connection.close().finally(releaseLock) };
}

async function makePglite(directory: string, archives?: string): Promise<PGlite> {
  await unpackPreparedDatabase(directory, archives);
  return openPglite(directory);
}

/**
 * Transactions on an embedded database that is already migrated.
 * @param requireRoom throws before a transaction that may write when there is no room
 */
export function embeddedConnection(pglite: PGlite, requireRoom: () => void = () => {}): Connection {
  let resolveBroken: (reason: Error) => void = () => {};
  const broken = new Promise<Error>((resolve) => {
    resolveBroken = resolve;
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
          trackTransaction(() => work(databaseOf(query))),
        );
      } catch (error) {
        if (!hasPanicked(error)) throw error;
        resolveBroken(error as Error);
        throw new DatabaseUnavailable("The embedded database has stopped.", { cause: error });
      }
    },
    embedded: {
      whileStill: (work) => client.alone("checkpoint", work),
      markBackup: (isRunning) => client.alone(isRunning ? markBackup : unmarkBackup),
    },
    listen: ({ hear }) => pglite.listen(signalChannel, hear).then((stop) => () => stop()),
    close: () => pglite.close(),
  };
}
