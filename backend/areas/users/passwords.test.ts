import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { inTenant } from "../../database/transaction";
import { describeApi } from "../../testing/api";
import {
  faultyFields,
  makeAdministratorOf,
  makeRole,
  makeUser,
  nobody,
  personWith,
  personWithout,
  unique,
} from "../../testing/factories";

const password = "a new password";
const body = { password, passwordRepeat: password };

describeApi("passwords", (api) => {
  const set = (as: string, userId: string, given: unknown = body) =>
    api.request(`/users/${userId}/set-password`, { method: "PUT", as, body: given });

  test("[US-01] a set password signs in and ends the sessions there were", async () => {
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

  test("[US-01] a repeat that differs and a short password are refused on their fields", async () => {
    const { userId } = await makeUser(api);
    const differs = await set(api.administrator, userId, { password, passwordRepeat: "another" });
    expect([differs.status, faultyFields(differs.body)]).toEqual([400, ["passwordRepeat"]]);
    const short = await set(api.administrator, userId, { password: "short", passwordRepeat: "short" });
    expect([short.status, faultyFields(short.body)]).toEqual([400, ["password"]]);
    expect((await set(api.administrator, nobody)).status).toBe(404);
  });

  test("[PM-02] nobody sets the password of somebody who may do more", async () => {
    const helper = await personWithout(api, "RoleView_DeleteAction");
    const roleId = await makeRole(api, { permissions: ["RoleView_DeleteAction"] });
    const { userId } = await makeUser(api, { roleIds: [roleId] });
    const answer = await set(helper.as, userId);
    expect([answer.status, answer.body.code]).toEqual([403, "passwordOfStronger"]);
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
      expect(refused.map((answer) => [answer.status, answer.body.code])).toEqual([
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
      // Removed here, the account lives on in the other tenant under its name.
      await api.request(`/main/users?userIds=${userId}`, { method: "DELETE", as: api.administrator });
      expect((await api.request(`/${tenant}/users/${userId}`, { as: local.as })).status).toBe(200);
    });
  },
  { multiTenancy: true },
);
