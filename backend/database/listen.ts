import { randomUUID } from "node:crypto";
import pg from "pg";
import { StartError } from "../core/start-error";

/** The channel on which transactions notify all servers, see migrations/0008_notifications.sql. */
export const signalChannel = "hub";

export interface Listener {
  /** Receives the payload of each signal, in commit order. */
  hear(payload: string): void;
  /** Signals may have been missed; they are not repeated. */
  missed(): void;
}

const firstPause = 250;
const maxPause = 10_000;
/** Milliseconds between checks of a silent connection. */
const pollInterval = 15_000;
const timeout = 5_000;

/**
 * Listens on a dedicated connection, since a pooled one changes hands; reconnects until `stop` is called.
 * @param url of the database itself: LISTEN does not work through a pooler
 */
export async function listenOnPostgres(url: string, listener: Listener): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let next: NodeJS.Timeout | undefined;
  let isStopped = false;

  const open = async () => {
    const opening = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: timeout,
      query_timeout: timeout,
      keepAlive: true,
      application_name: "hub listening",
    });
    let asking: NodeJS.Timeout | undefined;
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      clearInterval(asking);
      opening.end().catch(() => undefined);
      if (client === opening) again(firstPause);
    };
    opening.on("error", over);
    opening.on("end", over);
    opening.on("notification", ({ payload = "" }) => listener.hear(payload));
    try {
      await opening.connect();
      await opening.query(`listen ${signalChannel}`);
    } catch (error) {
      isOver = true;
      opening.end().catch(() => undefined);
      throw error;
    }
    client = opening;
    // Waiting alone does not notice a server that vanished silently.
    asking = setInterval(() => opening.query("select 1").catch(over), pollInterval);
    asking.unref();
  };

  const again = (pause: number) => {
    client = undefined;
    if (isStopped) return;
    next = setTimeout(() => {
      open().then(
        () => (isStopped ? client?.end() : listener.missed()),
        () => again(Math.min(pause * 2, maxPause)),
      );
    }, pause);
    next.unref();
  };

  await open();
  return async () => {
    isStopped = true;
    clearTimeout(next);
    const last = client;
    client = undefined;
    await last?.end().catch(() => undefined);
  };
}

/**
 * Checks that signals sent through the pool arrive at the direct address, before anything relies on them.
 * @throws {StartError} that names the setting
 */
export async function requireSignals(
  poolUrl: string,
  listen: (listener: Listener) => Promise<() => Promise<void>>,
  milliseconds = timeout,
): Promise<void> {
  const probe = JSON.stringify({ kind: "probe", id: randomUUID() });
  let heard = () => {};
  const arrival = new Promise<boolean>((resolve) => {
    heard = () => resolve(true);
    setTimeout(resolve, milliseconds, false).unref();
  });
  const stop = await listen({ hear: (payload) => payload === probe && heard(), missed: () => {} });
  const client = new pg.Client({ connectionString: poolUrl, connectionTimeoutMillis: timeout });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select pg_notify($1, $2)", [signalChannel, probe]);
    if (!(await arrival))
      throw new StartError(
        "LISTEN hears nothing of what DATABASE_URL tells, as behind a pooler in transaction mode. Set DATABASE_DIRECT_URL to the address of the same database without the pooler.",
      );
  } finally {
    await client.end().catch(() => undefined);
    await stop();
  }
}
