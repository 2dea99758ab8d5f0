import { setTimeout as wait } from "node:timers/promises";
import { Client, Pool, type QueryResult, type QueryResultRow } from "pg";
import { UpstreamError } from "../bff/upstream";
import { CircuitBreaker, CircuitOpenError } from "../circuit-breaker";

/** Milliseconds after which a database that does not connect, all connections being busy too, or does not answer is away. */
const connectLimit = 3_000;
const queryLimit = 3_000;
const retryAfter = 1_000;
const heartbeat = 5_000;

const limits = {
  keepAlive: true,
  connectionTimeoutMillis: connectLimit,
  query_timeout: queryLimit,
} as const;

interface Options {
  url: string;
  /** Makes what is needed; may be run again at any time. */
  schema: readonly string[];
  channel: string;
  onNotification: (payload: string) => void;
  /** Is called on each new connection that hears, before anybody relies on hearing. */
  onConnected: (ask: Client["query"]) => Promise<void>;
}

/** A database that may be away, refuse or hang at any time, and is used again as soon as it is back. */
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
    // An idle connection that breaks is replaced when it is needed.
    this.#pool.on("error", () => undefined);
    this.#ready = this.#prepare();
    void this.#listen();
  }

  /** Whether each notification is heard as it happens. */
  get hearing(): boolean {
    return this.#hearing;
  }

  /** @throws {UpstreamError} while the database cannot be reached; at once when that was found out just now */
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
      // Somebody has put an empty database in its place.
      if (codeOf(error) === "42P01") this.#ready = this.#prepare();
      throw new UpstreamError("unavailable");
    }
  }

  /** Whether it answers within so many milliseconds; asks in any case. */
  async isReachable(milliseconds: number): Promise<boolean> {
    this.#probe ??= this.#ask().finally(() => {
      this.#probe = undefined;
    });
    return within(this.#probe, milliseconds).catch(() => false);
  }

  async #ask(): Promise<boolean> {
    try {
      await within(this.#ready, connectLimit);
      // A server that only follows another one takes nothing, and tables may have gone.
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
        this.#breaker.reset();
        await this.#options.onConnected(client.query.bind(client));
        this.#hearing = true;
        // A connection that broke without a word is found out by asking.
        while (!(await Promise.race([lost, wait(heartbeat, false)]))) await client.query("select 1");
      } catch {
        // The database is away: requests ask it themselves, and say so.
      }
      this.#hearing = false;
      // A connection that hangs does not end by asking it to.
      void client.end().catch(() => undefined);
      await wait(retryAfter);
    }
  }
}

class TooLate extends Error {}

async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new TooLate(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([promise, tooLate]).finally(() => clearTimeout(late));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/**
 * Whether the database does not answer, or says that it cannot (SQLSTATE classes 08, 53, 57 and, of one that is not the
 * primary any more, 25006); with any other code it has answered.
 */
function isAway(error: unknown): boolean {
  const code = codeOf(error);
  return !/^[0-9A-Z]{5}$/.test(code) || /^(?:08|53|57|25006)/.test(code);
}
