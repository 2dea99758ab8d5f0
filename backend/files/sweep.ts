import { sql } from "drizzle-orm";
import { idArray } from "../access/memberships";
import type { Connection } from "../database/transaction";
import { type FileIds, type FileStore, fileKey, idsIn } from "./store";
import { type FileKind, fileKinds } from "./sweep-kinds";

export interface Sweeping {
  connection: Connection;
  files: FileStore;
  /** Those of the product, unless given. */
  kinds?: readonly FileKind[];
}

/** How many files one statement looks for. */
const inStatement = 500;
/** How many the store is asked for at a time. */
const atOnce = 20;
/** No request takes so long: large files on slow lines take hours, and a bucket says of them when their upload began. */
const spared = 24 * 60 * 60 * 1000;

/**
 * Removes files that no row names: their process ended after they were stored, and before what refers to them was
 * committed or before they could be removed. What was stored within the last day is left alone, and so is what belongs
 * to a tenant that this database does not know, which may be another one's. Several processes may do so at once.
 * @param before what was stored later is spared
 * @returns how many were removed
 */
export async function removeForgottenFiles(
  { connection, files, kinds = fileKinds }: Sweeping,
  before = new Date(Date.now() - spared),
): Promise<number> {
  const found = new Map(kinds.map((kind) => [kind, [] as FileIds[]]));
  let removed = 0;
  const sweep = async (kind: FileKind, ids: readonly FileIds[]) => {
    for (const forgotten of await forgottenAmong(connection, kind, ids)) {
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

/** Looks for rows whose file the store has lost. @returns the keys of such files, some at a time */
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
      // Others were replaced meanwhile, and their file removed with reason.
      const forgotten = new Set((await forgottenAmong(connection, kind, lost)).map(({ fileId }) => fileId));
      const keys = lost.filter(({ fileId }) => !forgotten.has(fileId)).map((ids) => fileKey(kind, ids));
      if (keys.length > 0) yield keys;
    }
}

/** Which files of tenants that there are no row names. */
async function forgottenAmong(
  connection: Connection,
  { named }: FileKind,
  ids: readonly FileIds[],
): Promise<FileIds[]> {
  if (ids.length === 0) return [];
  const { rows } = await connection.transaction("owner", (db) =>
    db.execute<FileIds>(sql`
      select tenant_id as "tenantId", file_id as "fileId"
      from unnest(${idArray(ids.map(({ tenantId }) => tenantId))}, ${idArray(ids.map(({ fileId }) => fileId))})
        as file (tenant_id, file_id) join tenants using (tenant_id)
      where not exists (select from (${named}) as named
        where named.tenant_id = file.tenant_id and named.file_id = file.file_id)`),
  );
  return rows;
}

/** All files of a kind that rows name, some at a time, each in a transaction of its own. */
async function* namedFiles(connection: Connection, { named }: FileKind): AsyncGenerator<FileIds[]> {
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
