import { setTimeout as wait } from "node:timers/promises";
import type { Client } from "pg";
import { MemoryStore } from "./memory-store";
import { PendingWrites } from "./pending-writes";
import { PostgresConnection } from "./postgres-connection";
import type { Kept, SessionStore } from "./session-store";

/** Key of the schema's advisory lock: two processes that start at once would conflict. */
const schemaLock = 7_148_120_021;

/** Created by the first process; separate from the API's tables, which may be in another database. */
const schema = [
  `select pg_advisory_xact_lock(${schemaLock})`,
  "create schema if not exists hub_web",
  `create table if not exists hub_web.sessions (
    session_id text primary key, generation integer not null default 0, sealed text,
    leased_until timestamptz, until timestamptz not null)`,
  "create table if not exists hub_web.ended (name text primary key, at bigint not null, until bigint not null)",
  "create table if not exists hub_web.used (name text primary key, until bigint not null)",
];

const channel = "hub_web";
const sweepInterval = 10 * 60_000;
const retryInterval = 1_000;

/** Notifies all processes of the names in `ended`. */
const notifyEnded = (ended: string) =>
  `select pg_notify('${channel}', ($2::bigint)::text || ' ' || ($3::bigint)::text || ' ' || name) from ${ended}`;
/** One statement cannot update a name twice. Sorted, so that concurrent statements do not deadlock. */
const insertEnded = (names: string) =>
  `insert into hub_web.ended (name, at, until) select distinct name, $2::bigint, $3::bigint from ${names} order by name
  on conflict (name) do update set at = greatest(ended.at, excluded.at), until = greatest(ended.until, excluded.until)
  returning name`;

/**
 * Session store for several web processes. All of them are notified of ended sessions, so that a request needs no query; a
 * process that cannot listen queries instead. Failed writes are retried as soon as the database is back.
 */
export class PostgresStore implements SessionStore {
  readonly #database: PostgresConnection;
  readonly #known = new MemoryStore();
  readonly #pending = new PendingWrites();
  #isWriting = false;
  #retryTimer: NodeJS.Timeout | undefined;
  readonly #waiting = new Set<() => void>();
  /** Until when this process may renew sessions: another may have taken over since. */
  readonly #leases = new Map<string, string>();

