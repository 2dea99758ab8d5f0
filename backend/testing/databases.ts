import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import pg from "pg";
import { inject } from "vitest";
import { embeddedConnection } from "../database/embedded";
import { openPglite } from "../database/pglite";
import { postgresConnection } from "../database/postgres";
import type { Connection } from "../database/transaction";
import { type DatabaseKind, databaseUrl, templateDatabase } from "./template";

/** The databases for the tests of this vitest project. */
export function databaseKinds(): readonly DatabaseKind[] {
  return inject("databases");
}

/** A separate database with the newest schema and the administrator; closing it removes it. */
export function openTestDatabase(kind: DatabaseKind): Promise<Connection> {
  return kind === "pglite" ? openEmbeddedClone() : openPostgresClone();
}

async function openEmbeddedClone(): Promise<Connection> {
  const dump = await readFile(inject("prepared").embeddedDump);
  return embeddedConnection(await openPglite(undefined, new Blob([dump])));
}

async function openPostgresClone(): Promise<Connection> {
  const { url, drop } = await clonePostgres(templateDatabase);
  const connection = postgresConnection(url, 10);
  return {
    ...connection,
    close: async () => {
      await connection.close();
      await drop();
    },
  };
}

/** A separate database on the tests' PostgreSQL: a copy of `template`; `template1` is empty. */
export async function clonePostgres(template: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = inject("prepared").postgresServer;
  if (!server) throw new Error("These tests need PostgreSQL, which their project of vitest leaves out.");
  const name = `hub_test_${randomBytes(6).toString("hex")}`;
  await onServer(server, `create database ${name} template ${template}`);
  return {
    url: databaseUrl(server, name),
    drop: () => onServer(server, `drop database ${name} with (force)`),
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // PostgreSQL copies one template at a time, so each copy waits for its turn.
  await client.query("select pg_advisory_lock(1)");
  await client.query(statement);
  await client.end();
}
