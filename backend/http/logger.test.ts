import { expect, test } from "vitest";
import { buildApp } from "../app";
import { sql } from "../database/sql";
import type { Connection } from "../database/transaction";
import { describeApi } from "../testing/api";
import { makeLogger } from "./logger";

describeApi("log", (api) => {
  test("[BE-01] a request that failed in the database is logged with the reason and without values", async () => {
    const lines: string[] = [];
    const logger = makeLogger("info", { write: (line) => void lines.push(line) });
    const failing: Connection = {
      ...api.connection,
      transaction: (role, work) =>
        api.connection.transaction(role, async (db) => {
          const response = await work(db);
          await db.execute(sql`select ${"the hash of a password"}::text, 1 / (length(${"Anna"}) - 4)`);
          return response;
        }),
    };
    const app = await buildApp({ config: api.config, connection: failing, logger });
    const { statusCode, body } = await app.inject({
      url: "/user",
      headers: { authorization: api.administrator },
    });
    await app.close();
    const log = lines.join("");
    expect(statusCode).toBe(500);
    expect(log).toContain("division by zero");
    expect(log).toContain("22012");
    for (const secret of ["the hash of a password", "Anna", api.administrator.slice("Basic ".length)]) {
      expect(log).not.toContain(secret);
      expect(body).not.toContain(secret);
    }
    expect(body).not.toContain("division");
  });
});