  constructor(url: string) {
    this.#database = new PostgresConnection({
      url,
      schema,
      channel,
      onNotification: (payload) => this.#hear(payload),
      onConnected: (ask) => this.#catchUp(ask),
    });
    setInterval(() => void this.#sweep(), sweepInterval).unref();
  }

  async #catchUp(ask: Client["query"]): Promise<void> {
    await this.#writeUnwritten();
    const { rows } = await ask<{ name: string; at: string; until: string }>(
      "select name, at, until from hub_web.ended where until > $1",
      [Date.now()],
    );
    for (const { name, at, until } of rows) this.#known.note([name], Number(at), Number(until));
  }

  async #writeUnwritten(): Promise<void> {
    if (this.#pending.isEmpty || this.#isWriting) return;
    this.#isWriting = true;
    await this.#pending.write({
      end: (names, at, until) => this.#writeEnd(names, at, until),
      keep: (sessionId, kept, until) => this.#writeKept(sessionId, kept, until),
    });
    this.#isWriting = false;
    if (!this.#pending.isEmpty) this.#retryLater();
  }

  /** A process whose connection still listens may send no other query for hours. */
  #retryLater(): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => void this.#writeUnwritten(), retryInterval).unref();
  }

  /** @throws {UpstreamError} while the database cannot be reached */
  async #query<R extends object>(text: string, values: unknown[]) {
    const result = await this.#database.query<R & Record<string, unknown>>(text, values);
    void this.#writeUnwritten();
    return result;
  }

  #hear(payload: string): void {
    const [at = "", until = "", ...name] = payload.split(" ");
    if (at) this.#known.note([name.join(" ")], Number(at), Number(until));
    for (const go of this.#waiting) go();
    this.#waiting.clear();
  }

  endedAt(names: readonly string[]): number | undefined | Promise<number | undefined> {
    const known = this.#known.endedAt(names);
    return this.#database.hearing ? known : this.#askEnded(names, known);
  }

  async #askEnded(names: readonly string[], known = 0): Promise<number | undefined> {
    const { rows } = await this.#query<{ at: string | null }>(
      "select max(at) as at from hub_web.ended where name = any($1) and until > $2",
      [names, Date.now()],
    );
    return Math.max(known, Number(rows[0]?.at ?? 0)) || undefined;
  }

  async end(names: readonly string[], until: number): Promise<void> {
    const at = Date.now();
    this.#known.note(names, at, until);
    try {
      await this.#writeEnd(names, at, until);
    } catch (error) {
      this.#pending.end(names, at, until);
      this.#retryLater();
      throw error;
    }
  }

  #writeEnd(names: readonly string[], at: number, until: number) {
    return this.#query(
      `with ended as (${insertEnded("unnest($1::text[]) as name")}) ${notifyEnded("ended")}`,
      [names, at, until],
    );
  }

  async endOnce(
    token: { name: string; until: number },
    names: readonly string[],
    until: number,
  ): Promise<boolean> {
    const at = Date.now();
    const { rowCount } = await this.#query(
      `with first as (${markUsed("$4", "$5", "$2")} returning name),
      ended as (${insertEnded("unnest($1::text[]) as name where exists (select 1 from first)")})
      ${notifyEnded("ended")}`,
      [names, at, until, token.name, token.until],
    );
    if (!rowCount) return false;
    this.#known.note(names, at, until);
    return true;
  }

  async once(name: string, until: number): Promise<boolean> {
    const { rowCount } = await this.#query(markUsed("$1", "$2", "$3"), [name, until, Date.now()]);
    return rowCount === 1;
  }

  async latest(sessionId: string): Promise<Kept | undefined> {
    const pending = this.#pending.keptOf(sessionId);
    if (pending) return pending;
    const { rows } = await this.#query<Row>(
      "select generation, sealed from hub_web.sessions where session_id = $1 and until > now()",
      [sessionId],
    );
    return keptOf(rows[0]);
  }

  async keep(sessionId: string, kept: Kept, until: number): Promise<void> {
    try {
      await this.#writeKept(sessionId, kept, until);
    } catch (error) {
      this.#pending.keep(sessionId, kept, until);
      this.#retryLater();
      throw error;
    }
  }

  #writeKept(sessionId: string, { generation, sealed }: Kept, until: number) {
    return this.#query(
      `with kept as (
        insert into hub_web.sessions (session_id, generation, sealed, until)
        values ($1, $2, $3, to_timestamp($4::float8 / 1000))
        on conflict (session_id) do update set generation = excluded.generation, sealed = excluded.sealed,
          until = excluded.until, leased_until = case sessions.generation when excluded.generation then sessions.leased_until end
        where sessions.generation <= excluded.generation)
      select pg_notify('${channel}', '')`,
      [sessionId, generation, sealed, until],
    );
  }

  async lease(sessionId: string, milliseconds: number): Promise<{ leased: boolean; kept?: Kept }> {
    await this.#pending.writeKept(sessionId, { keep: (...kept) => this.#writeKept(...kept) });
    const { rows } = await this.#query<Row & { leasedUntil: string }>(
      `insert into hub_web.sessions (session_id, leased_until, until)
      values ($1, now() + make_interval(secs => $2::float8 / 1000), now() + interval '1 hour')
      on conflict (session_id) do update set leased_until = excluded.leased_until
      where sessions.leased_until is null or sessions.leased_until < now()
      returning generation, sealed, leased_until::text as "leasedUntil"`,
      [sessionId, milliseconds],
    );
    const [row] = rows;
    if (!row) return { leased: false, kept: await this.latest(sessionId) };
    this.#leases.set(sessionId, row.leasedUntil);
    return { leased: true, kept: keptOf(row) };
  }

  async release(sessionId: string): Promise<void> {
    const leasedUntil = this.#leases.get(sessionId);
    this.#leases.delete(sessionId);
    // No other process may renew while newer tokens are still unwritten here.
    if (this.#pending.keptOf(sessionId)) return;
    const statement =
      "update hub_web.sessions set leased_until = null where session_id = $1 and leased_until = $2::timestamptz";
    await this.#query(statement, [sessionId, leasedUntil]);
  }

  async news(): Promise<void> {
    let notify: () => void = () => undefined;
    const notified = new Promise<void>((resolve) => {
      notify = resolve;
      this.#waiting.add(resolve);
    });
    await Promise.race([notified, wait(200)]);
    this.#waiting.delete(notify);
  }

  isReachable(milliseconds: number): Promise<boolean> {
    return this.#database.isReachable(milliseconds);
  }

  async #sweep(): Promise<void> {
    try {
      await this.#query("delete from hub_web.sessions where until < now()", []);
      for (const table of ["ended", "used"])
        await this.#query(`delete from hub_web.${table} where until < $1`, [Date.now()]);
    } catch {
      // The next sweep retries.
    }
  }
}

/** Marks a name as used; affects no row if it already was. */
const markUsed = (name: string, until: string, now: string) =>
  `insert into hub_web.used (name, until) values (${name}, ${until})
  on conflict (name) do update set until = excluded.until where used.until <= ${now}`;

interface Row {
  generation: number;
  sealed: string | null;
}

function keptOf(row: Row | undefined): Kept | undefined {
  return row?.sealed ? { generation: row.generation, sealed: row.sealed } : undefined;
}
