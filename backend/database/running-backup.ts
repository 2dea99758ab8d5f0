import { sql } from "./sql";
import type { Connection } from "./transaction";

// Two numbers that no other program on the database uses for its advisory locks.
const [product, backup] = [4_872_310, 34];

/** Marks a running backup for as long as its session lasts: files that its snapshot names must stay. */
export const markBackup = `select pg_advisory_lock_shared(${product}, ${backup})`;
export const unmarkBackup = `select pg_advisory_unlock_shared(${product}, ${backup})`;

/**
 * Whether a backup runs. In a statement that finds unreferenced files it holds for that statement's snapshot, too: a
 * backup that is marked later does not name them.
 */
export const backupRuns = sql`exists (select from pg_locks l join pg_database d on d.oid = l.database
  where d.datname = current_database() and l.locktype = 'advisory' and l.classid = ${sql.raw(String(product))}
    and l.objid = ${sql.raw(String(backup))} and l.objsubid = 2 and l.granted)`;

export async function isBackupRunning(connection: Connection): Promise<boolean> {
  const { rows } = await connection.transaction(
    "hub_auth",
    (db) => db.execute<{ runs: boolean }>(sql`select ${backupRuns} as runs`),
    { readOnly: true },
  );
  return rows[0]?.runs ?? false;
}
