import { expect, test } from "vitest";
import { insertApiKey } from "../../api-keys/queries";
import { apiKeyEnding, apiKeyHash, newApiKey } from "../../credentials/api-key";
import { sql } from "../../database/sql";
import { inTenant } from "../../database/transaction";
import { ensureTenant } from "../../seed/tenant";
import { describeApi, type TestApi } from "../../testing/api";
import {
  faultyFields,
  makeAdministratorOf,
  makeRole,
  makeUser,
  personWith,
  personWithout,
  unique,
  unknownId,
} from "../../testing/factories";

const password = "a new password";
const body = { password, passwordRepeat: password };

describeApi("passwords", (api) => {
  const set = (as: string, userId: string, given: unknown = body) =>
    api.request(`/users/${userId}/set-password`, { method: "PUT", as, body: given });

  test("[US-01] a set password signs in and ends existing sessions", async () => {
    const person = await personWith(api, ["UserView"]);
    expect((await set(api.administrator, person.userId)).status).toBeLessThan(300);
    expect((await api.request("/user", { as: person.as })).status).toBe(401);
    const signIn = await api.request("/auth", {
      as: `Basic ${Buffer.from(`${person.userName}:${password}`).toString("base64")}`,
    });
    expect(signIn.status).toBe(200);
    const history = await api.request(`/users/${person.userId}/history`, { as: api.administrator });
    const [signedIn, changed] = history.body.list;
    expect(signedIn).toMatchObject({ type: "UserSignedIn", changedBy: person.userName });
    expect(changed).toMatchObject({ type: "UserPasswordChanged", changedBy: "Administrator" });
  });

  test("[US-01] [AU-14] a set password ends known devices, whose sign-ins no mail would report", async () => {
    const [person, kept] = [await makeUser(api), await makeUser(api)];
    const run = (statement: ReturnType<typeof sql>) =>
      api.connection.transaction("owner", (db) => db.execute<{ id: string }>(statement));
    for (const { userId } of [person, kept])
      await run(sql`insert into known_devices (user_id, device_hash) values (${userId}, 'device')`);
    const weaker = await personWith(api, ["UserView"]);
    const known = async () =>
      (
        await run(
          sql`select user_id as id from known_devices where user_id in (${person.userId}, ${kept.userId})`,
        )
      ).rows.map(({ id }) => id);
    expect((await set(weaker.as, person.userId)).status).toBe(403);
    expect(await known()).toHaveLength(2);
    expect((await set(api.administrator, person.userId)).status).toBe(204);
    expect(await known()).toEqual([kept.userId]);
  });

  test("[US-01] a differing repetition and a short password are refused on their fields", async () => {
    const { userId } = await makeUser(api);
    const differs = await set(api.administrator, userId, { password, passwordRepeat: "another" });
    expect([differs.status, faultyFields(differs.body)]).toEqual([400, ["passwordRepeat"]]);
    // Requested where it is shown.
    expect((await set(api.administrator, userId, { password })).status).toBe(204);
    const short = await set(api.administrator, userId, { password: "short", passwordRepeat: "short" });
    expect([short.status, faultyFields(short.body)]).toEqual([400, ["password"]]);
    expect((await set(api.administrator, unknownId)).status).toBe(404);
  });

  test("[PM-05] API keys are revoked with the password, unless they are kept explicitly", async () => {
    const person = await personWith(api, []);
    const keyOf = async (path: string, as: string) => {
      const { body } = await api.request(`${path}/create-api-key`, { as });
      return `Bearer ${body}`;
    };
    const keys = [await keyOf("/user", person.as), await keyOf(`/users/${person.userId}`, api.administrator)];
    const statuses = () => Promise.all(keys.map(async (as) => (await api.request("/user", { as })).status));
    const other = await keyOf("/user", (await personWith(api, [])).as);
    await set(api.administrator, person.userId, { ...body, endApiKeys: false });
    expect(await statuses()).toEqual([200, 200]);
    await set(api.administrator, person.userId);
    expect(await statuses()).toEqual([401, 401]);
    expect((await api.request("/user", { as: other })).status).toBe(200);
    const { body: history } = await api.request(`/users/${person.userId}/history?pageLimit=-1`, {
      as: api.administrator,
    });
    const types = history.list.map(({ type }: { type: string }) => type);
    expect(types.filter((type: string) => type === "UserApiKeyRevoked")).toHaveLength(2);
  });

  test("[AU-13] weak passwords, and those built from names, are refused wherever one is set", async () => {
    const { userId } = await makeUser(api, { firstName: "Philippa", lastName: "Underwood" });
    const setOf = (given: string) => set(api.administrator, userId, { password: given });
    const create = (given?: string) => {
      const body = { userName: unique("new"), firstName: "Philippa", lastName: "Underwood", password: given };
      return api.request("/users/create", { method: "POST", as: api.administrator, body });
    };
    for (const attempt of [setOf, create]) {
      const refused = await attempt("password1234");
      expect([refused.status, faultyFields(refused.body)]).toEqual([400, ["password"]]);
      expect((await attempt("a perfectly fine one")).status).toBeLessThan(300);
    }
    expect((await create()).body.errors).toMatchObject([{ propertyName: "password" }]);
    for (const attempt of [setOf, create]) expect((await attempt("philippa.underwood.8")).status).toBe(400);
  });

  test("[US-01] users set their own password in their account, with the current one", async () => {
    const person = await personWithout(api);
    for (const userId of [person.userId, person.userId.toUpperCase()]) {
      const response = await set(person.as, userId);
      expect([response.status, response.body.code]).toEqual([403, "ownPassword"]);
    }
    expect((await api.request("/user", { as: person.as })).status).toBe(200);
  });

  test("[PM-02] the password of a user with more rights cannot be set", async () => {
    const helper = await personWithout(api, "RoleView_DeleteAction");
    const roleId = await makeRole(api, { permissions: ["RoleView_DeleteAction"] });
    const { userId } = await makeUser(api, { roleIds: [roleId] });
    const response = await set(helper.as, userId);
    expect([response.status, response.body.code]).toEqual([403, "passwordOfStronger"]);
    const equal = await makeUser(api, { roleIds: [await makeRole(api, { permissions: ["RoleView"] })] });
    expect((await set(helper.as, equal.userId)).status).toBeLessThan(300);
  });
});

