import type { PGlite } from "@electric-sql/pglite";
import { to as copyTo } from "pg-copy-streams";
import type { Config } from "../config/config";
import { databaseOf } from "../database/database";
import { withOwnClient } from "../database/own-client";
import { openPglite } from "../database/pglite";
import { markBackup } from "../database/running-backup";
import type { Database } from "../database/transaction";
import { withEmbeddedCopy } from "./embedded-copy";
import { columnsOf, nameOf, neutralFormats, type Table } from "./tables";

/** The database at one moment. */
export interface Snapshot {
  kind: "pglite" | "postgres";
  db: Database;
  /** All rows of a table in the text format of COPY, in parts of any size. */
  copyOut(table: Table): AsyncIterable<Buffer>;
}

/**
 * Runs `work` on a snapshot of the configured database while it keeps serving. Files that the snapshot names are kept until
 * then.
 * @throws {StartError} when it cannot be reached
 */
export function withSnapshot<T>(config: Config, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const { databaseUrl, databaseDirectUrl } = config;
  if (databaseUrl) return withPostgres(databaseDirectUrl ?? databaseUrl, work);
  return withEmbeddedCopy(config, async (directory) => {
    const pglite = await openPglite(directory, undefined, { isCopy: true });
    try {
      await pglite.exec(neutralFormats);
      return await work(embeddedSnapshot(pglite));
    } finally {
      await pglite.close();
    }
  });
}

function withPostgres<T>(url: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  return withOwnClient({ url, name: "hub backup" }, async (client) => {
    await client.query(neutralFormats);
    // Before the snapshot, in this session: see running-backup.ts.
    await client.query(markBackup);
    await client.query("begin isolation level repeatable read, read only");
    return work({
      kind: "postgres",
      db: databaseOf((text, values) => client.query(text, [...values])),
      copyOut: (table) =>
        client.query(copyTo(`copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout`)),
    });
  });
}

/** Pages of 8 kB per statement, whose result is held in memory. */
const pagesAtOnce = 512;

function embeddedSnapshot(pglite: PGlite): Snapshot {
  const read = async (text: string, values: readonly unknown[]) => {
    const { rows } = await pglite.query(text, [...values]);
    return { rows };
  };
  return {
    kind: "pglite",
    db: databaseOf(read),
    async *copyOut(table) {
      const [size] = (await read("select pg_relation_size($1::regclass) / 8192 as pages", [nameOf(table)]))
        .rows as { pages: number }[];
      for (let page = 0; page < (size?.pages ?? 0); page += pagesAtOnce) {
        const { blob } = await pglite.query(
          `copy (select ${columnsOf(table)} from ${nameOf(table)}
            where ctid >= '(${page},0)' and ctid < '(${page + pagesAtOnce},0)') to '/dev/blob'`,
        );
        if (blob) yield Buffer.from(await blob.arrayBuffer());
      }
    },
  };
}
