import { chmod, chown, cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { migrateEmbedded } from "@/backend/database/migrate";
import { allMigrations } from "@/backend/database/migrations";
import { contract } from "@/lib/contract";
import { allRows } from "@/lib/contract/paging";
import { ApiClient } from "../support/api-client";
import { type ApiProcess, startApi } from "../support/api-process";
import { freePort } from "../support/free-port";
import { refusedStart } from "../support/refused-start";

// Tests the reaction of a start to the state of its data directory, and its messages to the operator.

const password = "Correct-horse-7";
const nobody = 65_534;

let whole: string;
let folder: string;
/** API of the current test, killed afterwards. */
let api: ApiProcess | undefined;
let settings: Record<string, string>;

const roleNames = async (): Promise<string[]> => {
  const client = await ApiClient.signIn(`http://localhost:${settings.API_PORT}`, "admin", password);
  const { list } = await client.call(contract.roles.list, { query: { pageLimit: allRows } });
  return list.map(({ roleName }) => roleName);
};

const settingsOf = async (directory: string) => ({
  API_PORT: String(await freePort()),
  DATA_DIR: directory,
  ADMIN_PASSWORD: password,
});

beforeAll(async () => {
  whole = await mkdtemp(join(tmpdir(), "hub-whole-"));
  settings = await settingsOf(whole);
  const api = await startApi(settings);
  const client = await ApiClient.signIn(`http://localhost:${settings.API_PORT}`, "admin", password);
  await client.createRole({ roleName: "Kept" });
  await api.stop();
});
afterAll(() => rm(whole, { recursive: true, force: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-data-"));
  settings = await settingsOf(folder);
});
afterEach(async () => {
  await api?.kill();
  api = undefined;
  await rm(folder, { recursive: true, force: true });
});

const database = (...path: string[]) => join(folder, "database", ...path);

describe("a damaged data directory gives one line and exit code 1, and nothing is recreated", () => {
  const garbage = async (file: string) => {
    const { length } = await readFile(file);
    await writeFile(file, Buffer.alloc(length, 7));
  };
  test.each<[string, () => Promise<unknown>]>([
    ["the file that names the version is missing", () => rm(database("PG_VERSION"))],
    ["made by another version", () => writeFile(database("PG_VERSION"), "12\n")],
    ["an empty control file", () => truncate(database("global", "pg_control"), 0)],
    ["garbage for a control file", () => garbage(database("global", "pg_control"))],
    ["no catalogue", () => rm(database("global"), { recursive: true })],
    ["no tables", () => rm(database("base"), { recursive: true })],
    ["no log", () => rm(database("pg_wal"), { recursive: true })],
  ])("[BE-02] %s", async (_, damage) => {
    await cp(join(whole, "database"), database(), { recursive: true });
    await damage();
    const parts = async () => {
      const files = await readdir(database());
      return ["PG_VERSION", "global", "base", "pg_wal"].filter((part) => files.includes(part));
    };
    const before = await parts();
    const { code, lines } = await refusedStart(settings);
    expect(lines).toEqual([
      expect.stringMatching(
        /^The embedded database in \S+ cannot be opened: it is damaged, .+\. Restore DATA_DIR from a backup or choose another\.$/,
      ),
    ]);
    expect(code).toBe(1);
    expect(await parts()).toEqual(before);
  });

  test("[BE-02] an unfinished first start is repeated", async () => {
    await cp(join(whole, "database"), database(), { recursive: true });
    await rm(database("global"), { recursive: true });
    await writeFile(`${database()}.unfinished`, "");
    api = await startApi(settings);
    expect(await roleNames()).toEqual(["Administrator"]);
    expect(await readdir(folder)).not.toContain("database.unfinished");
    expect(await api?.stop()).toBe(0);
  });
});

describe("a schema of another version", () => {
  const open = () => PGlite.create({ dataDir: database(), extensions: { pg_trgm } });

  /** Creates a database with the first `count` migrations and a custom role. */
  async function createDatabaseOfVersion(count: number): Promise<void> {
    const pglite = await open();
    await migrateEmbedded(pglite, allMigrations().slice(0, count));
    await pglite.exec("insert into tenants (identifier, name) values ('main', 'Main')");
    const { affectedRows } = await pglite.query(
      "insert into roles (tenant_id, role_name) select tenant_id, 'Kept' from tenants where identifier = 'main'",
    );
    expect(affectedRows).toBe(1);
    await pglite.close();
  }

  test.each([
    ["the first six", 6],
    ["the first nine", 9],
    ["all but the last", -1],
  ])("[BE-02] an older one (%s migrations) is migrated with its data", async (_, count) => {
    await createDatabaseOfVersion(count);
    api = await startApi(settings);
    expect((await roleNames()).sort()).toEqual(["Administrator", "Kept"]);
    expect(await api?.stop()).toBe(0);
  });

  test("[BE-02] one with the numbering of a preliminary version is refused and unchanged", async () => {
    const pglite = await open();
    await pglite.exec(
      "create schema drizzle; create table drizzle.__drizzle_migrations (hash text, created_at bigint)",
    );
    await pglite.close();
    expect(await refusedStart(settings)).toEqual({
      code: 1,
      lines: [
        "The database was made by a preliminary version of Hub and cannot be upgraded. Nothing in it was changed. Choose another DATA_DIR or, with DATABASE_URL, an empty database.",
      ],
    });
  });

  test("[BE-02] a newer one is unchanged, and reported in one line", async () => {
    await cp(join(whole, "database"), database(), { recursive: true });
    const pglite = await open();
    await pglite.exec("insert into hub.migrations (name) values ('9999_tomorrow')");
    await pglite.close();
    expect(await refusedStart(settings)).toEqual({
      code: 1,
      lines: [
        expect.stringMatching(
          /^The database was changed by a newer version of Hub \(migration 9999_tomorrow\), and this is Hub .+\. Start that version, or restore a backup from before\.$/,
        ),
      ],
    });
    const again = await open();
    await again.exec("delete from hub.migrations where name = '9999_tomorrow'");
    await again.close();
    api = await startApi(settings);
    expect(await roleNames()).toContain("Kept");
    expect(await api?.stop()).toBe(0);
  });
});

describe("an unwritable data directory", () => {
  /** Root runs the API as another user, to whom file permissions apply. */
  const user = process.getuid?.() === 0 ? nobody : undefined;

  test.each<[string, () => Promise<unknown>]>([
    ["the directory itself", () => chmod(folder, 0o555)],
    ["the database in it", () => chmod(database(), 0o555)],
    ["its tables", () => chmod(database("base"), 0o000)],
    ["the lock", () => chmod(join(folder, "database.lock"), 0o555)],
  ])("[BE-02] %s: one line that names DATA_DIR, and exit code 1", async (what, forbid) => {
    if (what !== "the directory itself") await cp(whole, folder, { recursive: true });
    if (user !== undefined) await giveTo(folder, user);
    await forbid();
    const { code, lines } = await refusedStart(settings, user);
    expect(lines).toEqual([
      expect.stringMatching(
        /^DATA_DIR cannot be written \(E(?:ACCES|PERM): .+\)\. Make it writable or choose another\.$/,
      ),
    ]);
    expect(code).toBe(1);
    for (const path of [
      folder,
      ...(what === "the directory itself"
        ? []
        : [database(), database("base"), join(folder, "database.lock")]),
    ])
      await chmod(path, 0o755);
  });

  async function giveTo(path: string, owner: number): Promise<void> {
    await chown(path, owner, owner);
    for (const entry of await readdir(path, { recursive: true }))
      await chown(join(path, entry), owner, owner);
  }
});

test("[BE-02] a second process on it is refused in one line, and the first one keeps running", async () => {
  api = await startApi(settings);
  const second = { ...settings, API_PORT: String(await freePort()) };
  expect(await refusedStart(second)).toEqual({
    code: 1,
    lines: [
      `DATA_DIR is in use by process ${api?.process.pid}. Stop that process or choose another DATA_DIR.`,
    ],
  });
  expect(await roleNames()).toEqual(["Administrator"]);
  expect(await api?.stop()).toBe(0);
});
