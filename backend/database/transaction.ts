import type { Listener } from "./listen";
import { type SQL, type Statement, sql } from "./sql";

/** A running transaction on either database. */
export interface Database {
  /** Bigint columns and counts are numbers on both databases, timestamps are text. */
  execute<Row extends Record<string, unknown> = Record<string, unknown>>(
    query: Statement,
  ): Promise<{ rows: Row[] }>;
  /** Runs `work` in a savepoint, to which it is rolled back when `work` rejects. */
  transaction<T>(work: (db: Database) => Promise<T>): Promise<T>;
}

/**
 * Roles that a transaction can run as: `hub_app` serves requests of one tenant under row-level security, `hub_auth`
 * serves sign-in, `owner` is the connecting user, for migrations and seeds only.
 */
export type DatabaseRole = "hub_app" | "hub_auth" | "owner";

/** The user that a change is recorded for. */
export interface Actor {
  userId: string;
  userName: string;
}

/** The settings that policies and triggers read with `current_setting(name, true)`; absent or empty without a user. */
export const tenantSetting = "app.tenant";
export const userIdSetting = "app.user";
export const userNameSetting = "app.user_name";
/** The language of names that are translated, see `translated`; absent or empty for their untranslated form. */
const languageSetting = sql.raw("'app.language'");

/** The select item by which the rest of a transaction reads translated names in a language. */
export const languageOfNames = (language: string): SQL =>
  sql`set_config(${languageSetting}, ${language}, true)`;

/** The language set by {@link languageOfNames}. */
export const currentLanguage: SQL = sql`current_setting(${languageSetting}, true)`;

/** A name in the language of the running transaction; itself where it has no translation (AM-04, RP-01). */
export const translated = (name: SQL, translations: SQL): SQL =>
  sql`coalesce(nullif(${translations} ->> ${currentLanguage}, ''), ${name})`;

export interface TransactionOptions {
  readOnly?: boolean;
  /** Reports that the transaction's client has gone: the running statement is cancelled if the database can. */
  departure?: (listener: () => void) => () => void;
}

/** Statements that begin a transaction. */
export function beginning(role: DatabaseRole, { readOnly = false }: TransactionOptions): string {
  return `begin${readOnly ? " read only" : ""}${role === "owner" ? "" : `; set local role ${role}`}`;
}

/** The files of the embedded database, for backups. */
export interface EmbeddedFiles {
  /** Runs `work` while nothing is written to the files, which are complete then. */
  whileStill(work: () => Promise<void>): Promise<void>;
  /** Marks that a backup runs, or no longer does (running-backup.ts). */
  markBackup(isRunning: boolean): Promise<void>;
}

/** One embedded database or one pool; every use of it is a transaction. */
export interface Connection {
  readonly kind: "pglite" | "postgres";
  /**
   * Runs `work` in one transaction, committed when it resolves and rolled back when it rejects. A read-only one refuses
   * changes, and its commit is not awaited. `work` may wait only for the database and must not open a second
   * transaction: with the single connection of the embedded database that is a deadlock (docs/decisions/0048).
   * @throws {DatabaseUnavailable} when the database is unreachable or does not answer in time
   */
  transaction<T>(
    role: DatabaseRole,
    work: (db: Database) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /**
   * Receives signals that transactions of any process send by `pg_notify('hub', …)`, once they are committed.
   * @returns stops listening
   */
  listen(listener: Listener): Promise<() => Promise<void>>;
  /** Set for the embedded database. */
  readonly embedded?: EmbeddedFiles;
  /** Resolves with the reason when the database has failed and this process can no longer use it. */
  readonly broken?: Promise<Error>;
  close(): Promise<void>;
}

/** The database is unreachable, restarting or did not answer in time; the same call may succeed soon. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** Restricts the running transaction to one tenant and sets the acting user for the statements that follow. */
export function enterTenant(db: Database, tenantId: string, actor?: Actor): Promise<unknown> {
  return db.execute(
    sql`select ${tenantSettings(sql`${tenantId}`, sql`${actor?.userId ?? ""}`, sql`${actor?.userName ?? ""}`)}`,
  );
}

/**
 * The select list that switches the rest of a transaction to `hub_app` in one tenant. Disables JIT, whose compilation
 * takes longer than it saves; a separate setting would cost each search another statement.
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
