import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { clonePostgres, databaseKinds } from "../testing/databases";
import { type Execute, executeOn, executeOnEmbedded } from "./execute";
import { lockMigrations, migrate } from "./migrate";
import { allMigrations, parseMigration } from "./migrations";
import { openPglite } from "./pglite";
import { planUpgrade } from "./upgrade-plan";

const released = allMigrations();
const bad = parseMigration("9999_bad", "-- rolling\ncreate table half_way (); select nothing from nowhere;");

const tenant = "00000000-0000-4000-8000-0000000000aa";
const person = "00000000-0000-4000-8000-0000000000bb";

/** Rows of each schema, inserted as soon as it has their tables. */
const rowsAfter: Record<string, string> = {
  "0003_tenants": `insert into tenants (tenant_id, identifier, name) values ('${tenant}', 'old', 'Old')`,
  "0004_users": `insert into accounts (user_id, user_name) values ('${person}', 'ada');
    insert into users (tenant_id, user_id, user_name) values ('${tenant}', '${person}', 'ada')`,
  "0005_roles": `insert into roles (tenant_id, role_name) values ('${tenant}', 'Kept')`,
  "0007_credentials": `insert into api_keys (tenant_id, user_id, key_hash, key_ending, key_name)
    values ('${tenant}', '${person}', 'hash', 'h', 'Key')`,
  "0010_attachments": `insert into attachments (tenant_id, file_name) values ('${tenant}', 'a.txt')`,
  "0014_personal_settings": `insert into user_settings values ('${tenant}', '${person}', 'timezone', 'UTC')`,
  "0015_imports": `insert into imports (tenant_id, import_id, owner_id, area, file_name, encoding, separator)
    values ('${tenant}', '${person}', '${person}', 'users', 'a.csv', 'utf-8', ',')`,
};

