import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildApp } from "../app";
import { basic } from "../testing/api";
import { clonePostgres } from "../testing/databases";
import { type StallableProxy, stallableProxy } from "../testing/stallable-proxy";
import { templateDatabase } from "../testing/template";
import { administrator, testConfig } from "../testing/test-config";
import { maxWait, postgresConnection } from "./postgres";
import type { Connection } from "./transaction";

describe("an unavailable database", () => {
  let app: FastifyInstance;
  let connection: Connection;
  let proxy: StallableProxy;
  let authorization: string;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const clone = await clonePostgres(templateDatabase);
    drop = clone.drop;
    const url = new URL(clone.url);
    proxy = await stallableProxy(Number(url.port));
    url.port = String(proxy.port);
    connection = postgresConnection(url.href, 4);
    app = await buildApp({ config: testConfig(), connection });
    const as = basic(administrator.userName, administrator.password);
    const response = await app.inject({ url: "/auth", headers: { authorization: as } });
    authorization = basic(administrator.userName, response.json());
  });
  afterAll(async () => {
    await app.close();
    await connection.close();
    await proxy.close();
    await drop();
  });

  const user = () => app.inject({ url: "/user", headers: { authorization } });

  test("[BE-02] after the database has restarted, requests are served again", async () => {
    await Promise.all([user(), user(), user()]);
    proxy.cut();
    await expect.poll(async () => (await user()).statusCode).toBe(200);
    expect(await Promise.all([user(), user(), user()].map(async (one) => (await one).statusCode))).toEqual([
      200, 200, 200,
    ]);
  });

  test("[BE-02] a hanging database causes a 503 with Retry-After within 10 s, and recovers", async () => {
    await Promise.all([user(), user()]);
    proxy.stall();
    expect(maxWait).toBeLessThan(10_000);
    const responses = await Promise.all(Array.from({ length: 8 }, user));
    for (const response of responses) {
      expect(response.statusCode).toBe(503);
      expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
      expect(response.json()).toMatchObject({
        code: "unavailable",
        title: "The service is not available at the moment.",
      });
      expect(response.body).not.toMatch(/at .+:\d+/);
    }
    expect((await app.inject("/health")).statusCode).toBe(200);
    proxy.resume();
    expect((await user()).statusCode).toBe(200);
    expect((await app.inject("/ready")).statusCode).toBe(200);
  });
});
