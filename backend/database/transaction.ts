import { type SQL, sql } from "drizzle-orm";
import type { Listener } from "./listen";
import type { Statement } from "./statement";

/** A running transaction on either database. */
export interface Database {
  /** Bigint columns and counts are numbers on both databases, timestamps are text. */
  execute<Row extends Record<string, unknown> = Record<string, unknown>>(
    query: SQL | Statement,
  ): Promise<{ rows: Row[] }>;
  /** Runs `work` in a savepoint, to which it is rolled back when `work` rejects. */
  transaction<T>(work: (db: Database) => Promise<T>): Promise<T>;
}

/**
 * Roles a transaction can run as: `hub_app` serves requests of one tenant under row-level security, `hub_auth`
 * serves sign-in, `owner` is the connecting user, for migrations and seeds only.
 */
export type DatabaseRole = "hub_app" | "hub_auth" | "owner";

/** Who a change is recorded for. */
export interface Actor {
  userId: string;
  userName: string;
}

/** The settings that policies and triggers read with `current_setting(name, true)`; absent or empty when nobody is. */
export const tenantSetting = "app.tenant";
export const userIdSetting = "app.user";
export const userNameSetting = "app.user_name";
/** The language of names that are translated, see `translated`; absent or empty for their untranslated form. */
const languageSetting = sql.raw("'app.language'");

/** The select item by which the rest of a transaction reads translated names in a language. */
export const languageOfNames = (language: string): SQL =>
  sql`set_config(${languageSetting}, ${language}, true)`;

/** A name in the language of the running transaction; itself where it has no translation (AM-04, RP-01). */
export const translated = (name: SQL, translations: SQL): SQL =>
  sql`coalesce(nullif(${translations} ->> current_setting(${languageSetting}, true), ''), ${name})`;

export interface TransactionOptions {
  readOnly?: boolean;
  /** Hears when nobody waits for the transaction any more: the statement that runs is cancelled where the database can. */
  departure?: (listener: () => void) => () => void;
}

/** The statements that begin a transaction. */
export function beginning(role: DatabaseRole, { readOnly = false }: TransactionOptions): string {
  return `begin${readOnly ? " read only" : ""}${role === "owner" ? "" : `; set local role ${role}`}`;
}

/** One embedded database or one pool; every use of it is a transaction. */
export interface Connection {
  readonly kind: "pglite" | "postgres";
  /**
   * Runs `work` in one transaction, committed when it resolves and rolled back when it rejects. In one that only reads
   * the database refuses changes, and since there is nothing to keep, nobody waits for its commit.
   * Nothing but the database is waited for inside `work`, and no second one is opened there: of the embedded database, which
   * has a single connection, that would wait for ever (docs/decisions/0048).
   * @throws {DatabaseUnavailable} when the database cannot be reached or does not answer in time
   */
  transaction<T>(
    role: DatabaseRole,
    work: (db: Database) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /**
   * Hears what transactions of any process tell by `pg_notify('hub', …)`, once they are committed.
   * @returns ends that
   */
  listen(listener: Listener): Promise<() => Promise<void>>;
  /** Resolves when the database has given up and this process cannot use it any more, with the reason. */
  readonly broken?: Promise<Error>;
  close(): Promise<void>;
}

/** The database cannot be reached, is restarting or did not answer in time; the same call may succeed soon. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** Narrows the running transaction to one tenant and names who acts, for what comes after in it. */
export function enterTenant(db: Database, tenantId: string, actor?: Actor): Promise<unknown> {
  return db.execute(
    sql`select ${tenantSettings(sql`${tenantId}`, sql`${actor?.userId ?? ""}`, sql`${actor?.userName ?? ""}`)}`,
  );
}

/**
 * The select list that makes the rest of a transaction run as `hub_app` in one tenant. Compiling a plan takes longer than what it
 * saves an answer; told apart it would be a statement more for each search.
 */
export function tenantSettings(tenantId: SQL, userId: SQL, userName: SQL): SQL {
  return sql`set_config('role', 'hub_app', true), set_config('jit', 'off', true), set_config(${sql.raw(`'${tenantSetting}'`)}, ${tenantId}::text, true),
    set_config(${sql.raw(`'${userIdSetting}'`)}, ${userId}::text, true), set_config(${sql.raw(`'${userNameSetting}'`)}, ${userName}::text, true)`;
}

/** A transaction as `hub_app` in one tenant, for seeds and tests; requests get theirs from the pipeline. */
export function inTenant<T>(
  connection: Connection,
  tenantId: string,
  actor: Actor | undefined,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return connection.transaction("hub_app", async (db) => {
    await enterTenant(db, tenantId, actor);
    return work(db);
  });
}