describe.each(databaseKinds())("an upgrade on %s", (kind) => {
  let execute: Execute;
  let close: () => Promise<unknown>;
  let another: () => Promise<pg.Client>;
  const migrateTo = (count: number, more: readonly (typeof bad)[] = []) =>
    migrate(execute, [...released.slice(0, count), ...more], { isEmbedded: kind === "pglite" });
  const applied = async () =>
    ((await execute("select name from hub.migrations order by name")) as { name: string }[]).map(
      ({ name }) => name,
    );

  beforeEach(async () => {
    if (kind === "pglite") {
      const pglite = await openPglite();
      execute = executeOnEmbedded(pglite);
      close = () => pglite.close();
      return;
    }
    const { url, drop } = await clonePostgres("template1");
    const clients: pg.Client[] = [];
    another = async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      clients.push(client);
      return client;
    };
    execute = executeOn(await another());
    close = async () => {
      await Promise.all(clients.map((client) => client.end()));
      await drop();
    };
  });
  afterEach(() => close());

  test("[OP-04] each schema with its rows is migrated; a step that fails half-way changes nothing", async () => {
    for (const [index, { name }] of released.entries()) {
      const before = index === 0 ? undefined : await applied();
      await expect(migrateTo(index + 1, [bad])).rejects.toThrow(/^The migration 9999_bad failed: .+nowhere/);
      if (before) expect(await applied()).toEqual(before);
      await migrateTo(index + 1);
      expect((await applied()).at(-1)).toBe(name);
      const rows = rowsAfter[name];
      if (rows) await execute(rows);
    }
    const [counts] = await execute(`
      select (select count(*)::int from users where user_name_sort = 'ada') as users,
        (select count(*)::int from roles where role_name = 'Kept') as roles,
        (select count(*)::int from api_keys) as keys, (select count(*)::int from imports where heading_row = 1) as imports`);
    expect(counts).toEqual({ users: 1, roles: 1, keys: 1, imports: 1 });
  });

  test("[OP-04] a plan names versions and migrations, whether they may roll, duration and room, and changes nothing", async () => {
    const next = [
      parseMigration("9000_more", "-- rolling\ncreate index more on users (email);"),
      parseMigration("9001_other", "-- stop: names are split\nupdate users set first_name = 'x';"),
    ];
    expect(await planUpgrade(execute, released)).toMatchObject({ from: undefined, seconds: 0 });
    await migrateTo(released.length);
    await execute(`insert into tenants (tenant_id, identifier, name) values ('${tenant}', 'old', 'Old');
      insert into accounts (user_id, user_name) select gen_random_uuid(), 'u' || i from generate_series(1, 500) i;
      insert into users (tenant_id, user_id, user_name) select '${tenant}', user_id, user_name from accounts;
      analyze users;`);
    const plan = await planUpgrade(execute, [...released, ...next]);
    expect(plan).toMatchObject({
      from: { version: expect.stringMatching(/^\d/), migration: released.at(-1)?.name },
      to: { migration: "9001_other" },
      migrations: [
        { name: "9000_more", effects: [{ table: "users", rows: 500 }] },
        { name: "9001_other", stop: "names are split", effects: [{ table: "users", rows: 500 }] },
      ],
      seconds: 1,
    });
    expect(plan.migrations[0]?.stop).toBeUndefined();
    expect(plan.bytes).toBeGreaterThan(100_000);
    expect(await applied()).toEqual(released.map(({ name }) => name));
    expect((await planUpgrade(execute, released)).migrations).toEqual([]);
  });

  test("[OP-04] an older version refuses a newer schema, and names both versions", async () => {
    await migrateTo(released.length);
    await execute("insert into hub.migrations (name, version) values ('9999_tomorrow', '9.1.0')");
    await expect(migrateTo(released.length)).rejects.toThrow(
      /^The database was changed by Hub 9\.1\.0 \(migration 9999_tomorrow\), and this is Hub \d\S+, which knows migrations up to \d{4}_\w+\. Start that version, or [^\n]+$/,
    );
  });

  test.runIf(kind === "postgres")(
    "[OP-04] an index is created beside writes and waiting starts, and again when an attempt has left it invalid",
    async () => {
      const index = parseMigration(
        "9000_index",
        "-- concurrently\n-- For lists by e-mail.\ncreate unique index concurrently users_email on users (email);",
      );
      await migrateTo(released.length);
      await execute(`insert into tenants (tenant_id, identifier, name) values ('${tenant}', 'old', 'Old');
        insert into accounts (user_id, user_name) select gen_random_uuid(), 'u' || i from generate_series(1, 2) i;
        insert into users (tenant_id, user_id, user_name) select '${tenant}', user_id, user_name from accounts;`);
      await expect(migrateTo(released.length, [index])).rejects.toThrow(/^The migration 9000_index failed: /);
      const valid = "select indisvalid as valid from pg_index where indexrelid = to_regclass('users_email')";
      expect(await execute(valid)).toEqual([{ valid: false }]);
      await execute("update users set email = user_name");

      const [migrating, waiting] = [await another(), await another()];
      await lockMigrations(migrating);
      const second = lockMigrations(waiting);
      await migrate(executeOn(migrating), [...released, index]);
      expect(await execute(valid)).toEqual([{ valid: true }]);
      expect((await applied()).at(-1)).toBe("9000_index");
      await migrating.query("select pg_advisory_unlock_all()");
      await second;
    },
  );
});

test("[OP-04] a migration says whether it may roll, and a concurrent one only creates indexes", () => {
  expect(parseMigration("0100_a", "-- rolling\nselect 1;")).toMatchObject({
    stop: undefined,
    isConcurrent: false,
  });
  expect(parseMigration("0100_a", "-- stop: columns move\nselect 1;").stop).toBe("columns move");
  expect(() => parseMigration("0100_a", "select 1;")).toThrow(/^0100_a: the first line must be/);
  expect(() => parseMigration("0100_a", "-- stop:\nselect 1;")).toThrow(/^0100_a: the first line must be/);
  const concurrent = "-- concurrently\ncreate index concurrently one on users (email);\n";
  expect(parseMigration("0100_a", concurrent).indexes.map(({ index }) => index)).toEqual(["one"]);
  expect(() => parseMigration("0100_a", `${concurrent}update users set email = '';`)).toThrow(
    /^0100_a: each statement must be 'create index concurrently/,
  );
});
