import { backupRuns } from "../database/running-backup";
import { sql } from "../database/sql";
import type { Connection } from "../database/transaction";
import { type FileIds, type FileStore, fileKey, idsIn } from "../files/store";
import { idArray } from "../members/memberships";
import { type FileKind, fileKinds } from "./sweep-kinds";

export interface Sweeping {
  connection: Connection;
  files: FileStore;
  /** Defaults to the product's kinds. */
  kinds?: readonly FileKind[];
}

/** Files per statement. */
const inStatement = 500;
/** Concurrent requests to the store. */
const atOnce = 20;
/** No request takes this long: large files on slow lines take hours, and a bucket reports when their upload began. */
const spared = 24 * 60 * 60 * 1000;

/**
 * Removes files to which no row refers: their process ended between storing and committing, or before removing them.
 * Spares files of the last day and of unknown tenants, which may belong to another database, and all files while a
 * backup runs, which may name them. Safe to run concurrently.
 * @param before files stored later are spared
 * @returns the number of removed files
 */
export async function removeForgottenFiles(
  { connection, files, kinds = fileKinds }: Sweeping,
  before = new Date(Date.now() - spared),
): Promise<number> {
  const found = new Map(kinds.map((kind) => [kind, [] as FileIds[]]));
  let removed = 0;
  const sweep = async (kind: FileKind, ids: readonly FileIds[]) => {
    for (const forgotten of await forgottenAmong(connection, kind, ids, sql`not ${backupRuns}`)) {
      await files.remove(fileKey(kind, forgotten));
      removed += 1;
    }
  };
  for await (const key of files.storedBefore(before)) {
    for (const [kind, ofKind] of found) {
      const ids = idsIn(key, kind);
      if (ids) ofKind.push(ids);
      if (ofKind.length === inStatement) await sweep(kind, ofKind.splice(0));
    }
  }
  for (const [kind, ids] of found) await sweep(kind, ids);
  return removed;
}

/** Finds rows with a file missing from the store. @returns the keys of such files, in batches */
export async function* missingFiles({
  connection,
  files,
  kinds = fileKinds,
}: Sweeping): AsyncGenerator<string[]> {
  for (const kind of kinds.filter(({ isDerived }) => !isDerived))
    for await (const named of namedFiles(connection, kind)) {
      const lost: FileIds[] = [];
      for (let from = 0; from < named.length; from += atOnce) {
        const some = named.slice(from, from + atOnce);
        const sizes = await Promise.all(some.map((ids) => files.sizeOf(fileKey(kind, ids))));
        lost.push(...some.filter((_, index) => sizes[index] === undefined));
      }
      // Others were replaced meanwhile, and their file removed correctly.
      const forgotten = new Set((await forgottenAmong(connection, kind, lost)).map(({ fileId }) => fileId));
      const keys = lost.filter(({ fileId }) => !forgotten.has(fileId)).map((ids) => fileKey(kind, ids));
      if (keys.length > 0) yield keys;
    }
}

/** The files of existing tenants to which no row refers. @param also a further condition */
async function forgottenAmong(
  connection: Connection,
  { named }: FileKind,
  ids: readonly FileIds[],
  also = sql`true`,
): Promise<FileIds[]> {
  if (ids.length === 0) return [];
  const { rows } = await connection.transaction("owner", (db) =>
    db.execute<FileIds>(sql`
      select tenant_id as "tenantId", file_id as "fileId"
      from unnest(${idArray(ids.map(({ tenantId }) => tenantId))}, ${idArray(ids.map(({ fileId }) => fileId))})
        as file (tenant_id, file_id) join tenants using (tenant_id)
      where not exists (select from (${named}) as named
        where named.tenant_id = file.tenant_id and named.file_id = file.file_id) and ${also}`),
  );
  return rows;
}

/** All referenced files of a kind, in batches, each in a separate transaction. */
export async function* namedFiles(
  connection: Pick<Connection, "transaction">,
  { named }: Pick<FileKind, "named">,
): AsyncGenerator<FileIds[]> {
  const first = "00000000-0000-0000-0000-000000000000";
  for (let last: FileIds = { tenantId: first, fileId: first }; ; ) {
    const { rows } = await connection.transaction("owner", (db) =>
      db.execute<FileIds>(sql`
        select tenant_id as "tenantId", file_id as "fileId" from (${named}) as named
        where (tenant_id, file_id) > (${last.tenantId}::uuid, ${last.fileId}::uuid)
        order by tenant_id, file_id limit ${inStatement}`),
    );
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    last = end;
  }
}
