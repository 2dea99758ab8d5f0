import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { clonePostgres } from "../testing/databases";
import { testConfig } from "../testing/test-config";
import { makeAdministrator } from "./first-start";
import { listenOnPostgres, requireSignals } from "./listen";
import { migratePostgres } from "./migrate";
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

  test("[BE-02] two processes that start at once migrate and make the administrator once", async () => {
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

  test("[BE-02] a schema of a newer version is left alone, and said in one line", async () => {
    await migratePostgres(url);
    await run(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('of tomorrow', 9999999999999)",
    );
    await expect(migratePostgres(url)).rejects.toThrow(
      /^The database was changed by a newer version of Hub\. [^\n]+$/,
    );
  });

  test("[OR-03] without a tenant no row is seen", async () => {
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
  ])("[CF-03] %s is one line that names DATABASE_URL", async (_, address) => {
    const missing = new URL(url);
    missing.pathname = "/nowhere";
    const error = await migratePostgres(address ?? missing.href).catch((reason: Error) => reason);
    expect((error as Error).message).toMatch(/^DATABASE_URL: [^\n]+$/);
  });

  test("[BE-02] a pooler that swallows LISTEN is told of by what to set, and a direct address is used", async () => {
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
