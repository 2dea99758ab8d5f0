import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Config, databaseDirectory } from "../config/config";
import { openEmbedded } from "../database/embedded";
import { postgresConnection } from "../database/postgres";
import { sql } from "../database/sql";
import type { Connection } from "../database/transaction";
import { makeFileStore } from "../files/make-file-store";
import { clonePostgres } from "./databases";
import { preparedFolder } from "./prepared";
import { type DatabaseKind, templateDatabase } from "./template";
import { testConfig } from "./test-config";

/** A data directory with a database as an installation has it, for commands that open them by the settings. */
export interface DataPlace {
  config: Config;
  open(): Promise<Connection>;
  remove(): Promise<void>;
}

/** @param isNew an empty database; otherwise with the schema, on PostgreSQL also with the administrator */
export async function makePlace(kind: DatabaseKind, { isNew = false } = {}): Promise<DataPlace> {
  const dataDirectory = await mkdtemp(join(tmpdir(), "hub-place-"));
  const removeFolder = () => rm(dataDirectory, { recursive: true, force: true });
  if (kind === "pglite") {
    const config = testConfig({ dataDirectory });
    return {
      config,
      open: () => openEmbedded(databaseDirectory(config), preparedFolder),
      remove: removeFolder,
    };
  }
  const { url, drop } = await clonePostgres(isNew ? "template1" : templateDatabase);
  return {
    config: testConfig({ dataDirectory, databaseUrl: url }),
    open: async () => postgresConnection(url, 3),
    remove: async () => {
      await drop();
      await removeFolder();
    },
  };
}

/** Number and checksum of the rows of each table, and of the stored files. */
export async function contentsOf(
  { config }: DataPlace,
  connection: Connection,
): Promise<Record<string, string>> {
  const contents = await connection.transaction("owner", async (db) => {
    const { rows: tables } = await db.execute<{ name: string }>(sql`
      select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('hub', 'public') order by 1`);
    const found: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await db.execute<{ sum: string }>(sql`
        select count(*) || ' ' || coalesce(md5(string_agg(to_jsonb(t)::text, ' ' order by to_jsonb(t)::text collate "C")), '') as sum
        from ${sql.raw(name)} t`);
      found[name] = rows[0]?.sum ?? "";
    }
    return found;
  });
  const files = makeFileStore(config);
  for await (const key of files.storedBefore(new Date(Date.now() + 60_000)))
    contents[key] = JSON.stringify(await files.readBack(key));
  return contents;
}
