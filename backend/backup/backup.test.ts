import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Execute, executeOn } from "../database/execute";
import { migrate } from "../database/migrate";
import { allMigrations } from "../database/migrations";
import { sql } from "../database/sql";
import type { Connection } from "../database/transaction";
import { removeForgottenFiles } from "../deferred/sweep";
import { makeFileStore } from "../files/make-file-store";
import { fileKey, thumbnailFiles } from "../files/store";
import { seedDemo } from "../seed/demo";
import { contentsOf, type DataPlace, makePlace } from "../testing/data-places";
import type { DatabaseKind } from "../testing/template";
import { readArchive } from "./archive-reader";
import { backUp } from "./back-up";
import { serveCopies } from "./embedded-copy";
import { type Header, readDescription } from "./manifest";
import { checkBackup, restoreBackup } from "./restore";
import { withSnapshot } from "./snapshot";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-backup-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const cleanups: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function newPlace(kind: DatabaseKind): Promise<DataPlace> {
  const place = await makePlace(kind, { isNew: true });
  cleanups.push(place.remove);
  return place;
}

/** The numbers of triggers, checked foreign keys, and tables with forced row-level security. */
async function guardsOf(connection: Connection): Promise<string> {
  return connection.transaction("owner", async (db) => {
    const { rows } = await db.execute(sql`
      select (select count(*) from pg_trigger where tgenabled = 'O' and not tgisinternal) as triggers,
        (select count(*) from pg_constraint where contype = 'f' and convalidated) as keys,
        (select count(*) from pg_class where relforcerowsecurity) as forced`);
    return JSON.stringify(rows);
  });
}

/** Opens a restored place and returns its contents. */
async function openContents(place: DataPlace) {
  const connection = await place.open();
  try {
    return { ...(await contentsOf(place, connection)), guards: await guardsOf(connection) };
  } finally {
    await connection.close();
  }
}

describe.each(["postgres", "pglite"] as const)("a place with sample data on %s", (kind) => {
  const other = kind === "postgres" ? "pglite" : "postgres";
  let source: DataPlace;
  let connection: Connection;
  let archive: string;
  let stopServing = () => {};

  beforeAll(async () => {
    source = await makePlace(kind);
    connection = await source.open();
    await seedDemo(connection, makeFileStore(source.config), null);
    await writeFile(join(source.config.dataDirectory, "session-secret"), "a secret of the installation");
    if (connection.embedded)
      stopServing = serveCopies(source.config, connection.embedded, (error) => {
        throw error;
      });
    ({ file: archive } = await backUp(source.config, makeFileStore(source.config), folder));
  });
  afterAll(async () => {
    stopServing();
    await connection.close();
    await source.remove();
  });

  test.each<DatabaseKind>([kind, other])(
    "[OP-03] a backup taken while it runs is restored on %s as it was: rows, files and secrets",
    async (to) => {
      const target = await newPlace(to);
      const before = { ...(await contentsOf(source, connection)), guards: await guardsOf(connection) };
      expect(Object.keys(before).filter((name) => name.includes("/attachments/")).length).toBeGreaterThan(3);
      const { manifest } = await restoreBackup(target.config, makeFileStore(target.config), archive);
      expect(manifest.lost).toEqual([]);
      expect(await openContents(target)).toEqual(before);
      expect(await readFile(join(target.config.dataDirectory, "session-secret"), "utf8")).toBe(
        "a secret of the installation",
      );
    },
    // Creates an embedded database without the prepared archive, and syncs it.
    120_000,
  );

  test("[OP-03] a place that is not empty is refused unchanged", async () => {
    const before = await contentsOf(source, connection);
    await expect(restoreBackup(source.config, makeFileStore(source.config), archive)).rejects.toThrow(
      /^There are files in .+ already, such as .+\. Nothing was changed; set DATA_DIR to a new folder/,
    );
    const filesElsewhere = { ...makeFileStore(source.config), anyKey: async () => undefined };
    await expect(restoreBackup(source.config, filesElsewhere, archive)).rejects.toThrow(
      kind === "postgres" ? /^The database at DATABASE_URL is not empty\. Nothing/ : /is in use by process/,
    );
    expect(await contentsOf(source, connection)).toEqual(before);
  });

  test("[OP-03] files stay while a backup runs that may name them, and are removed afterwards", async () => {
    const files = makeFileStore(source.config);
    const [tenant] = await connection.transaction(
      "owner",
      async (db) =>
        (await db.execute<{ tenantId: string }>(sql`select tenant_id as "tenantId" from tenants`)).rows,
    );
    const key = fileKey(thumbnailFiles, { tenantId: tenant?.tenantId ?? "", fileId: crypto.randomUUID() });
    await files.write(key, Buffer.from("forgotten"));
    const sweep = () => removeForgottenFiles({ connection, files }, new Date(Date.now() + 60_000));
    await withSnapshot(source.config, async () => {
      expect(await sweep()).toBe(0);
      expect(await files.sizeOf(key)).toBe(9);
    });
    await expect.poll(sweep).toBeGreaterThan(0);
    expect(await files.sizeOf(key)).toBeUndefined();
  });
});

