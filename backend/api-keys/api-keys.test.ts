import { expect, test } from "vitest";
import { sql } from "../database/sql";
import { describeApi, type TestApi } from "../testing/api";
import {
  faultyFields,
  makeRole,
  makeUser,
  personWith,
  personWithout,
  unique,
  unknownId,
} from "../testing/factories";

const bearer = (key: string) => `Bearer ${key}`;

async function keyOf(api: TestApi, as: string, query = ""): Promise<string> {
  const { status, body } = await api.request(`/user/create-api-key${query}`, { as });
  expect(status).toBe(200);
  return body;
}

describeApi("API keys", (api) => {
  const list = async (as: string, url = "/user/api-keys") => (await api.request(url, { as })).body.list;

  test("[US-05] other users' keys require the permission, and the user must exist", async () => {
    const { userId } = await makeUser(api);
    const lacking = await personWithout(api, "UserView_CreateApiKey");
    const allowed = await personWith(api, ["UserView", "UserView_CreateApiKey"]);
    const calls = [
      ["GET", "create-api-key"],
      ["GET", "api-keys"],
      ["DELETE", `api-keys?apiKeyIds=${unknownId}`],
    ] as const;
    for (const [method, path] of calls) {
      expect((await api.request(`/user/${path}`, { method })).status).toBe(401);
      expect((await api.request(`/users/${userId}/${path}`, { method })).status).toBe(401);
      expect((await api.request(`/users/${userId}/${path}`, { method, as: lacking.as })).status).toBe(403);
      expect((await api.request(`/users/${unknownId}/${path}`, { method, as: allowed.as })).status).toBe(404);
    }
    expect(await list(allowed.as, `/users/${userId}/api-keys`)).toEqual([]);
  });

  test("[US-05] creating and revoking a key of a user with more rights is refused", async () => {
    const helper = await personWith(api, ["UserView", "UserView_CreateApiKey"]);
    const roleId = await makeRole(api, { permissions: ["RoleView"] });
    const stronger = await makeUser(api, { roleIds: [roleId] });
    const refused = await api.request(`/users/${stronger.userId}/create-api-key`, { as: helper.as });
    expect([refused.status, refused.body.code]).toEqual([403, "apiKeyOfStronger"]);
    const made = await api.request(`/users/${stronger.userId}/create-api-key`, { as: api.administrator });
    const { list: keys } = (
      await api.request(`/users/${stronger.userId}/api-keys`, { as: api.administrator })
    ).body;
    const revoked = await api.request(`/users/${stronger.userId}/api-keys?apiKeyIds=${keys[0].apiKeyId}`, {
      method: "DELETE",
      as: helper.as,
    });
    expect([made.status, revoked.status, revoked.body.code]).toEqual([200, 403, "apiKeyOfStronger"]);
    const weaker = await makeUser(api);
    expect((await api.request(`/users/${weaker.userId}/create-api-key`, { as: helper.as })).status).toBe(200);
  });

  test("[PM-05] a key made by another user is limited by their rights, ends with them, and says so", async () => {
    const helper = await personWith(api, ["UserView", "UserView_CreateApiKey"]);
    const roleId = await makeRole(api);
    const person = await personWith(api, ["UserView"], { roleIds: [roleId] });
    const { body: key } = await api.request(`/users/${person.userId}/create-api-key`, { as: helper.as });
    const as = bearer(key);
    const own = bearer(await keyOf(api, person.as));
    await api.request(`/roles/${roleId}/permissions`, {
      method: "PUT",
      as: api.administrator,
      body: [{ permissionId: "RoleView", permissionValue: true }],
    });
    const statuses = async (path: string) => [
      (await api.request(path, { as })).status,
      (await api.request(path, { as: own })).status,
    ];
    const bounds = async () =>
      (await list(api.administrator, `/users/${person.userId}/api-keys?sortDir=asc`)).map(
        ({ bound }: { bound: string }) => bound,
      );
    expect([await statuses("/users"), await statuses("/roles")]).toEqual([
      [200, 200],
      [403, 200],
    ]);
    expect(await bounds()).toEqual(["maker", null]);
    await api.request(`/users?userIds=${helper.userId}`, { method: "DELETE", as: api.administrator });
    expect(await statuses("/user")).toEqual([401, 200]);
    expect(await bounds()).toEqual(["makerGone", null]);
  });

  test("[US-05] invalid or partial keys are refused", async () => {
    const key = await keyOf(api, api.administrator);
    const flipped = key.slice(0, -1) + (key.endsWith("A") ? "B" : "A");
    const basic = `Basic ${Buffer.from(`admin:${key}`).toString("base64")}`;
    for (const as of [
      bearer(flipped),
      bearer(key.slice(0, -1)),
      bearer(`${key}A`),
      bearer(key.slice(4)),
      bearer(""),
      `Bearer ${key} ${key}`,
      `Bearer hub_${"é".repeat(43)}`,
      key,
      basic,
    ])
      expect((await api.request("/user", { as })).status).toBe(401);
    expect((await api.request("/auth", { as: bearer(key) })).status).toBe(401);
  });

  test("[US-05] a key signs in as its user, with their current permissions", async () => {
    const roleId = await makeRole(api);
    const person = await personWith(api, [], { roleIds: [roleId] });
    const as = bearer(await keyOf(api, person.as));
    expect((await api.request("/user", { as })).body.profile).toMatchObject({ userName: person.userName });
    expect((await api.request("/roles", { as })).status).toBe(403);
    const grant = (permissionValue: boolean) =>
      api.request(`/roles/${roleId}/permissions`, {
        method: "PUT",
        as: api.administrator,
        body: [{ permissionId: "RoleView", permissionValue }],
      });
    await grant(true);
    expect((await api.request("/roles", { as })).status).toBe(200);
    await grant(false);
    expect((await api.request("/roles", { as })).status).toBe(403);
  });

  test("[US-05] a revoked key is refused at once, and others still work", async () => {
    const person = await personWith(api, []);
    const [first, second] = [await keyOf(api, person.as), await keyOf(api, person.as)];
    const revoked = (await list(person.as)).find((row: { keyEnding: string }) =>
      first.endsWith(row.keyEnding),
    );
    const url = `/user/api-keys?apiKeyIds=${revoked.apiKeyId}`;
    expect((await api.request(url, { method: "DELETE", as: person.as })).status).toBe(204);
    expect((await api.request("/user", { as: bearer(first) })).status).toBe(401);
    expect((await api.request("/user", { as: bearer(second) })).status).toBe(200);
    expect((await api.request(url, { method: "DELETE", as: person.as })).status).toBe(404);
  });

  test("[US-05] keys of others cannot be revoked through one's own account; all or none are", async () => {
    const [mine, theirs] = [await personWith(api, []), await personWith(api, [])];
    await keyOf(api, mine.as);
    const kept = await keyOf(api, theirs.as);
    const ids = [...(await list(mine.as)), ...(await list(theirs.as))].map(
      ({ apiKeyId }: { apiKeyId: string }) => `apiKeyIds=${apiKeyId}`,
    );
    const response = await api.request(`/user/api-keys?${ids.join("&")}`, { method: "DELETE", as: mine.as });
    expect(response.status).toBe(404);
    expect(await list(mine.as)).toHaveLength(1);
    expect((await api.request("/user", { as: bearer(kept) })).status).toBe(200);
  });

  test("[US-05] a key makes and revokes no keys and ends no session", async () => {
    const person = await personWith(api, ["UserView", "UserView_CreateApiKey"]);
    const as = bearer(await keyOf(api, person.as));
    const [{ apiKeyId }] = await list(as);
    for (const [method, url] of [
      ["GET", "/user/create-api-key"],
      ["GET", `/users/${person.userId}/create-api-key`],
      ["DELETE", `/user/api-keys?apiKeyIds=${apiKeyId}`],
      ["DELETE", "/auth"],
    ] as const) {
      const response = await api.request(url, { method, as });
      expect([url, response.status, response.body?.code]).toEqual([url, 403, "notByApiKey"]);
    }
    expect(await list(person.as)).toHaveLength(1);
  });

  test("[US-05] a key ends when its time has come, and none is made that has ended already", async () => {
    const person = await personWith(api, []);
    const until = new Date(Date.now() + 60_000).toISOString();
    const as = bearer(await keyOf(api, person.as, `?validUntil=${until}`));
    expect((await api.request("/user", { as })).status).toBe(200);
    await change(sql`valid_until = now() where user_id = ${person.userId}`);
    expect((await api.request("/user", { as })).status).toBe(401);
    for (const wrong of ["2020-01-01T00:00:00.000Z", "tomorrow", ""]) {
      const response = await api.request(`/user/create-api-key?validUntil=${wrong}`, { as: person.as });
      expect([response.status, faultyFields(response.body)]).toEqual([400, ["validUntil"]]);
    }
    expect(await list(person.as)).toHaveLength(1);
  });

  test("[US-05] the key is returned once and stored as a hash", async () => {
    const person = await personWith(api, ["UserView_HistoryAction"]);
    const key = await keyOf(api, person.as, "?keyName=Reports");
    expect(key).toMatch(/^hub_[\w-]{43}$/);
    const response = await api.request("/user/api-keys", { as: person.as });
    expect(response.body).toMatchObject({
      totalCount: 1,
      list: [
        {
          keyName: "Reports",
          keyEnding: key.slice(-4),
          validUntil: null,
          createdBy: person.userName,
          lastUsedOn: null,
          lastUsedAddress: null,
        },
      ],
    });
    expect(response.text).not.toContain(key);
    const { rows } = await api.connection.transaction("owner", (db) =>
      db.execute<{ stored: string }>(sql`
        select string_agg(row_to_json(k)::text, '') || (select string_agg(row_to_json(h)::text, '') from history h) as stored
        from api_keys k`),
    );
    expect(rows[0]?.stored).not.toContain(key.slice(4, 40));
  });

  test("[US-05] HEAD makes no key", async () => {
    const person = await personWith(api, []);
    const response = await api.request("/user/create-api-key", { method: "HEAD", as: person.as });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await list(person.as)).toEqual([]);
  });

  test("[US-05] using a key is remembered with the address, without a write for each request", async () => {
    const person = await personWith(api, []);
    const as = bearer(await keyOf(api, person.as));
    await api.request("/user", { as, address: "192.0.2.7" });
    const [used] = await list(person.as);
    expect(used.lastUsedAddress).toBe("192.0.2.7");
    expect(Date.now() - Date.parse(used.lastUsedOn)).toBeLessThan(60_000);
    await api.request("/user", { as, address: "192.0.2.8" });
    expect(await list(person.as)).toEqual([used]);
    await change(sql`last_used_on = now() - interval '2 minutes' where user_id = ${person.userId}`);
    await api.request("/user", { as, address: "192.0.2.8" });
    expect((await list(person.as))[0]).toMatchObject({ lastUsedAddress: "192.0.2.8" });
  });

  test("[US-05] [HI-01] the user's history has keys made, used, used from elsewhere, and revoked", async () => {
    const person = await personWith(api, []);
    const key = await keyOf(api, person.as, "?keyName=Backup");
    const use = async (address: string) => {
      await api.request("/user", { as: bearer(key), address });
      await change(sql`last_used_on = now() - interval '1 second' where user_id = ${person.userId}`);
    };
    const later = () =>
      change(sql`last_used_on = last_used_on - interval '2 minutes' where user_id = ${person.userId}`);
    await use("192.0.2.7");
    await later();
    await use("192.0.2.7");
    await later();
    await use("192.0.2.9");
    const [{ apiKeyId }] = await list(person.as);
    await api.request(`/user/api-keys?apiKeyIds=${apiKeyId}`, { method: "DELETE", as: person.as });
    const url = `/users/${person.userId}/history`;
    const { body } = await api.request(`${url}?pageLimit=-1&sortDir=asc`, { as: api.administrator });
    const keyChanges = body.list.filter(({ type }: { type: string }) => type.startsWith("UserApiKey"));
    const facts = { keyName: "Backup", keyEnding: key.slice(-4) };
    const details = [];
    for (const { type, id, changedBy } of keyChanges) {
      const change = await api.request(`${url}/${type}/${id}`, { as: api.administrator });
      details.push([type, changedBy, change.body.previous, change.body.current]);
    }
    const { userName } = person;
    const made = details.filter(([type]) => type !== "UserApiKeyUsed");
    expect(made).toEqual([
      ["UserApiKeyCreated", userName, {}, facts],
      ["UserApiKeyRevoked", userName, facts, {}],
    ]);
    const addresses = details.flatMap(([type, by, , current]) =>
      type === "UserApiKeyUsed" ? [[by, current.address]] : [],
    );
    // Just after midnight the second use is the first of a new day.
    expect(addresses.at(0)).toEqual([userName, "192.0.2.7"]);
    expect(addresses.at(-1)).toEqual([userName, "192.0.2.9"]);
    expect(addresses.length).toBeLessThanOrEqual(3);
  });

  test("[US-05] a user is notified of a key made for them", async () => {
    const person = await personWith(api, []);
    await api.request(`/users/${person.userId}/create-api-key`, { as: api.administrator });
    const { body } = await api.request("/notifications", { as: person.as });
    expect(body.list[0].eventMessage).toBe("An API key was generated that works in your name.");
    expect(await list(person.as)).toMatchObject([{ createdBy: "Administrator" }]);
  });

  test("[US-05] a deleted user's keys end", async () => {
    const person = await personWith(api, []);
    const as = bearer(await keyOf(api, person.as));
    await api.request(`/users?userIds=${person.userId}`, { method: "DELETE", as: api.administrator });
    expect((await api.request("/user", { as })).status).toBe(401);
    const { rows } = await api.connection.transaction("owner", (db) =>
      db.execute(sql`select from api_keys where user_id = ${person.userId}`),
    );
    expect(rows).toEqual([]);
  });

  test("[US-05] the number of a user's keys and the length of names are limited", async () => {
    const person = await personWith(api, []);
    const responses = [];
    for (let count = 0; count < 51; count += 1)
      responses.push(await api.request("/user/create-api-key", { as: person.as }));
    expect(responses.slice(0, 50).every(({ status }) => status === 200)).toBe(true);
    expect([responses[50]?.status, responses[50]?.body.code]).toEqual([409, "tooManyApiKeys"]);
    const long = await api.request(`/user/create-api-key?keyName=${"x".repeat(101)}`, { as: person.as });
    expect([long.status, faultyFields(long.body)]).toEqual([400, ["keyName"]]);
  });

  const change = (set: ReturnType<typeof sql>) =>
    api.connection.transaction("owner", (db) => db.execute(sql`update api_keys set ${set}`));
});

describeApi(
  "API keys of several tenants",
  (api) => {
    test("[US-05] [OR-03] a key is invalid in another tenant, even if its user belongs there", async () => {
      const tenant = unique("t");
      const person = await personWith(api, [], { tenant });
      const { body: key } = await api.request(`/${tenant}/user/create-api-key`, { as: person.as });
      expect((await api.request(`/${tenant}/user`, { as: bearer(key) })).status).toBe(200);
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`insert into users (tenant_id, user_id, user_name)
          select tenant_id, ${person.userId}, ${person.userName} from tenants where identifier = 'main'`),
      );
      expect((await api.request("/main/user", { as: bearer(key) })).status).toBe(401);
    });
  },
  { multiTenancy: true },
);
