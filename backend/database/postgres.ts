import pg from "pg";
import { metrics, readWith } from "@/lib/server/telemetry/metrics";
import { refuseInTransaction, trackTransaction } from "../core/open-transaction";
import { clientDisconnected } from "../queues/fair-limiter";
import { sendCancelRequest } from "./cancel-request";
import { databaseOf } from "./database";
import { type Listener, listenOnPostgres, requireSignals } from "./listen";
import { migratePostgres } from "./migrate";
import { explained } from "./own-client";
import { StatementClient } from "./statement-client";
import {
  beginning,
  type Connection,
  type Database,
  DatabaseUnavailable,
  type TransactionOptions,
} from "./transaction";
import { isUnavailable } from "./unavailable";

const waitForConnection = 3_000;
const waitForAnswer = 6_000;
/** Milliseconds after which a hanging database counts as failed; callers must know within 10 s. */
export const maxWait = waitForConnection + waitForAnswer;

const timeouts = {
  statement_timeout: waitForAnswer,
  idle_in_transaction_session_timeout: 60_000,
};
/** Poolers refuse these settings at the beginning of a session, and share sessions between clients. */
const localTimeouts = Object.entries(timeouts)
  .map(([name, value]) => `; set local ${name} = ${value}`)
  .join("");

/**
 * Migrates the database at `url` and opens a pool of `poolSize` connections to it.
 * @param directUrl the same database without the pooler that `url` may lead to, which loses session locks and LISTEN
 * @throws {StartError} when the database cannot be used, or signals do not arrive
 */
export async function openPostgres(url: string, poolSize: number, directUrl = url): Promise<Connection> {
  const directSetting = directUrl === url ? "DATABASE_URL" : "DATABASE_DIRECT_URL";
  const listen = (listener: Listener) =>
    listenOnPostgres(directUrl, listener).catch((error) => {
      throw explained(error, directSetting);
    });
  // First: a pooler would keep the migration's lock for the next process to wait for.
  await requireSignals(url, listen).catch((error) => {
    throw explained(error, "DATABASE_URL");
  });
  await migratePostgres(directUrl, directSetting);
  return postgresConnection(url, poolSize, directUrl);
}

/**
 * A pool on a database that is already migrated. With another `directUrl`, `url` counts as a pooler, which may give each
 * transaction another session: nothing is kept in sessions then.
 */
export function postgresConnection(url: string, poolSize: number, directUrl = url): Connection {
  const isPooled = directUrl !== url;
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    // Typed without parameters, but the pool passes it these settings.
    Client: StatementClient as unknown as new () => pg.ClientBase,
    connectionTimeoutMillis: waitForConnection,
    query_timeout: waitForAnswer,
    ...(isPooled ? { isUnnamed: true } : timeouts),
    keepAlive: true,
    application_name: "hub",
  });
  // An idle connection closed by the server is replaced at the next use; without a listener the event would end the
  // process.
  pool.on("error", () => {});
  readWith(metrics.connections, () => pool.totalCount - pool.idleCount, "used");
  readWith(metrics.connections, () => pool.idleCount, "idle");
  readWith(metrics.connectionsMax, () => poolSize);
  readWith(metrics.connectionsPending, () => pool.waitingCount);
  return {
    kind: "postgres",
    transaction: async (role, work, options) => {
      refuseInTransaction("A second transaction is begun");
      const client = await pool.connect().catch((error: Error) => {
        throw new DatabaseUnavailable("No connection to the database.", { cause: error });
      });
      return run(client, work, {
        ...options,
        beginning: beginning(role, options ?? {}) + (isPooled ? localTimeouts : ""),
        cancel: () =>
          isPooled
            ? sendCancelRequest(client).catch(() => undefined)
            : pool.query("select pg_cancel_backend($1::integer)", [processOf(client)]).catch(() => undefined),
      });
    },
    listen: (listener) => listenOnPostgres(directUrl, listener),
    close: () => pool.end(),
  };
}

const processOf = (client: pg.PoolClient) => (client as unknown as { processID: number }).processID;

interface RunOptions extends TransactionOptions {
  /** Statements that begin the transaction. */
  beginning: string;
  /** Cancels the connection's running statement. */
  cancel: () => Promise<unknown>;
}

async function run<T>(
  client: pg.PoolClient,
  work: (db: Database) => Promise<T>,
  { beginning, readOnly = false, departure, cancel }: RunOptions,
) {
  let isCancelled = false;
  const stopListening = departure?.(() => {
    isCancelled = true;
    void cancel();
  });
  try {
    // Not awaited before the first statement: both are sent together, which saves a round trip. When it fails, so do
    // the statements behind it, and one of the two is thrown below.
    const send = (text: string, values: readonly unknown[]) =>
      (client as unknown as StatementClient).run(text, values);
    const begun = client.query(beginning);
    begun.catch(() => {});
    const result = await trackTransaction(() => work(databaseOf(send)));
    await begun;
    const committed = client.query("commit");
    if (readOnly) {
      // Sent together with the connection's next use. If it fails, so does that, which then discards the connection.
      committed.catch(() => {});
    } else await committed;
    // A late cancellation would hit the connection's next use.
    client.release(isCancelled);
    return result;
  } catch (error) {
    if (isCancelled) {
      client.release(true);
      throw clientDisconnected();
    }
    await releaseClient(client, error);
    if (isUnavailable(error)) throw new DatabaseUnavailable("The database did not answer.", { cause: error });
    throw error;
  } finally {
    stopListening?.();
  }
}

/** Rolls back and returns the connection to the pool, or closes one that may be broken. */
async function releaseClient(client: pg.PoolClient, error: unknown): Promise<void> {
  if (isUnavailable(error)) return client.release(true);
  await client.query("rollback").then(
    () => client.release(),
    () => client.release(true),
  );
}
