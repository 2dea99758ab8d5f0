import pg from "pg";
import { afterAll, beforeAll, test } from "vitest";
import { S3Server, s3Credentials } from "@/backend/testing/s3-server";
import { startPostgres } from "../../scripts/lib/postgres.mjs";
import { backUpInMidWrite } from "../support/backup-drill";

// The drill with data that is lost in between, on each database from each, with files on disk and in a bucket.

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let s3: S3Server;
beforeAll(async () => {
  [postgres, s3] = await Promise.all([startPostgres(), S3Server.start()]);
});
afterAll(async () => {
  await s3.stop();
  await postgres.stop();
});

let databases = 0;
async function onPostgres(): Promise<Record<string, string>> {
  databases += 1;
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database drill_${databases}`).finally(() => client.end());
  const url = new URL(postgres.url);
  url.pathname = `/drill_${databases}`;
  return { DATABASE_URL: url.href };
}
const embedded = async () => ({});
const inBucket = async (prefix: string): Promise<Record<string, string>> => ({
  ...(await onPostgres()),
  ...s3Credentials,
  FILES_URL: `s3://${s3.settings.bucket}/${prefix}?endpoint=${s3.settings.endpoint}`,
});

test.each([
  ["the embedded database", "the embedded database", embedded, embedded],
  ["the embedded database", "PostgreSQL", embedded, onPostgres],
  ["PostgreSQL", "PostgreSQL", onPostgres, onPostgres],
  ["PostgreSQL and a bucket", "PostgreSQL and another prefix", () => inBucket("one"), () => inBucket("two")],
])("[OP-03] %s, backed up in the middle of writes, is restored on %s", async (_, __, from, to) =>
  backUpInMidWrite({ from: await from(), to: await to(), writes: 200 }),
);
