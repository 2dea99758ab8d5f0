import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { type ClientRequest, request as httpRequest } from "node:http";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { gate } from "../../tests/support/gate";
import { sql } from "../database/sql";
import { basic, describeApi, type TestRequest } from "../testing/api";
import { databaseKinds } from "../testing/databases";
import { makeRole, type Person, personWith, unique } from "../testing/factories";

/** The person that a transaction runs for. */
const asking = new AsyncLocalStorage<string>();

describeApi("one person's concurrent requests", (api) => {
  let person: Person;
  let next: Person;
  let roleId: string;
  let connectionId: string;

  beforeAll(async () => {
    await api.app.listen({ port: 0, host: "127.0.0.1" });
    roleId = await makeRole(api);
  });
  // Known from an earlier call: unknown callers share turns with their network.
  beforeEach(async () => {
    const permissions = ["UserView", "UserView_AddAction", "RoleView"] as const;
    [person, next] = [await personWith(api, permissions), await personWith(api, permissions)];
    for (const { as } of [person, next]) expect((await api.request("/user", { as })).status).toBe(200);
    const negotiated = await request("/notifications/negotiate", person, { method: "POST" });
    connectionId = (negotiated.body as { connectionId: string }).connectionId;
  });

  /**
   * Sends everything before the database does anything. @returns the order in which transactions began, and the
   * responses
   */
  async function begunBy(flood: () => Promise<unknown>, count: number, ask: () => Promise<unknown>) {
    const { passed, open } = gate();
    const order: string[] = [];
    const run = api.connection.transaction;
    const spy = vi.spyOn(api.connection, "transaction").mockImplementation(async (...given) => {
      order.push(asking.getStore() ?? "");
      await passed;
      return run(...given);
    });
    const flooded = Array.from({ length: count }, () => asking.run("flood", flood));
    await expect.poll(() => order.length).toBeGreaterThan(0);
    const answered = asking.run("next", ask);
    // All that may begin has begun by then.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    open();
    const result = await answered;
    const responses = await Promise.all(flooded);
    spy.mockRestore();
    return { order, waited: order.indexOf("next"), result, responses };
  }

  /** Half of the pool. The embedded database runs one transaction at a time: that one, and the next in line. */
  const share = () => (api.kind === "pglite" ? 2 : Math.ceil(api.config.databasePoolSize / 2));
  const long = () => (api.kind === "pglite" ? 2 : 1);
  const request = (url: string, { as }: Person, more: TestRequest = {}) => api.request(url, { as, ...more });
  const statusOf = (response: unknown) => (response as { status: number }).status;

  interface Flood {
    count: number;
    flood: () => Promise<unknown>;
    /** The expected status. */
    status: number;
    /** The largest number of turns that others wait for. */
    most?: () => number;
  }
  const asked: Record<string, Flood> = {
    "the longest lists": {
      count: 60,
      flood: () => request("/users?pageLimit=-1", person),
      status: 200,
      most: long,
    },
    "long pages": {
      count: 60,
      flood: () => request("/users?pageLimit=101", person),
      status: 200,
      most: long,
    },
    "short lists": { count: 60, flood: () => request("/users", person), status: 200 },
    searches: { count: 60, flood: () => request("/users?phrase=admin", person), status: 200 },
    changes: {
      count: 60,
      flood: () => request("/user/settings", person, { method: "PUT", body: { languageSymbol: "pl" } }),
      status: 204,
    },
    "bundles of hub calls": { count: 40, flood: () => post(person, bundle(200)), status: 200 },
    negotiations: {
      count: 60,
      flood: () => request("/hubs/notifications/negotiate", person, { method: "POST" }),
      status: 200,
    },
    exports: { count: 20, flood: () => exported(person), status: 200 },
    imports: { count: 20, flood: () => imported(person), status: 200 },
    "wrong sign-ins": {
      count: 4,
      flood: () => request("/auth", { ...person, as: basic(unique("no"), "x") }),
      status: 401,
    },
    "made-up sessions": {
      count: 60,
      flood: () => request("/users", { ...person, as: basic(unique("no"), randomUUID()) }),
      status: 401,
    },
    "links that lead nowhere": {
      count: 50,
      flood: () => request(`/downloads/${"a".repeat(43)}`, person),
      status: 404,
    },
  };

  const bundle = (count: number) =>
    Array.from({ length: count }, () => {
      const at = { collection: "roles", id: randomUUID(), state: "looks" };
      return `${JSON.stringify({ type: 1, target: "SetPresence", arguments: [at] })}\u001e`;
    }).join("");
  const post = (by: Person, body: string) =>
    request(`/notifications?id=${connectionId}`, by, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body,
    });
  const exported = (by: Person) =>
    request("/users/export", by, { method: "POST", body: { columns: [{ dataField: "userName" }] } });
  const imported = (by: Person) => {
    const form = new FormData();
    form.append("id", randomUUID());
    form.append("area", "users");
    form.append("file", new Blob(["userName\nada\n"]), "users.csv");
    return request("/imports", by, { method: "POST", form });
  };

  for (const [name, { count, flood, status, most = share }] of Object.entries(asked))
    test(`[HO-04] others have their turn beside ${name}`, async () => {
      const { waited, result, responses } = await begunBy(flood, count, () => request("/users", next));
      expect([statusOf(result), statusOf(responses[0])]).toEqual([200, status]);
      expect(waited).toBeLessThanOrEqual(most());
    });

  test("[TL-03] one person's maximum of exports leaves a slot for the next person", async () => {
    const { waited, result } = await begunBy(
      () => exported(person),
      20,
      () => exported(next),
    );
    expect(statusOf(result)).toBe(200);
    expect(waited).toBeLessThanOrEqual(2);
  });

  test("[HO-03] a batch of up to 200 calls is identified once and handled in one transaction", async () => {
    const spy = vi.spyOn(api.connection, "transaction");
    expect(statusOf(await post(person, bundle(200)))).toBe(200);
    expect(spy.mock.calls.length).toBeLessThanOrEqual(2);
    spy.mockClear();
    const empty = `${JSON.stringify({ type: 1, invocationId: "1" })}\u001e`;
    expect(await post(person, empty.repeat(1_000))).toMatchObject({
      status: 400,
      body: { code: "tooManyCalls", message: expect.stringContaining("at most 200 calls") },
    });
    expect(spy.mock.calls.length).toBeLessThanOrEqual(1);
    spy.mockRestore();
  });

  test.runIf(databaseKinds().includes("postgres"))(
    "[HO-04] the running statement of a disconnected client is cancelled",
    async () => {
      let leave = () => {};
      const departure = (listener: () => void) => {
        leave = listener;
        return () => undefined;
      };
      const running = api.connection.transaction(
        "owner",
        async (db) => {
          await db.execute(sql`set local statement_timeout = 0`);
          await db.execute(sql`select pg_sleep(600)`);
        },
        { readOnly: true, departure },
      );
      const asleep = async () => {
        const { rows } = await api.connection.transaction("owner", (db) =>
          db.execute(sql`select from pg_stat_activity where query like '%pg_sleep(600)' and state = 'active'
            and datname = current_database()`),
        );
        return rows.length;
      };
      await expect.poll(asleep).toBe(1);
      leave();
      await expect(running).rejects.toMatchObject({ status: 499 });
      await expect.poll(asleep).toBe(0);
    },
  );

  test("[HO-03] [HO-04] an abandoned request is not begun", async () => {
    const { passed, open } = gate();
    const run = api.connection.transaction;
    const order: string[] = [];
    const spy = vi.spyOn(api.connection, "transaction").mockImplementation(async (...given) => {
      order.push("");
      await passed;
      return run(...given);
    });
    const { port } = api.app.server.address() as { port: number };
    const call = (path: string, method = "GET", body = "") => {
      const headers = { authorization: person.as, "content-type": "text/plain" };
      const sent = httpRequest({ host: "127.0.0.1", port, path, method, headers, agent: false });
      sent.on("error", () => undefined);
      sent.end(body);
      return sent;
    };
    const sent = [
      ...Array.from({ length: 20 }, () => call("/users?pageLimit=-1")),
      ...Array.from({ length: 20 }, () => call(`/notifications?id=${connectionId}`, "POST", bundle(100))),
    ];
    const gone = (request: ClientRequest) =>
      new Promise<void>((resolve) => {
        if (request.closed) resolve();
        else request.once("close", resolve).destroy();
      });
    const connections = () =>
      new Promise<number>((resolve) => api.app.server.getConnections((_, count) => resolve(count)));
    await expect.poll(connections).toBe(40);
    await expect.poll(() => order.length).toBeGreaterThan(0);
    await Promise.all(sent.map((each) => gone(each)));
    await expect.poll(connections).toBe(0);
    open();
    expect(statusOf(await request("/users", next))).toBe(200);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    // Transactions that had begun, the rest of a batch, and the one requested afterwards.
    expect(order.length).toBeLessThanOrEqual(2 * share() + 1);
    expect((await request(`/roles/${roleId}`, next)).status).toBe(200);
    spy.mockRestore();
  });
});