describeApi(
  "accounts of several tenants",
  (api) => {
    test("[US-01] only the host tenant sets their password and renames them, which every tenant sees", async () => {
      const tenant = unique("t");
      const { userId, userName } = await makeUser(api, { lastName: "Shared" });
      const local = await makeAdministratorOf(api, tenant);
      const { rows } = await api.connection.transaction("owner", (db) =>
        db.execute<{ id: string }>(sql`select tenant_id as id from tenants where identifier = ${tenant}`),
      );
      await inTenant(api.connection, rows[0]?.id ?? "", undefined, (db) =>
        db.execute(sql`insert into users (user_id, user_name) values (${userId}, ${userName})`),
      );
      const edit = { firstName: "A", lastName: "B", email: "", userName: unique("shared") };
      const refused = [
        await api.request(`/${tenant}/users/${userId}/set-password`, { method: "PUT", as: local.as, body }),
        await api.request(`/${tenant}/users/${userId}`, { method: "PUT", as: local.as, body: edit }),
      ];
      expect(refused.map((response) => [response.status, response.body.code])).toEqual([
        [403, "foreignAccount"],
        [403, "foreignUserName"],
      ]);
      const allowed = await api.request(`/${tenant}/users/${userId}`, {
        method: "PUT",
        as: local.as,
        body: { ...edit, userName },
      });
      expect(allowed.status).toBe(200);
      const renamed = await api.request(`/main/users/${userId}`, {
        method: "PUT",
        as: api.administrator,
        body: edit,
      });
      expect(renamed.status).toBe(200);
      const elsewhere = await api.request(`/${tenant}/users/${userId}`, { as: local.as });
      expect(elsewhere.body).toMatchObject({ userName: edit.userName, version: 3 });
      const set = await api.request(`/main/users/${userId}/set-password`, {
        method: "PUT",
        as: api.administrator,
        body,
      });
      expect(set.status).toBeLessThan(300);
      // Removed here, the account continues in the other tenant under its name.
      await api.request(`/main/users?userIds=${userId}`, { method: "DELETE", as: api.administrator });
      expect((await api.request(`/${tenant}/users/${userId}`, { as: local.as })).status).toBe(200);
    });
  },
  { multiTenancy: true },
);

describeApi(
  "where people sign in with a provider",
  (api) => {
    test("[US-01] [AU-01] users are created without a password, and none can be set", async () => {
      const helper = await personWithout(api);
      // Keys are accepted in either mode, secrets of a password sign-in are not.
      const { as, userId } = { as: await apiKeyOf(api, helper.userId), userId: (await makeUser(api)).userId };
      const userName = unique("nobody");
      const refused = [
        await api.request("/users/create", {
          method: "POST",
          as,
          body: { userName, password, roleIds: [] },
        }),
        await api.request(`/users/${userId}/set-password`, { method: "PUT", as, body }),
      ];
      expect(refused.map((response) => [response.status, response.body.code])).toEqual([
        [403, "noPasswords"],
        [403, "noPasswords"],
      ]);
      const { body: found } = await api.request(`/users?phrase=${userName}`, { as });
      expect(found.totalCount).toBe(0);
    });
  },
  { authMode: "oidc" },
);

async function apiKeyOf({ connection }: TestApi, userId: string): Promise<string> {
  const key = newApiKey();
  const tenantId = await ensureTenant(connection, "main");
  await inTenant(connection, tenantId, { userId, userName: "" }, (db) =>
    insertApiKey(db, { userId, hash: apiKeyHash(key), ending: apiKeyEnding(key), name: "" }, 50),
  );
  return `Bearer ${key}`;
}
