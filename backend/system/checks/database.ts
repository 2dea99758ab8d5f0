import packageJson from "../../../package.json";
import { allMigrations } from "../../database/migrations";
import { sql } from "../../database/sql";
import { defineCheck } from "../check";

/** Share of PostgreSQL's connections that should stay free for a start, a backup or an administrator. */
const usedAtMost = 0.85;

interface Facts extends Record<string, unknown> {
  bytes: number;
  version: string;
  used: number;
  max: number;
}

export const database = defineCheck("database", async ({ connection }) => {
  const { rows } = await connection.transaction(
    "owner",
    (db) =>
      db.execute<Facts>(sql`
        select pg_database_size(current_database()) as bytes, current_setting('server_version') as version,
          (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
          current_setting('max_connections')::int as max`),
    { readOnly: true },
  );
  const [facts] = rows;
  if (!facts) throw new Error("no facts");
  const size = { bytes: facts.bytes };
  if (connection.kind === "pglite") return { state: "fine", text: "embedded", values: { size } };
  const { used, max } = facts;
  const [shown = ""] = facts.version.split(" ");
  if (used > max * usedAtMost) return { state: "look", text: "connections", values: { used, max } };
  return { state: "fine", text: "server", values: { version: shown, size, used, max } };
});

/** During a rolling upgrade the database is newer than the processes that are not replaced yet. */
export const version = defineCheck("version", async ({ connection }) => {
  const { rows } = await connection.transaction(
    "owner",
    (db) => db.execute<{ name: string }>(sql`select name from hub.migrations order by name desc limit 1`),
    { readOnly: true },
  );
  const found = rows[0]?.name ?? "";
  const schema = allMigrations().at(-1)?.name ?? "";
  const values = { version: packageJson.version, schema, found, node: process.version };
  return found === schema
    ? { state: "fine", text: "current", values }
    : { state: "act", text: "newer", values };
});
