import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clonePostgres } from "../testing/databases";
import { templateDatabase } from "../testing/template";
import { postgresConnection } from "./postgres";
import { sql } from "./sql";
import type { Connection } from "./transaction";

// `npm run test:long` runs the product behind a real pooler.
describe("a connection through a pooler", () => {
  let connection: Connection;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const clone = await clonePostgres(templateDatabase);
    drop = clone.drop;
    connection = postgresConnection(clone.url, 2, `${clone.url}?direct`);
  });
  afterAll(async () => {
    await connection.close();
    await drop();
  });

  test("[BE-02] keeps nothing in sessions: no prepared statements, no settings", async () => {
    const [{ timeout } = {}] = await connection.transaction("hub_auth", async (db) => {
      await db.execute(sql`select ${"a value"}::text`);
      const { rows } = await db.execute<{ timeout: string }>(
        sql`select current_setting('statement_timeout') as timeout where ${"x"}::text = 'x'`,
      );
      return rows;
    });
    expect(timeout).toBe("6s");
    const left = await connection.transaction("owner", (db) =>
      db.execute(sql`
        select (select count(*) from pg_prepared_statements) as statements,
          (select reset_val from pg_settings where name = 'statement_timeout') as timeout`),
    );
    expect(left.rows).toEqual([{ statements: 0, timeout: "0" }]);
  });

  test("[BE-02] cancels the statement of a client that has disconnected", async () => {
    let disconnect = () => {};
    const departure = (listener: () => void) => {
      disconnect = listener;
      return () => undefined;
    };
    const running = connection.transaction(
      "owner",
      async (db) => {
        await db.execute(sql`set local statement_timeout = 0`);
        await db.execute(sql`select pg_sleep(600)`);
      },
      { departure },
    );
    const asleep = async () => {
      const { rows } = await connection.transaction("owner", (db) =>
        db.execute(sql`select from pg_stat_activity where query like '%pg_sleep(600)' and state = 'active'
          and datname = current_database()`),
      );
      return rows.length;
    };
    await expect.poll(asleep).toBe(1);
    disconnect();
    await expect(running).rejects.toMatchObject({ status: 499 });
    await expect.poll(asleep).toBe(0);
  });
});
