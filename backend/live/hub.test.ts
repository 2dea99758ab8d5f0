import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from "@microsoft/signalr";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { gate } from "../../tests/support/gate";
import { buildApp } from "../app";
import { sql } from "../database/sql";
import { inTenant } from "../database/transaction";
import { notifyUser } from "../notifications/notify";
import { ensureTenant } from "../seed/tenant";
import { describeApi } from "../testing/api";
import { databaseKinds } from "../testing/databases";
import { makeAdministratorOf, makeRole, type Person, personWith, unique } from "../testing/factories";
import { LongPoll } from "./long-poll";
import { notifyTenant } from "./signals";

const transports = {
  WebSockets: HttpTransportType.WebSockets,
  "server-sent events": HttpTransportType.ServerSentEvents,
  "long polling": HttpTransportType.LongPolling,
};

describeApi("the hub", (api) => {
  let origin: string;
  const opened: HubConnection[] = [];
  beforeAll(async () => {
    origin = await api.app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((connection) => connection.stop()));
  });

  /** Connects as programs do: the official client with a token, sent as the transport allows. */
  function connectionOf(
    as: string,
    transport = HttpTransportType.WebSockets,
    path = "/notifications",
    at = origin,
  ) {
    const token = as.replace(/^\S+ /, "");
    const connection = new HubConnectionBuilder()
      .withUrl(at + path, { transport, accessTokenFactory: () => token })
      .configureLogging(LogLevel.None)
      .build();
    opened.push(connection);
    const heard: object[] = [];
    const closed = new Promise<Error | undefined>((resolve) => connection.onclose(resolve));
    connection.on("ReceiveNotification", (news) => heard.push(news));
    connection.on("ReceiveSignal", (news) => heard.push(news));
    return { connection, heard, closed };
  }

  async function connected(as: string, transport?: HttpTransportType, path?: string) {
    const client = connectionOf(as, transport, path);
    await client.connection.start();
    return client;
  }

  const message = (content: object) => `${JSON.stringify(content)}\u001e`;

  /** A raw client with an accepted handshake. */
  async function openSocket({ as }: Person) {
    const socket = new WebSocket(`${origin.replace("http", "ws")}/notifications`, {
      headers: { authorization: as },
    });
    const heard: string[] = [];
    socket.on("message", (text) => heard.push(String(text)));
    await new Promise((resolve) => socket.once("open", resolve));
    socket.send(message({ protocol: "json", version: 1 }));
    await expect.poll(() => heard).toContain(message({}));
    return { heard, send: (text: string) => socket.send(text), close: () => socket.close() };
  }

  async function tell({ userId }: Person, times = 1, tenant = "main"): Promise<void> {
    const tenantId = await ensureTenant(api.connection, tenant);
    for (let count = 0; count < times; count += 1)
      await inTenant(api.connection, tenantId, undefined, (db) => notifyUser(db, userId, "passwordSet"));
  }

  const newest = async ({ as }: Person) =>
    (await api.request("/notifications", { as })).body.list[0].notificationId as string;

  test("[HO-03] missing, made-up and ended sessions get a 401, and the client stops with a reason", async () => {
    const person = await personWith(api, []);
    await api.connection.transaction("hub_auth", (db) =>
      db.execute(sql`delete from secrets where user_id = ${person.userId}`),
    );
    for (const as of ["Bearer made-up", person.as, `Basic ${btoa("nobody:secret")}`])
      for (const transport of Object.values(transports)) {
        await expect(connectionOf(as, transport).connection.start()).rejects.toThrow(/401|Unauthorized/);
      }
    const response = await fetch(`${origin}/notifications/negotiate`, { method: "POST" });
    expect([response.status, (await response.json()).code]).toEqual([401, "unauthorized"]);
    expect((await fetch(`${origin}/hubs/notifications?id=x`)).status).toBe(401);
  });

  for (const [name, transport] of Object.entries(transports))
    test(`[HO-03] over ${name} users receive only their own notifications, as they are committed`, async () => {
      const [one, other] = [await personWith(api, []), await personWith(api, [])];
      const [mine, theirs] = [await connected(one.as, transport), await connected(other.as, transport)];
      await tell(one);
      await expect.poll(() => mine.heard).toEqual([{ count: 1, notificationId: await newest(one) }]);
      await api.request("/notifications/all/status/read", { method: "PATCH", as: one.as });
      await expect.poll(() => mine.heard.at(-1)).toEqual({ kind: "read" });
      await tell(other);
      await expect.poll(() => theirs.heard).toEqual([{ count: 1, notificationId: await newest(other) }]);
      expect(mine.heard).toHaveLength(2);
      await mine.connection.stop();
      expect(await mine.closed).toBeUndefined();
    });

  test("[HO-03] rolled back changes are not sent", async () => {
    const person = await personWith(api, []);
    const { heard } = await connected(person.as);
    const tenantId = await ensureTenant(api.connection, "main");
    const rolledBack = inTenant(api.connection, tenantId, undefined, async (db) => {
      await notifyUser(db, person.userId, "passwordSet");
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    await tell(person);
    await expect.poll(() => heard).toMatchObject([{ count: 1 }]);
  });

  test("[SH-12] up to a hundred changed records are named, more are announced as a whole", async () => {
    const viewer = await personWith(api, ["RoleView"]);
    const { heard } = await connected(viewer.as);
    const tenantId = await ensureTenant(api.connection, "main");
    const make = (count: number) =>
      inTenant(api.connection, tenantId, undefined, (db) =>
        db.execute(sql`insert into roles (role_name)
          select ${unique("Many ")} || n from generate_series(1, ${count}::integer) n`),
      );
    const told = () =>
      heard.flatMap((news) => {
        const { kind, ids } = news as { kind?: string; ids?: string[] | null };
        return kind === "records" ? [ids ? ids.length : ids] : [];
      });
    await make(100);
    await expect.poll(told).toEqual([100]);
    // Their ids alone exceed the size of a signal.
    await make(300);
    await expect.poll(told).toEqual([100, null]);
  });

  test("[SH-12] a changed record is sent to users who may see its list then, in its tenant only", async () => {
    const roleId = await makeRole(api, { permissions: ["RoleView"] });
    const viewer = await personWith(api, [], { roleIds: [roleId] });
    const blind = await personWith(api, ["UserView"]);
    const elsewhere = await makeAdministratorOf(api, unique("t"));
    expect(elsewhere.userId).toBeDefined();
    const [seen, unseen] = [await connected(viewer.as), await connected(blind.as)];
    const change = (record: string) =>
      api.request(`/roles/${record}`, {
        method: "PUT",
        as: api.administrator,
        body: { roleName: unique("Role ") },
      });
    const changed = await makeRole(api);
    await change(changed);
    const told = (id: string) =>
      expect.objectContaining({ kind: "records", collection: "roles", ids: [id], deleted: false });
    await expect.poll(() => seen.heard).toContainEqual(told(changed));
    // Messages sent after a right was removed do not reach them, however soon.
    const taken = await api.request(`/roles/${roleId}/permissions`, {
      method: "PUT",
      as: api.administrator,
      body: [],
    });
    expect(taken.status).toBe(204);
    const later = await makeRole(api);
    await change(later);
    await tell(viewer);
    const last = await newest(viewer);
    await expect.poll(() => seen.heard.at(-1)).toMatchObject({ notificationId: last });
    await tell(blind);
    await expect.poll(() => unseen.heard).toContainEqual(expect.objectContaining({ count: 1 }));
    expect(seen.heard).not.toContainEqual(told(later));
    expect(JSON.stringify(unseen.heard)).not.toContain("roles");
  });

  test("[HO-03] an ended session, a removed and a suspended user end their streams with a message", async () => {
    const people = await Promise.all([1, 2].map(() => personWith(api, [])));
    for (const [index, transport] of Object.values(transports).entries()) {
      const person = people[index % 2] as Person;
      const as = await api.signedIn(person.userName);
      const { closed } = await connected(as, transport);
      if (index === 1)
        await api.request(`/users/${person.userId}`, {
          method: "PUT",
          as: api.administrator,
          body: { userName: person.userName, isActive: false },
        });
      else if (index === 2)
        await api.request(`/users?userIds=${person.userId}`, { method: "DELETE", as: api.administrator });
      else
        await api.connection.transaction("hub_auth", (db) =>
          db.execute(sql`delete from secrets where user_id = ${person.userId}`),
        );
      expect((await closed)?.message).toMatch(
        [/session has ended/, /is suspended/, /was removed/][index] as RegExp,
      );
    }
  });

  test("[HO-03] 10,000 events for one person are merged into few messages, and all are counted", async () => {
    const person = await personWith(api, []);
    const { heard } = await connected(person.as);
    const tenantId = await ensureTenant(api.connection, "main");
    for (let part = 0; part < 100; part += 1)
      await inTenant(api.connection, tenantId, undefined, (db) =>
        db.execute(sql`insert into notifications (user_id, event, domain_object, domain_object_id)
          select ${person.userId}, 'passwordSet', 'user', ${person.userId} from generate_series(1, 100)`),
      );
    const counted = () => heard.reduce((sum, news) => sum + (news as { count: number }).count, 0);
    await expect.poll(counted).toBe(10_000);
    expect(heard.length).toBeLessThan(80);
  });

  test("[PR-03] a tenant-wide change is sent to all its users, and to no other tenant", async () => {
    const person = await personWith(api, []);
    const { heard } = await connected(person.as);
    const other = await ensureTenant(api.connection, unique("t"));
    await inTenant(api.connection, other, undefined, (db) => notifyTenant(db, "theme"));
    const tenantId = await ensureTenant(api.connection, "main");
    await inTenant(api.connection, tenantId, undefined, (db) => notifyTenant(db, "theme"));
    await tell(person);
    await expect.poll(() => heard).toContainEqual(expect.objectContaining({ count: 1 }));
    expect(heard.filter((news) => "topic" in news)).toEqual([{ kind: "topic", topic: "theme" }]);
  });

  test("[SH-12] presence at a record is sent to the others there, once each, until they leave", async () => {
    const [anna, boris, blind] = [
      await personWith(api, ["RoleView"], { firstName: "Anna" }),
      await personWith(api, ["RoleView"], { firstName: "Boris" }),
      await personWith(api, []),
    ];
    const id = await makeRole(api);
    const at = (state: string) => ({ collection: "roles", id, state });
    const ofAnna = await connected(anna.as, HttpTransportType.ServerSentEvents);
    const ofBoris = await connected(boris.as);
    const ofBlind = await connected(blind.as);
    await expect(ofBlind.connection.invoke("SetPresence", at("looks"))).rejects.toThrow("Unauthorized");
    await expect(ofBoris.connection.invoke("SetPresence", { id })).rejects.toThrow("takes");
    await expect(ofBoris.connection.invoke("Other")).rejects.toThrow("no such method");
    await ofAnna.connection.send("SetPresence", at("looks"));
    await ofAnna.connection.send("SetPresence", at("edits"));
    const is = (...people: object[]) => expect.objectContaining({ kind: "presence", id, people });
    const annaEdits = { userId: anna.userId, name: "Anna", state: "edits" };
    await expect.poll(() => ofAnna.heard.at(-1)).toEqual(is(annaEdits));
    expect(ofBoris.heard).toEqual([]);
    await ofBoris.connection.invoke("SetPresence", at("looks"));
    const borisLooks = { userId: boris.userId, name: "Boris", state: "looks" };
    await expect.poll(() => ofBoris.heard.at(-1)).toEqual(is(annaEdits, borisLooks));
    await ofAnna.connection.send("SetPresence", at("gone"));
    await expect.poll(() => ofBoris.heard.at(-1)).toEqual(is(borisLooks));
    expect(ofBlind.heard).toEqual([]);
  });

  test("[SH-12] a user who closes the window is gone a moment later, one who reloads it stays", async () => {
    const [anna, boris] = [
      await personWith(api, ["RoleView"], { firstName: "Anna" }),
      await personWith(api, ["RoleView"], { firstName: "Boris" }),
    ];
    const id = await makeRole(api);
    const looks = { collection: "roles", id, state: "looks" };
    const ofBoris = await connected(boris.as);
    await ofBoris.connection.invoke("SetPresence", looks);
    const names = () =>
      (ofBoris.heard.at(-1) as { people: { name: string }[] }).people.map(({ name }) => name).sort();
    const arrive = async (transport?: HttpTransportType) => {
      const { connection } = await connected(anna.as, transport);
      await connection.send("SetPresence", looks);
      await expect.poll(names).toEqual(["Anna", "Boris"]);
      return connection;
    };
    const now = Date.now;
    const passTime = vi.spyOn(Date, "now");
    try {
      for (const transport of [HttpTransportType.ServerSentEvents, HttpTransportType.WebSockets]) {
        const before = await arrive(transport);
        const reloaded = await arrive(transport);
        const told = ofBoris.heard.length;
        await before.stop();
        await expect
          .poll(() => {
            passTime.mockImplementation(() => now() + 6_000);
            return ofBoris.heard.length;
          })
          .toBeGreaterThan(told);
        expect(names()).toEqual(["Anna", "Boris"]);
        passTime.mockImplementation(now);
        await reloaded.stop();
        await expect
          .poll(() => {
            passTime.mockImplementation(() => now() + 6_000);
            return names();
          })
          .toEqual(["Boris"]);
        passTime.mockImplementation(now);
      }
    } finally {
      passTime.mockRestore();
    }
  });

  test("[HO-03] concurrent calls of one client are handled in turn, and a flood ends the connection", async () => {
    const person = await personWith(api, ["RoleView"]);
    const id = await makeRole(api);
    const passOn = api.connection.transaction;
    let atOnce = 0;
    let most = 0;
    let ready = Promise.resolve();
    const spy = vi.spyOn(api.connection, "transaction").mockImplementation(async (...given) => {
      most = Math.max(most, ++atOnce);
      await ready;
      return passOn(...given).finally(() => {
        atOnce -= 1;
      });
    });
    const socket = await openSocket(person);
    const call = (invocationId: string) =>
      message({
        type: 1,
        invocationId,
        target: "SetPresence",
        arguments: [{ collection: "roles", id, state: "looks" }],
      });
    for (let count = 0; count < 30; count += 1) socket.send(call(String(count)));
    await expect.poll(() => socket.heard.filter((text) => text.includes('"type":3'))).toHaveLength(30);
    expect(most).toBeLessThan(5);
    // None of the flood is handled before all of it has arrived.
    const slow = gate();
    ready = slow.passed;
    for (let count = 0; count < 250; count += 1) socket.send(call("x"));
    await expect.poll(() => socket.heard.join("")).toContain("Too many calls at once.");
    slow.open();
    const odd = await openSocket(person);
    odd.send(message({ type: 1, invocationId: "odd", target: { toString: 1 } }));
    await expect.poll(() => odd.heard.join("")).toContain("no such method");
    spy.mockRestore();
    odd.close();
  });

  test("[HO-03] a long-polling client that calls without polling is disconnected", async () => {
    const { as } = await personWith(api, []);
    const headers = { authorization: as };
    const { connectionToken: id } = await (
      await fetch(`${origin}/notifications/negotiate?negotiateVersion=1`, { method: "POST", headers })
    ).json();
    const url = `${origin}/notifications?id=${id}`;
    const call = (invocationId: string) =>
      fetch(url, { method: "POST", headers, body: message({ type: 1, invocationId, target: "Other" }) });
    await fetch(url, { headers });
    await call("answered");
    expect(await (await fetch(url, { headers })).text()).toContain('"answered"');
    const poll = vi.spyOn(LongPoll.prototype, "over");
    for (let count = 0; count < 12; count += 1) await call("x".repeat(30_000));
    expect(poll).toHaveBeenCalled();
    poll.mockRestore();
  });

  test("[HO-03] an id without negotiation is refused, and version 0 of the protocol gives one id", async () => {
    const { as } = await personWith(api, []);
    const post = (path: string, body = "") =>
      fetch(origin + path, { method: "POST", headers: { authorization: as }, body });
    const { connectionId, ...others } = await (await post("/notifications/negotiate")).json();
    expect(others).toMatchObject({ negotiateVersion: 0, availableTransports: expect.any(Array) });
    expect(others).not.toHaveProperty("connectionToken");
    const handshake = message({ protocol: "json", version: 1 });
    expect((await post(`/notifications?id=${connectionId}`, handshake)).status).toBe(200);
    expect((await post("/hubs/notifications", handshake)).status).toBe(400);
    const later = `${(Date.now() + 3_600_000).toString(36)}-${crypto.randomUUID()}`;
    const madeUp = `${Date.now().toString(36)}-${crypto.randomUUID()}`;
    const foreign = madeUp + connectionId.slice(madeUp.length);
    for (const id of [
      "unknown",
      "x",
      `${connectionId}0`,
      later,
      madeUp,
      `${madeUp}-${"A".repeat(43)}`,
      foreign,
    ])
      expect([id, (await post(`/notifications?id=${id}`, handshake)).status]).toEqual([id, 404]);
    const other = await personWith(api, []);
    const asOther = { method: "POST", headers: { authorization: other.as }, body: handshake };
    expect((await fetch(`${origin}/notifications?id=${connectionId}`, asOther)).status).toBe(404);
  });

  test("[HO-03] an id issued by one API process is recognized by another", async () => {
    const { as } = await personWith(api, []);
    const { config, connection } = api;
    const second = await buildApp({ config, connection });
    try {
      const request = { method: "POST" as const, headers: { authorization: as, host: "localhost" } };
      const negotiated = await second.inject({ ...request, url: "/notifications/negotiate" });
      const sent = await fetch(`${origin}/notifications?id=${negotiated.json().connectionId}`, {
        ...request,
        body: message({ protocol: "json", version: 1 }),
      });
      expect(sent.status).toBe(200);
    } finally {
      await second.close();
    }
  });

  test("[HO-03] over long polling nothing is sent before the handshake response", async () => {
    const person = await personWith(api, []);
    const headers = { authorization: person.as };
    const { connectionToken: id } = await (
      await fetch(`${origin}/notifications/negotiate?negotiateVersion=1`, { method: "POST", headers })
    ).json();
    const url = `${origin}/notifications?id=${id}`;
    await fetch(url, { headers });
    const first = fetch(url, { headers }).then((answer) => answer.text());
    await tell(person);
    // A stream of the same person has received it by then.
    const { heard } = await connected(person.as);
    await tell(person);
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    await fetch(url, { method: "POST", headers, body: message({ protocol: "json", version: 1 }) });
    expect(await first).toBe(message({}));
    expect(await (await fetch(url, { headers })).text()).toContain("ReceiveNotification");
  });

  test("[HO-03] another user's connection is treated as missing, and connections are limited per user", async () => {
    const [one, other] = [await personWith(api, []), await personWith(api, [])];
    const ask = (method: string, path: string, { as }: Person, headers = {}) =>
      fetch(origin + path, {
        method,
        headers: { authorization: as, ...headers },
        body: method === "POST" ? "" : undefined,
      });
    const { connectionToken: id } = await (
      await ask("POST", "/notifications/negotiate?negotiateVersion=1", one)
    ).json();
    expect((await ask("GET", `/notifications?id=${id}`, one)).status).toBe(200);
    for (const method of ["GET", "POST", "DELETE"])
      expect((await ask(method, `/notifications?id=${id}`, other)).status).toBe(404);
    expect((await ask("DELETE", `/notifications?id=${id}`, one)).status).toBe(202);
    expect((await ask("GET", "/hubs/notifications", one)).status).toBe(400);

    const gone = new AbortController();
    const streams = await Promise.all(
      Array.from({ length: 40 }, () =>
        fetch(`${origin}/notifications?id=x`, {
          headers: { authorization: one.as, accept: "text/event-stream" },
          signal: gone.signal,
        }),
      ),
    );
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
    const refused = await ask("POST", "/notifications/negotiate", one);
    expect([refused.status, (await refused.json()).code]).toEqual([429, "tooManyStreams"]);
    gone.abort();
    await expect.poll(async () => (await ask("POST", "/notifications/negotiate", one)).status).toBe(200);
  });

  test("[BE-01] the list keeps its path, which the hub shares", async () => {
    const { as } = await personWith(api, []);
    for (const query of ["", "?page=1", "?onlyUnread=true"]) {
      const response = await fetch(`${origin}/notifications${query}`, { headers: { authorization: as } });
      expect(await response.json()).toEqual({ list: [], totalCount: 0 });
    }
  });

  test("[BE-02] clients of other processes are notified too, and reconnect when their process ends", async () => {
    const person = await personWith(api, []);
    const second = await buildApp({ config: api.config, connection: api.connection });
    const { connection, heard, closed } = connectionOf(
      person.as,
      HttpTransportType.ServerSentEvents,
      "/hubs/notifications",
      await second.listen({ port: 0, host: "127.0.0.1" }),
    );
    await connection.start();
    await api.request(`/users/${person.userId}/roles`, {
      method: "PUT",
      as: api.administrator,
      body: { roleIds: [await makeRole(api)] },
    });
    await expect.poll(() => heard).toMatchObject([{ count: 1 }]);
    await second.close();
    expect(await closed).toBeUndefined();
  });

  test.runIf(databaseKinds().includes("postgres"))(
    "[HO-03] a lost database connection is restored, and clients that may have missed events resync",
    async () => {
      const person = await personWith(api, []);
      const { heard } = await connected(person.as);
      await api.connection.transaction("owner", (db) =>
        db.execute(
          sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hub listening' and datname = current_database()`,
        ),
      );
      await expect.poll(() => heard).toEqual([{ kind: "resync" }]);
      await tell(person);
      await expect.poll(() => heard).toHaveLength(2);
    },
  );
});