test("[OP-04] a backup of an older schema is restored and migrated", async () => {
  const [source, target] = [await newPlace("postgres"), await newPlace("postgres")];
  const url = (place: DataPlace) => place.config.databaseUrl ?? "";
  const run = async (place: DataPlace, work: (execute: Execute) => Promise<unknown>) => {
    const client = new pg.Client({ connectionString: url(place) });
    await client.connect();
    return work(executeOn(client)).finally(() => client.end());
  };
  await run(source, async (execute) => {
    await migrate(execute, allMigrations().slice(0, 16));
    await execute("insert into tenants (identifier, name) values ('old', 'Old')");
  });
  const { file } = await backUp(source.config, makeFileStore(source.config), join(folder, "old.tar"));
  await restoreBackup(target.config, makeFileStore(target.config), file);
  await run(target, async (execute) => {
    expect(await execute("select name from tenants")).toEqual([{ name: "Old" }]);
    const applied = await execute("select name from hub.migrations order by name");
    expect(applied).toEqual(allMigrations().map(({ name }) => ({ name })));
  });
});

describe("an archive that cannot be used is refused before anything changes", () => {
  let source: DataPlace;
  let archive: Buffer;
  beforeAll(async () => {
    source = await makePlace("postgres");
    const { file } = await backUp(source.config, makeFileStore(source.config), join(folder, "whole.tar"));
    archive = await readFile(file);
  });
  afterAll(() => source.remove());

  test.each<[string, RegExp, (archive: Buffer) => Buffer]>([
    [
      "half of it",
      / is incomplete: its end is missing\. Nothing was changed/,
      (bytes) => bytes.subarray(0, bytes.length / 2),
    ],
    [
      "all but its last members",
      / is incomplete: its end is missing\. Nothing was changed/,
      (bytes) => bytes.subarray(0, bytes.lastIndexOf("manifest.json\0")),
    ],
    [
      "one byte of a table altered",
      / is damaged: database\/public\.accounts\/000001\.copy\.gz differs from its checksum/,
      (bytes) => altered(bytes, bytes.indexOf("database/public.accounts/000001") + 512 + 20),
    ],
    [
      "one byte of a member's head altered",
      / is damaged: a part differs/,
      (bytes) => altered(bytes, bytes.indexOf("database/public.users/000001") + 5),
    ],
    [
      "one byte of the manifest altered",
      / is damaged: manifest\.json differs/,
      (bytes) => altered(bytes, bytes.lastIndexOf('"rows": 1') + 8),
    ],
    ["another kind of file", / is no backup of Hub\. Name a file/, () => Buffer.from("PK".repeat(2_000))],
    ["an empty file", / is no backup of Hub\. Name a file/, () => Buffer.alloc(0)],
  ])("[OP-03] %s", async (_, message, alter) => {
    const file = join(folder, "altered.tar");
    await writeFile(file, alter(Buffer.from(archive)));
    const target = await newPlace("postgres");
    await expect(restoreBackup(target.config, makeFileStore(target.config), file)).rejects.toThrow(message);
    await expect(checkBackup(file)).rejects.toThrow(message);
    expect(await readdir(target.config.dataDirectory)).toEqual([]);
  });

  const altered = (bytes: Buffer, at: number) => {
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  };

  test("[OP-03] a missing file, a folder and a name that is taken are reported in one line", async () => {
    const files = makeFileStore(source.config);
    await expect(checkBackup(join(folder, "nowhere.tar"))).rejects.toThrow(
      /nowhere\.tar does not exist\. Name/,
    );
    await expect(checkBackup(folder)).rejects.toThrow(/ is a folder\. Name the file/);
    await expect(backUp(source.config, files, join(folder, "whole.tar"))).rejects.toThrow(/exists already/);
    await expect(backUp(source.config, files, join(folder, "missing", "x.tar"))).rejects.toThrow(
      /x\.tar cannot be written \(ENOENT\)\. Choose another place\.$/,
    );
  });

  test("[OP-04] a backup of a newer version is refused with both versions", async () => {
    const { header, manifest } = await readArchive(join(folder, "whole.tar"));
    const described = (changes: object) => () =>
      readDescription({ header: { ...(header as Header), version: "9.1.0", ...changes }, manifest });
    expect(described({})).not.toThrow();
    const migrations = [...(header as Header).migrations, "9999_tomorrow"];
    expect(described({ migrations })).toThrow(
      /^The backup was made by Hub 9\.1\.0, and this is \d\S+, which does not know its schema \(9999_tomorrow\)\./,
    );
    expect(described({ format: 2 })).toThrow(
      /^The backup was made by Hub 9\.1\.0, .+ does not know its format\./,
    );
  });
});
