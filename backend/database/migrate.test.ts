import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { clonePostgres } from "../testing/databases";
import { testConfig } from "../testing/test-config";
import { makeAdministrator } from "./first-start";
import { listenOnPostgres, requireSignals } from "./listen";
import { migrate, migratePostgres } from "./migrate";
import { parseMigration } from "./migrations";
import { openPostgres, postgresConnection } from "./postgres";

describe("the first start on PostgreSQL", () => {
  let url: string;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    ({ url, drop } = await clonePostgres("template1"));
  });
  afterEach(() => drop());

  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client.query(statement).finally(() => client.end());
  };

  test("[BE-02] two concurrent starts migrate and create the administrator once", async () => {
    const starts = await Promise.all(
      [1, 2, 3].map(async () => {
        await migratePostgres(url);
        const connection = postgresConnection(url, 1);
        return makeAdministrator(connection, testConfig()).finally(() => connection.close());
      }),
    );
    expect(starts.filter(Boolean)).toHaveLength(1);
    const { rows } = await run("select user_name from users");
    expect(rows).toEqual([{ user_name: "admin" }]);
  });

  test("[BE-02] a database user named like the schema of the journal gets its tables in public", async () => {
    await run("create role hub superuser login");
    try {
      const named = new URL(url);
      named.username = "hub";
      await migratePostgres(named.href);
      const connection = postgresConnection(named.href, 1);
      const made = await makeAdministrator(connection, testConfig()).finally(() => connection.close());
      expect(made).toMatchObject({ userName: "admin" });
      const { rows } = await run(
        "select tablename as name from pg_tables where schemaname = 'hub' order by 1",
      );
      expect(rows.map(({ name }) => name)).toEqual(["migrations", "revocations"]);
    } finally {
      await run("drop owned by hub cascade; drop role hub");
    }
  });

  test.each(["LATIN1", "SQL_ASCII"])(
    "[BE-02] a database in %s, where names would not be found, is refused unchanged",
    async (encoding) => {
      const other = new URL(url);
      other.pathname += `_${encoding.toLowerCase()}`;
      const name = other.pathname.slice(1);
      await run(
        `create database ${name} encoding '${encoding}' lc_collate 'C' lc_ctype 'C' template template0`,
      );
      try {
        await expect(migratePostgres(other.href, "DATABASE_DIRECT_URL")).rejects.toThrow(
          new RegExp(`^DATABASE_DIRECT_URL: the database ${name} is encoded in ${encoding}, [^\\n]+ UTF8`),
        );
      } finally {
        await run(`drop database ${name}`);
      }
    },
  );

  test("[OR-03] a table without forced row-level security refuses the start", async () => {
    await migratePostgres(url);
    await run("alter table users no force row level security");
    await expect(migratePostgres(url)).rejects.toThrow(/^The table users is not protected/);
  });

  test("[OR-03] a role that owns a table refuses the start", async () => {
    await migratePostgres(url);
    await run("grant create on schema public to hub_app; alter table users owner to hub_app");
    await expect(migratePostgres(url)).rejects.toThrow(
      /^The database role hub_app could bypass row-level security/,
    );
  });

  test("[BE-02] a schema of a newer version stays unchanged and is reported in one line", async () => {
    await migratePostgres(url);
    await run("insert into hub.migrations (name) values ('9999_tomorrow')");
    await expect(migratePostgres(url)).rejects.toThrow(
      /^The database was changed by a newer version of Hub \(migration 9999_tomorrow\), [^\n]+$/,
    );
  });

  test("[BE-02] a database with the numbering of a preliminary version is refused unchanged", async () => {
    await run(`create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text, created_at bigint);
      insert into drizzle.__drizzle_migrations (hash, created_at) values ('of 0015', 1795219200015)`);
    await expect(migratePostgres(url)).rejects.toThrow(
      /^The database was made by a preliminary version of Hub and cannot be upgraded\. [^\n]+$/,
    );
    const { rows } = await run(
      "select count(*)::int as count from pg_class where relnamespace = 'public'::regnamespace",
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  test("[BE-02] a failed migration rolls back the earlier ones of the same start", async () => {
    const server = new pg.Client({ connectionString: url });
    await server.connect();
    try {
      const execute = async (text: string) => [await server.query(text)].flat().at(-1)?.rows ?? [];
      const migrations = [
        parseMigration("0000_good", "create table good (); create table better ();"),
        parseMigration("0001_bad", "create table bad (); select nothing from nowhere;"),
      ];
      await expect(migrate(execute, migrations)).rejects.toThrow(/^The migration 0001_bad failed: .+nowhere/);
      expect(
        await execute("select to_regclass('good') as good, to_regclass('hub.migrations') as noted"),
      ).toEqual([{ good: null, noted: null }]);
      await migrate(execute, migrations.slice(0, 1));
      expect(await execute("select name from hub.migrations")).toEqual([{ name: "0000_good" }]);
    } finally {
      await server.end();
    }
  });

  test("[OR-03] without a tenant no row is visible", async () => {
    await migratePostgres(url);
    await makeOne();
    const { rows } = (await run(
      "begin; set local role hub_app; select * from users; rollback",
    )) as unknown as pg.QueryResult[] & { rows: unknown[] };
    expect(rows ?? []).toEqual([]);
  });

  test.each([
    ["a server that is not there", "postgres://postgres@127.0.0.1:1/postgres"],
    ["a database that is not there", undefined],
  ])("[CF-03] %s is reported in one line that names DATABASE_URL", async (_, address) => {
    const missing = new URL(url);
    missing.pathname = "/nowhere";
    const error = await migratePostgres(address ?? missing.href).catch((reason: Error) => reason);
    expect((error as Error).message).toMatch(/^DATABASE_URL: [^\n]+$/);
  });

  test("[BE-02] a pooler without LISTEN is reported with the setting for the direct address", async () => {
    const swallowing = async () => async () => {};
    await expect(requireSignals(url, swallowing, 100)).rejects.toThrow(/^LISTEN .* Set DATABASE_DIRECT_URL/);
    await requireSignals(url, (listener) => listenOnPostgres(url, listener));
    const missing = new URL(url);
    missing.pathname = "/nowhere";
    await expect(openPostgres(url, 1, missing.href)).rejects.toThrow(/^DATABASE_DIRECT_URL: /);
  });

  const makeOne = async () => {
    const connection = postgresConnection(url, 1);
    await makeAdministrator(connection, testConfig()).finally(() => connection.close());
  };
});
