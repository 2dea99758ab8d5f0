import { expect, test } from "vitest";
import { allEndpoints } from "../../lib/contract";
import type { Endpoint } from "../../lib/contract/endpoint";
import { sql } from "../database/sql";
import { describeApi } from "../testing/api";
import { ageSession, makeUser, personWith, refusalOf, unique, unknownId } from "../testing/factories";
import { importHelpers } from "../testing/imports";

const password = "Correct-horse-7";
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const needed = [403, "confirmationNeeded"];

test("[AU-12] lists the calls that need a recent factor", () => {
  const flagged = (confirm: Endpoint["confirm"]) =>
    allEndpoints
      .filter((endpoint) => endpoint.confirm === confirm)
      .map(nameOf)
      .sort();
  expect(flagged("byContent")).toEqual([
    "POST /imports/:importId/run",
    "POST /imports/:importId/undo",
    "PUT /users/:userId",
  ]);
  expect(flagged(true)).toEqual([
    "DELETE /organisation-settings/provider-groups",
    "DELETE /roles",
    "DELETE /roles/:roleId/users",
    "DELETE /tenants",
    "DELETE /tenants/:tenantId/users",
    "DELETE /users/:userId/roles",
    "GET /user/create-api-key",
    "GET /users/:userId/create-api-key",
    "PATCH /roles",
    "PATCH /tenants",
    "PATCH /users",
    "POST /organisation-settings/provider-groups",
    "POST /roles",
    "POST /roles/:roleId/clone",
    "POST /roles/:roleId/history/:type/:historyId/restore",
    "POST /roles/deleted/restore",
    "POST /tenants",
    "POST /tenants/:tenantId/history/:type/:historyId/restore",
    "POST /tenants/:tenantId/users/:userId/second-factors/reset",
    "POST /tenants/deleted/restore",
    "POST /users/:userId/history/:type/:historyId/restore",
    "POST /users/:userId/second-factors/reset",
    "POST /users/:userId/view-as",
    "POST /users/create",
    "POST /users/deleted/restore",
    "POST /users/invitations/:invitationId/link",
    "POST /users/invite",
    "PUT /organisation-settings/second-factors",
    "PUT /roles/:roleId",
    "PUT /roles/:roleId/permissions",
    "PUT /roles/:roleId/users",
    "PUT /tenants/:tenantId",
    "PUT /tenants/:tenantId/users",
    "PUT /tenants/:tenantId/users/:userId/set-password",
    "PUT /user/second-factors/passkeys",
    "PUT /user/second-factors/totp",
    "PUT /users/:userId/password-link",
    "PUT /users/:userId/roles",
    "PUT /users/:userId/set-password",
  ]);
});

describeApi(
  "every call with an old session",
  (api) => {
    test.each(
      allEndpoints.filter(({ access }) => access !== "public").map((one) => [nameOf(one), one] as const),
    )("[AU-12] %s refuses it only if declared so", async (_, { method, path, access, confirm }) => {
      const url = `/main${path.replace(/:\w+Id\b/g, unknownId).replace(/:\w+/g, "en")}`;
      const as = await api.signedIn("admin");
      await ageSession(api, as);
      const asked = await api.request(url, { method, as });
      expect(asked.body?.code === "confirmationNeeded").toBe(confirm === true);
      if (confirm !== true) return;
      expect(asked.status).toBe(403);
      expect(asked.headers["x-confirmation-needed"]).toBe("password");
      expect(Date.parse(String(asked.headers["x-last-confirmed"]))).toBeLessThan(Date.now() - 15 * 60_000);
      await ageSession(api, as, 14);
      expect((await api.request(url, { method, as })).body?.code).not.toBe("confirmationNeeded");
      if (access === "signedIn") return;
      const lacking = await personWith(api, []);
      await ageSession(api, lacking.as);
      expect(await refusalOf(api.request(url, { method, as: lacking.as }))).toEqual([403, "forbidden"]);
    });
  },
  { multiTenancy: true },
);

