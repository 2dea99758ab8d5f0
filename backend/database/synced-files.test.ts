import fs from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preparedFolder } from "../testing/prepared";
import { embeddedConnection } from "./embedded";
import { openPglite } from "./pglite";
import { unpackPreparedDatabase } from "./prepared-database";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hub-synced-"));
});
afterEach(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await rm(folder, { recursive: true, force: true });
});

test("[BE-02] the embedded database syncs its log before a commit is acknowledged, and reads sync nothing", async () => {
  const directory = join(folder, "database");
  await unpackPreparedDatabase(directory, preparedFolder);
  const pglite = await openPglite(directory);
  const connection = embeddedConnection(pglite);
  const write = (value: number) =>
    connection.transaction("owner", (db) =>
      db.execute({ text: "insert into synced values ($1)", values: [value] }),
    );
  try {
    await pglite.exec("create table synced (i int)");
    await write(0);
    const sync = vi.spyOn(fs, "fsyncSync");
    syncBuiltinESMExports();
    for (let count = 1; count <= 5; count += 1) {
      await write(count);
      expect(sync.mock.calls.length).toBeGreaterThanOrEqual(count);
    }
    sync.mockClear();
    await connection.transaction("owner", (db) => db.execute({ text: "select * from synced", values: [] }), {
      readOnly: true,
    });
    expect(sync).not.toHaveBeenCalled();
  } finally {
    await connection.close();
  }
});
