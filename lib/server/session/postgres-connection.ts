import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Client, Pool, type QueryResult, type QueryResultRow } from "pg";
import { CircuitBreaker, CircuitOpenError } from "../core/circuit-breaker";
import { UpstreamError } from "../http/upstream";

/** Milliseconds after which a database counts as away if it does not connect (or all connections are busy) or respond. */
const connectLimit = 3_000;
const queryLimit = 3_000;
const retryAfter = 1_000;
/** The same if notifications do not arrive, which lasts as long as the setting. */
const retryAfterDeaf = 60_000;
const heartbeat = 5_000;

const limits = {
  keepAlive: true,
  connectionTimeoutMillis: connectLimit,
  query_timeout: queryLimit,
} as const;

interface Options {
  url: string;
  /** Statements that create the schema; idempotent. */
  schema: readonly string[];
  channel: string;
  onNotification: (payload: string) => void;
  /** Runs on each new listening connection, before it is relied on. */
  onConnected: (ask: Client["query"]) => Promise<void>;
}

/** Connection to a database that may be away, refuse or hang at any time; recovers as soon as it is back. */
export class PostgresConnection {
  readonly #pool: Pool;
  readonly #options: Options;
  readonly #breaker = new CircuitBreaker({ first: 500, max: 2_000 });
  #ready: Promise<void>;
  #hearing = false;
  #probe: Promise<boolean> | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#pool = new Pool({ connectionString: options.url, max: 10, ...limits });
    // A broken idle connection is replaced on demand.
    this.#pool.on("error", () => undefined);
    this.#ready = this.#prepare();
    void this.#listen();
  }

  /** Whether notifications are being received. */
  get hearing(): boolean {
    return this.#hearing;
  }

  /** @throws {UpstreamError} while the database cannot be reached; immediately if the last attempt just failed */
  async query<R extends QueryResultRow>(text: string, values: unknown[]): Promise<QueryResult<R>> {
    const work = async () => {
      await within(this.#ready, connectLimit);
      return this.#pool.query<R>(text, values);
    };
    try {
      return await this.#breaker.run(work, { isFailure: isAway });
    } catch (error) {
      if (!(error instanceof CircuitOpenError))
        console.warn(`session store: ${error instanceof Error ? error.message : error}`);
      // The database was replaced by an empty one.
      if (codeOf(error) === "42P01") this.#ready = this.#prepare();
      throw new UpstreamError("unavailable");
    }
  }

  /** Whether the database responds within so many milliseconds; always sends a query. */
  async isReachable(milliseconds: number): Promise<boolean> {
    this.#probe ??= this.#ask().finally(() => {
      this.#probe = undefined;
    });
    return within(this.#probe, milliseconds).catch(() => false);
  }

  async #ask(): Promise<boolean> {
    try {
      await within(this.#ready, connectLimit);
      // A read-only replica accepts no writes, and tables may be missing.
      const { rows } = await this.#pool.query(
        "select pg_is_in_recovery() as follows, (select count(*) from hub_web.used where false) as used",
      );
      if (rows[0]?.follows) return false;
      this.#breaker.reset();
      return true;
    } catch {
      return false;
    }
  }

  async #prepare(): Promise<void> {
    for (;;) {
      try {
        await this.#pool.query(["begin", ...this.#options.schema, "commit"].join(";"));
        return;
      } catch {
        await wait(retryAfter);
      }
    }
  }

  /** Whether a listening connection receives notifications: a pooler may have given its session to another client. */
  async #arriveAt(client: Client): Promise<boolean> {
    // Begins with a space: no listener takes it for an ended session.
    const probe = ` ${randomUUID()}`;
    const arrival = new Promise<true>((resolve) => {
      client.on("notification", ({ payload }) => payload === probe && resolve(true));
    });
    await this.#pool.query("select pg_notify($1, $2)", [this.#options.channel, probe]);
    return within(arrival, queryLimit).catch(() => false);
  }

  async #listen(): Promise<void> {
    for (;;) {
      await this.#ready;
      const client = new Client({ connectionString: this.#options.url, ...limits });
      const lost = new Promise<true>((resolve) => {
        client.on("error", () => resolve(true));
        client.once("end", () => resolve(true));
      });
      try {
        await client.connect();
        client.on("notification", ({ payload }) => this.#options.onNotification(payload ?? ""));
        await client.query(`listen ${this.#options.channel}`);
        if (!(await this.#arriveAt(client))) {
          console.warn(
            "session store: notifications do not arrive, as behind a pooler in transaction mode, so each request queries the database. Set SESSION_STORE_URL to its direct address.",
          );
          void client.end().catch(() => undefined);
          await wait(retryAfterDeaf);
          continue;
        }
        this.#breaker.reset();
        await this.#options.onConnected(client.query.bind(client));
        this.#hearing = true;
        // Polls, because a connection can break silently.
        while (!(await Promise.race([lost, wait(heartbeat, false)]))) await client.query("select 1");
      } catch {
        // The database is away: requests query it themselves and report that.
      }
      this.#hearing = false;
      // `end` on a hanging connection may never resolve.
      void client.end().catch(() => undefined);
      await wait(retryAfter);
    }
  }
}

class QueryTimeout extends Error {}

async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new QueryTimeout(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([promise, timedOut]).finally(() => clearTimeout(timer));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/**
 * Whether the database is unreachable or says that it cannot serve (SQLSTATE classes 08, 53, 57, and 25006 from a former
 * primary); any other code is a response.
 */
function isAway(error: unknown): boolean {
  const code = codeOf(error);
  return !/^[0-9A-Z]{5}$/.test(code) || /^(?:08|53|57|25006)/.test(code);
}
