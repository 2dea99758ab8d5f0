import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PGlite } from "@electric-sql/pglite";
import type { MigrationMeta } from "drizzle-orm/migrator";
import { NodePgSession } from "drizzle-orm/node-postgres";
import { PgDialect, type PgSession } from "drizzle-orm/pg-core";
import { PgliteSession } from "drizzle-orm/pglite";
import pg from "pg";
import { StartError } from "./start-error";
import { causesOf, isUnavailable } from "./unavailable";

const dialect = new PgDialect();

/** Any constant that no other program on the database uses for its advisory locks. */
const migrationLock = 4_872_310_217;

// Roles belong to the whole server, so another database's first start may be making them at this moment.
const prepare = `
  create extension if not exists pg_trgm;
  do $$
  declare name text;
  begin
    foreach name in array array['hub_app', 'hub_auth'] loop
      begin
        if not exists (select from pg_roles where rolname = name) then
          execute format('create role %I nologin nosuperuser nobypassrls', name);
        end if;
      exception when duplicate_object or unique_violation then null;
      end;
      begin
        if not pg_has_role(current_user, name, 'member') then execute format('grant %I to current_user', name); end if;
      exception when unique_violation then null;
      end;
    end loop;
  end $$;`;

/**
 * Brings the database at `url` to the newest schema; of several processes one does it and the others wait.
 * @param setting where the address comes from
 */
export async function migratePostgres(url: string, setting = "DATABASE_URL"): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true });
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await client.query(prepare);
    await refuseNewerSchema(async (text) => (await client.query(text)).rows);
    await runMigrations(new NodePgSession(client, dialect, undefined));
    await refuseUnsafeRoles(async (text) => (await client.query(text)).rows);
  } catch (error) {
    throw explained(error, setting);
  } finally {
    // Ending the session releases the lock, also after a failure.
    await client.end();
  }
}

/** Brings the embedded database to the newest schema; its directory is locked, so nobody else does. */
export async function migrateEmbedded(pglite: PGlite): Promise<void> {
  await pglite.exec(prepare);
  await refuseNewerSchema(async (text) => (await pglite.query<{ at: string }>(text)).rows);
  await runMigrations(new PgliteSession(pglite, dialect, undefined));
  await refuseUnsafeRoles(async (text) => (await pglite.query<{ name: string }>(text)).rows);
}

function runMigrations(session: PgSession): Promise<void> {
  const folder = migrationsFolder();
  return dialect.migrate(readMigrations(folder), session, { migrationsFolder: folder });
}

/**
 * A schema that a newer version of the product has changed is not what this one knows: it would lose or break what it writes.
 * @throws {StartError}
 */
async function refuseNewerSchema(query: (text: string) => Promise<{ at: string }[]>): Promise<void> {
  const [table] = await query("select to_regclass('drizzle.__drizzle_migrations')::text as at");
  if (!table?.at) return;
  const [last] = await query("select max(created_at)::text as at from drizzle.__drizzle_migrations");
  const known = readMigrations(migrationsFolder()).map(({ folderMillis }) => folderMillis);
  if (Number(last?.at ?? 0) > Math.max(...known))
    throw new StartError(
      "The database was changed by a newer version of Hub. Start that version, or restore a backup from before.",
    );
}

function explained(error: unknown, setting: string): unknown {
  if (!isUnavailable(error) && !isRefused(error)) return error;
  const reason = [...causesOf(error)].map(({ message, code }) => message || code).at(-1);
  return new StartError(
    `${setting}: the database cannot be used (${reason}). Start it or correct this environment variable.`,
  );
}

/** Wrong user, password or database name (PostgreSQL classes 28 and 3D). */
function isRefused(error: unknown): boolean {
  return [...causesOf(error)].some(({ code }) => /^(28|3D)/.test(code ?? ""));
}

/** The migrations lie beside the bundle in production and in the source tree in development. */
function migrationsFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const found = [join(here, "migrations"), join(here, "..", "migrations")].find((folder) =>
    existsSync(join(folder, "0000_foundation.sql")),
  );
  if (!found) throw new StartError(`The migrations are missing beside ${here}. Build the project again.`);
  return found;
}

// Row-level security holds for neither superusers, nor roles that bypass it, nor owners of a table.
const powerful = `
  select rolname as name from pg_roles
  where rolname in ('hub_app', 'hub_auth') and (rolsuper or rolbypassrls)`;

const owners = `
  select distinct r.rolname as name from pg_roles r join pg_class c on pg_has_role(r.oid, c.relowner, 'member')
  where r.rolname in ('hub_app', 'hub_auth') and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;

const unguarded = `
  select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped
    and not (c.relrowsecurity and c.relforcerowsecurity) and has_table_privilege('hub_app', c.oid, 'select')`;

/**
 * Refuses a database where requests could see other tenants' rows (QUALITY, security 11).
 * @throws {StartError}
 */
async function refuseUnsafeRoles(query: (text: string) => Promise<{ name: string }[]>): Promise<void> {
  const [role] = [...(await query(powerful)), ...(await query(owners))];
  if (role)
    throw new StartError(
      `The database role ${role.name} could bypass row-level security. Take SUPERUSER, BYPASSRLS and ownership of tables from it.`,
    );
  const [table] = await query(unguarded);
  if (table)
    throw new StartError(
      `The table ${table.name} is not protected by row-level security. Restore the schema from the migrations.`,
    );
}

/** The moment of number 0. Databases keep the moment of the last one they had, so that it can never change. */
const firstMoment = 1_795_219_200_000;

/**
 * The migrations of a folder by their numbers, such as `0005_roles.sql`: what drizzle reads from a journal,
 * which would be one more file that every new table edits.
 * @throws when a name has no number, or two have the same
 */
export function readMigrations(folder: string): MigrationMeta[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  const migrations = files.sort().map((file) => {
    const number = /^(\d{4})_\w+\.sql$/.exec(file)?.[1];
    if (number === undefined) throw new Error(`${file} has no number of four digits.`);
    const text = readFileSync(join(folder, file), "utf8");
    return {
      sql: text.split("--> statement-breakpoint"),
      folderMillis: firstMoment + Number(number),
      hash: createHash("sha256").update(text).digest("hex"),
      bps: true,
    };
  });
  const twice = migrations.findIndex(
    ({ folderMillis }, at) => folderMillis === migrations[at - 1]?.folderMillis,
  );
  if (twice > 0) throw new Error(`${files[twice - 1]} and ${files[twice]} have the same number.`);
  return migrations;
}
