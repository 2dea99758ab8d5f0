import { setTimeout as wait } from "node:timers/promises";
import { Client, Pool, type QueryResult, type QueryResultRow } from "pg";
import { UpstreamError } from "../bff/upstream";
import { MemoryStore } from "./memory-store";
import type { Kept, SessionStore } from "./store";

/** Made by whichever process comes first; nothing of it is the API's, which may have another database. */
const schema = `
  create schema if not exists hub_web;
  create table if not exists hub_web.sessions (
    session_id text primary key, generation integer not null default 0, sealed text,
    leased_until timestamptz, until timestamptz not null);
  create table if not exists hub_web.ended (name text primary key, at bigint not null, until bigint not null);
  create table if not exists hub_web.used (name text primary key, until bigint not null);`;

/** Of the schema's advisory lock: two processes that start at once would trip over each other. */
const schemaLock = 7_148_120_021;

const channel = "hub_web";
/** Milliseconds after which a database that does not answer counts as away. */
const patience = 5_000;
const retryAfter = 1_000;
const heartbeat = 10_000;
const sweepEvery = 10 * 60_000;

/**
 * For several web processes. What has ended is heard by all of them as it happens, so that a request costs no question;
 * while a process cannot hear, it asks.
 */
export class PostgresStore implements SessionStore {
  readonly #pool: Pool;
  readonly #url: string;
  readonly #known = new MemoryStore();
  readonly #ready: Promise<void>;
  #hearing = false;
  readonly #waiting = new Set<() => void>();