describeApi("a call with an old session", (api) => {
  const run = (statement: ReturnType<typeof sql>) =>
    api.connection.transaction("owner", (db) => db.execute(statement));

  test("[AU-12] nothing happens before the confirmation, and the same call succeeds after it", async () => {
    const actor = await personWith(api, ["UserView", "UserView_AddAction"]);
    await ageSession(api, actor.as);
    const created = unique("created");
    const create = () =>
      api.request("/users/create", {
        method: "POST",
        as: actor.as,
        headers: { "idempotency-key": created },
        body: { userName: created, password, roleIds: [] },
      });
    const count = async () => (await run(sql`select from accounts where user_name = ${created}`)).rows.length;
    expect(await refusalOf(create())).toEqual(needed);
    expect(await count()).toBe(0);
    await run(sql`update secrets set confirmed_on = now() where user_id = ${actor.userId}`);
    expect([(await create()).status, await count()]).toEqual([200, 1]);
    expect([(await create()).status, await count()]).toEqual([200, 1]);
  });

  test("[AU-12] another e-mail or user name of a user needs a recent factor, other fields do not", async () => {
    const actor = await personWith(api, ["UserView", "UserView_EditAction"]);
    const { userId } = await makeUser(api);
    await ageSession(api, actor.as);
    const read = async () => (await api.request(`/users/${userId}`, { as: actor.as })).body;
    const stored = await read();
    const { userName, email } = stored;
    const save = (values: object) =>
      api.request(`/users/${userId}`, { method: "PUT", as: actor.as, body: { userName, email, ...values } });
    for (const values of [{ email: `${unique("other")}@example.test` }, { userName: unique("other") }])
      expect(await refusalOf(save({ ...values, firstName: "Lost" }))).toEqual(needed);
    expect(await read()).toEqual(stored);
    expect((await save({ firstName: "Kept" })).status).toBe(200);
    expect((await read()).firstName).toBe("Kept");
  });

  test("[AU-12] [US-06] letting a suspended user in, or earlier, needs a recent factor, suspending does not", async () => {
    const actor = await personWith(api, ["UserView", "UserView_EditAction"]);
    const { userId, userName } = await makeUser(api);
    await ageSession(api, actor.as);
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const save = async (values: object) => {
      const body = { userName, ...values };
      const { status } = await api.request(`/users/${userId}`, { method: "PUT", as: actor.as, body });
      return status;
    };
    expect(await save({ isActive: false, suspendedUntil: inDays(3) })).toBe(200);
    expect(await save({ suspendedUntil: inDays(2) })).toBe(403);
    expect(await save({ isActive: true })).toBe(403);
    expect(await save({ suspendedUntil: inDays(4) })).toBe(200);
    expect(await save({ suspendedUntil: null })).toBe(200);
    expect(await save({ suspendedUntil: inDays(9) })).toBe(403);
    await ageSession(api, actor.as, 1);
    expect(await save({ suspendedUntil: inDays(9) })).toBe(200);
    expect(await save({ isActive: true })).toBe(200);
  });

  test("[AU-12] API keys need no confirmation, and cannot confirm", async () => {
    const actor = await personWith(api, ["RoleView", "RoleView_AddAction"]);
    const { body: key } = await api.request("/user/create-api-key", { as: actor.as });
    await ageSession(api, actor.as);
    const body = { roleName: unique("role") };
    const byKey = await api.request("/roles", { method: "POST", as: `Bearer ${key}`, body });
    expect(byKey.status).toBe(200);
    expect(
      await refusalOf(
        api.request("/user/confirmation", {
          method: "PUT",
          as: `Bearer ${key}`,
          body: { currentPassword: password },
        }),
      ),
    ).toEqual([403, "notByApiKey"]);
  });

  test("[AU-12] importing users needs a recent factor, other records do not", async () => {
    const { begun, call } = importHelpers(api, "");
    const actor = await api.signedIn("admin");
    const users = await begun("users", `User name;E-mail\n${unique("imported")};a@example.com`, {
      as: actor,
    });
    const status = await begun("attachment-status", `Name\n${unique("Status")}`, { as: actor });
    await ageSession(api, actor);
    const start = { isAllOrNothing: false };
    expect(await refusalOf(call(users.importId, "run", start, { as: actor }))).toEqual(needed);
    expect(await refusalOf(call(users.importId, "undo", undefined, { as: actor }))).toEqual(needed);
    expect((await call(status.importId, "run", start, { as: actor })).body?.code).not.toBe(
      "confirmationNeeded",
    );
  });
});

describeApi(
  "the setting 0",
  (api) => {
    test("[AU-12] exempts sessions of any age", async () => {
      const as = await api.signedIn("admin");
      await ageSession(api, as, 60);
      expect((await api.request("/user/create-api-key", { as })).status).toBe(200);
    });
  },
  { confirmAfterMinutes: 0 },
);
