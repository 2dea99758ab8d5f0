// A separate process that only answers SQL over HTTP: the minimum cost of the same response.

import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { listen } from "./listen.mjs";

/** @typedef {{ name: string, text: string, values: readonly unknown[] }} Statement */

/**
 * Starts it.
 * @param {string} databaseUrl
 * @param {readonly Statement[]} statements each served at `/<its name>`, as the JSON of its rows
 * @returns {Promise<{ origin: string, pid: number, stop(): void }>}
 */
export async function startBareServer(databaseUrl, statements) {
  const child = fork(fileURLToPath(import.meta.url), { stdio: "inherit" });
  child.send({ databaseUrl, statements });
  const [origin] = await once(child, "message");
  return { origin, pid: child.pid ?? 0, stop: () => child.kill() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve();

async function serve() {
  const [{ databaseUrl, statements }] = await once(process, "message");
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const byPath = new Map(
    statements.map((/** @type {Statement} */ statement) => [`/${statement.name}`, statement]),
  );
  const { origin } = await listen(async (asked, response) => {
    const { rows } = await pool.query(byPath.get(asked.url));
    const body = JSON.stringify(rows);
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    });
    response.end(body);
  });
  process.send?.(origin);
}