  constructor(url: string) {
    this.#url = url;
    this.#pool = new Pool({
      connectionString: url,
      max: 5,
      connectionTimeoutMillis: patience,
      query_timeout: patience,
    });
    // An idle connection that breaks is replaced when it is needed.
    this.#pool.on("error", () => undefined);
    this.#ready = this.#prepare();
    // Whoever asks is told; a store that nobody needs yet must not end the process.
    this.#ready.catch(() => undefined);
    void this.#listen();
    setInterval(() => void this.#sweep(), sweepEvery).unref();
  }

  async #prepare(): Promise<void> {
    for (;;) {
      try {
        await this.#inTransaction(`select pg_advisory_xact_lock(${schemaLock})`, schema);
        return;
      } catch {
        await wait(retryAfter);
      }
    }
  }

  /** @throws {UpstreamError} while the database cannot be reached */
  async #query<R extends QueryResultRow>(text: string, values: unknown[]): Promise<QueryResult<R>> {
    await this.#whenReady();
    try {
      return await this.#pool.query<R>(text, values);
    } catch (error) {
      console.warn(`session store: ${error instanceof Error ? error.message : error}`);
      throw new UpstreamError("unavailable");
    }
  }

  async #whenReady(): Promise<void> {
    let late: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      late = setTimeout(() => reject(new UpstreamError("unavailable")), patience);
    });
    await Promise.race([this.#ready, tooLate]).finally(() => clearTimeout(late));
  }

  async #inTransaction(...statements: string[]): Promise<void> {
    await this.#pool.query(["begin", ...statements, "commit"].join(";"));
  }

  async #listen(): Promise<void> {
    await this.#ready;
    for (;;) {
      const client = new Client({
        connectionString: this.#url,
        keepAlive: true,
        connectionTimeoutMillis: patience,
        query_timeout: patience,
      });
      const lost = new Promise<true>((resolve) => {
        client.once("error", () => resolve(true));
        client.once("end", () => resolve(true));
      });
      try {
        await client.connect();
        client.on("notification", ({ payload }) => this.#hear(payload ?? ""));
        await client.query(`listen ${channel}`);
        const { rows } = await client.query<{ name: string; at: string; until: string }>(
          "select name, at, until from hub_web.ended where until > $1",
          [Date.now()],
        );
        for (const { name, at, until } of rows) this.#known.note([name], Number(at), Number(until));
        this.#hearing = true;
        // A connection that broke without a word is found out by asking.
        while (!(await Promise.race([lost, wait(heartbeat, false)]))) await client.query("select 1");
      } catch {
        // The database is away: requests ask it themselves, and say so.
      }
      this.#hearing = false;
      await client.end().catch(() => undefined);
      await wait(retryAfter);
    }
  }

  #hear(payload: string): void {
    const [at = "", until = "", ...name] = payload.split(" ");
    if (at) this.#known.note([name.join(" ")], Number(at), Number(until));
    for (const go of this.#waiting) go();
    this.#waiting.clear();
  }

  endedAt(names: readonly string[]): number | undefined | Promise<number | undefined> {
    return this.#hearing ? this.#known.endedAt(names) : this.#askEnded(names);
  }

  async #askEnded(names: readonly string[]): Promise<number | undefined> {
    const { rows } = await this.#query<{ at: string | null }>(
      "select max(at) as at from hub_web.ended where name = any($1) and until > $2",
      [names, Date.now()],
    );
    return rows[0]?.at ? Number(rows[0].at) : undefined;
  }

  async end(names: readonly string[], until: number): Promise<void> {
    const at = Date.now();
    await this.#query(
      `with ended as (
        insert into hub_web.ended (name, at, until) select unnest($1::text[]), $2::bigint, $3::bigint
        on conflict (name) do update set at = excluded.at, until = excluded.until returning name)
      select pg_notify('${channel}', ($2::bigint)::text || ' ' || ($3::bigint)::text || ' ' || name) from ended`,
      [names, at, until],
    );
    this.#known.note(names, at, until);
  }

  async once(name: string, until: number): Promise<boolean> {
    const { rowCount } = await this.#query(
      `insert into hub_web.used (name, until) values ($1, $2)
      on conflict (name) do update set until = excluded.until where used.until <= $3`,
      [name, until, Date.now()],
    );
    return rowCount === 1;
  }

  async latest(sessionId: string): Promise<Kept | undefined> {
    const { rows } = await this.#query<Row>(
      "select generation, sealed from hub_web.sessions where session_id = $1 and until > now()",
      [sessionId],
    );
    return keptOf(rows[0]);
  }

  async keep(sessionId: string, { generation, sealed }: Kept, until: number): Promise<void> {
    await this.#query(
      `with kept as (
        insert into hub_web.sessions (session_id, generation, sealed, until)
        values ($1, $2, $3, to_timestamp($4::float8 / 1000))
        on conflict (session_id) do update set generation = excluded.generation, sealed = excluded.sealed,
          until = excluded.until, leased_until = null where sessions.generation <= excluded.generation)
      select pg_notify('${channel}', '')`,
      [sessionId, generation, sealed, until],
    );
  }

  async lease(sessionId: string, milliseconds: number): Promise<{ leased: boolean; kept?: Kept }> {
    const { rows } = await this.#query<Row>(
      `insert into hub_web.sessions (session_id, leased_until, until)
      values ($1, now() + make_interval(secs => $2::float8 / 1000), now() + interval '1 hour')
      on conflict (session_id) do update set leased_until = excluded.leased_until
      where sessions.leased_until is null or sessions.leased_until < now()
      returning generation, sealed`,
      [sessionId, milliseconds],
    );
    if (rows[0]) return { leased: true, kept: keptOf(rows[0]) };
    return { leased: false, kept: await this.latest(sessionId) };
  }

  async release(sessionId: string): Promise<void> {
    await this.#query("update hub_web.sessions set leased_until = null where session_id = $1", [sessionId]);
  }

  async news(): Promise<void> {
    let heard: () => void = () => undefined;
    const told = new Promise<void>((resolve) => {
      heard = resolve;
      this.#waiting.add(resolve);
    });
    await Promise.race([told, wait(200)]);
    this.#waiting.delete(heard);
  }

  async #sweep(): Promise<void> {
    try {
      await this.#query("delete from hub_web.sessions where until < now()", []);
      for (const table of ["ended", "used"])
        await this.#query(`delete from hub_web.${table} where until < $1`, [Date.now()]);
    } catch {
      // Another time.
    }
  }
}

interface Row {
  generation: number;
  sealed: string | null;
}

function keptOf(row: Row | undefined): Kept | undefined {
  return row?.sealed ? { generation: row.generation, sealed: row.sealed } : undefined;
}
