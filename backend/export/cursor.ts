import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Connection, Database } from "../database/transaction";

type Raw = Record<string, unknown>;
type Name = ReturnType<typeof sql.identifier>;
type Fetch = (statement: SQL) => Promise<Raw[]>;

/** Rows of a statement, some at a time. Whoever stops early lets go of them by ending the iteration. */
interface Rows {
  batches: AsyncIterable<readonly Raw[]>;
  /** The rows were set aside and outlive the transaction. */
  isDetached: boolean;
}

/** Few enough that one batch is read in some milliseconds, many enough that the way there and back does not count. */
const batchSize = 1_000;

/**
 * Opens a cursor on a statement, which then is seen as it is now whatever others change meanwhile.
 * PostgreSQL reads it in the running transaction, in memory that does not grow. The embedded database has a single
 * connection, which must not wait for somebody's download: there the rows are set aside when the transaction ends.
 */
export async function openCursor(connection: Connection, db: Database, statement: SQL): Promise<Rows> {
  const isDetached = connection.kind === "pglite";
  const name = sql.identifier(`rows_${randomUUID()}`);
  await db.execute(
    sql`declare ${name} no scroll cursor ${isDetached ? sql`with hold` : sql`without hold`} for ${statement}`,
  );
  const inTransaction: Fetch = async (query) => (await db.execute<Raw>(query)).rows;
  const later: Fetch = (query) =>
    connection.transaction("hub_app", async (own) => (await own.execute<Raw>(query)).rows);
  return { batches: batchesOf(name, isDetached ? later : inTransaction, isDetached), isDetached };
}

async function* batchesOf(name: Name, run: Fetch, mustClose: boolean) {
  const fetch = () => {
    const rows = run(sql`fetch ${sql.raw(String(batchSize))} from ${name}`);
    // Awaited below, unless the iteration is ended before.
    rows.catch(() => {});
    return rows;
  };
  try {
    // The database reads the next batch while this one is worked on.
    let next = fetch();
    for (;;) {
      const rows = await next;
      if (rows.length === 0) return;
      next = fetch();
      yield rows;
    }
  } finally {
    if (mustClose) await run(sql`close ${name}`);
  }
}
