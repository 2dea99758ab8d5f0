import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startPostgres } from "../../scripts/lib/postgres.mjs";
import { embeddedConnection, openPglite } from "../database/embedded";
import { makeAdministrator } from "../database/first-start";
import { migrateEmbedded, migratePostgres } from "../database/migrate";
import { postgresConnection } from "../database/postgres";
import type { Connection } from "../database/transaction";
import { testConfig } from "./test-config";

declare module "vitest" {
  interface ProvidedContext {
    /** Each as it is after a first start: the newest schema and the administrator. */
    prepared: { embeddedDump: string; postgresServer?: string };
  }
}

/** Databases are cloned from this one, on the server that the tests share. */
export const templateDatabase = "hub_template";

/**
 * Prepares both databases once for all test files. HUB_TEST_DATABASES=pglite leaves PostgreSQL out; otherwise one has to
 * be installed, because what only one of the two was tested with does not work on the other.
 */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "hub-test-"));
  const embeddedDump = join(folder, "embedded.tar");
  await writeFile(embeddedDump, await dumpOfEmbedded());
  const server = process.env.HUB_TEST_DATABASES === "pglite" ? undefined : await startPostgres();
  if (server) await makeTemplate(server.url);
  project.provide("prepared", { embeddedDump, postgresServer: server?.url });
  return async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function dumpOfEmbedded(): Promise<Buffer> {
  const pglite = await openPglite();
  await migrateEmbedded(pglite);
  await makeAdministrator(embeddedConnection(pglite), testConfig());
  const dump = await pglite.dumpDataDir("none");
  await pglite.close();
  return Buffer.from(await dump.arrayBuffer());
}

async function makeTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${templateDatabase}`);
  await client.end();
  const url = databaseUrl(serverUrl, templateDatabase);
  await migratePostgres(url);
  const connection: Connection = postgresConnection(url, 1);
  await makeAdministrator(connection, testConfig());
  await connection.close();
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
