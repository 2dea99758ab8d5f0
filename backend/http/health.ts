import { sql } from "drizzle-orm";
import type { FastifyInstance, FastifySchema } from "fastify";
import type { Connection } from "../database/transaction";
import { RequestError } from "./errors";

const hidden = { schema: { hide: true } as FastifySchema };

/** `/health`: the process runs. `/ready`: it can serve, because the database answers and nobody is stopping it. */
export function reportHealth(app: FastifyInstance, connection: Connection, isStopping: () => boolean): void {
  app.get("/health", hidden, async () => ({ status: "ok" }));
  app.get("/ready", hidden, async () => {
    if (isStopping()) throw new RequestError("stopping", { status: 503, headers: { "retry-after": "5" } });
    await connection.transaction("hub_auth", (db) => db.execute(sql`select 1`), { readOnly: true });
    return { status: "ready" };
  });
}
