import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { startPostgres } from "../../scripts/lib/postgres.mjs";
import { embeddedConnection } from "../database/embedded";
import { makeAdministrator } from "../database/first-start";
import { migratePostgres } from "../database/migrate";
import { postgresConnection } from "../database/postgres";
import { prepareDatabase } from "../database/prepared-database";
import type { Connection } from "../database/transaction";
import { openPrepared, preparedFolder } from "./prepared";
import { type DatabaseKind, databaseUrl, templateDatabase } from "./template";
import { testConfig } from "./test-config";

declare module "vitest" {
  interface ProvidedContext {
    /** The databases for this project's tests, from vitest.config.ts. */
    databases: readonly DatabaseKind[];
    /** Each in the state after a first start: the newest schema and the administrator. */
    prepared: { embeddedDump: string; postgresServer?: string };
  }
}

/** Prepares the databases of one test project, once for all its files. */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  const { databases } = project.getProvidedContext();
  // Before several tests need it at once.
  await prepareDatabase(preparedFolder);
  const folder = await mkdtemp(join(tmpdir(), "hub-test-"));
  const embeddedDump = join(folder, "embedded.tar");
  if (databases.includes("pglite")) await writeFile(embeddedDump, await dumpOfEmbedded());
  const server = databases.includes("postgres") ? await startPostgres() : undefined;
  if (server) await makeTemplate(server.url);
  project.provide("prepared", { embeddedDump, postgresServer: server?.url });
  return async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function dumpOfEmbedded(): Promise<Buffer> {
  const pglite = await openPrepared();
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
