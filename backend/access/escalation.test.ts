import { expect, test } from "vitest";
import { allPermissions } from "../../lib/contract";
import { administratorRoleId } from "../database/schema";
import { sql } from "../database/sql";
import { inTenant } from "../database/transaction";
import { ensureTenant } from "../seed/tenant";
import { describeApi, type TestApi } from "../testing/api";
import { makeAdministratorOf, makeRole, makeUser, personWith, unique } from "../testing/factories";

/** A user of main and administrator of another tenant. */
async function administratorElsewhere(api: TestApi): Promise<{ userId: string; userName: string }> {
  const user = await makeUser(api, { lastName: "Shared" });
  const tenantId = await ensureTenant(api.connection, unique("t"));
  await inTenant(api.connection, tenantId, undefined, async (db) => {
    await db.execute(sql`insert into users (user_id, user_name) values (${user.userId}, ${user.userName})`);
    await db.execute(
      sql`insert into user_roles (user_id, role_id) values (${user.userId}, ${administratorRoleId})`,
    );
  });
  return user;
}

describeApi(
  "escalation",
  (api) => {
    test("[PM-02] editors of the host's users cannot take over users of other tenants", async () => {
      const helper = await personWith(api, ["UserView", "UserView_EditAction"]);
      const { userId } = await administratorElsewhere(api);
      const body = { password: "a new password", passwordRepeat: "a new password" };
      const set = (as: string) =>
        api.request(`/main/users/${userId}/set-password`, { method: "PUT", as, body });
      const rename = (as: string) =>
        api.request(`/main/users/${userId}`, {
          method: "PUT",
          as,
          body: { userName: unique("taken"), firstName: "A", lastName: "B", email: "" },
        });
      const shown = async (as: string) => (await api.request(`/main/users/${userId}`, { as })).body.denied;
      expect(await shown(helper.as)).toEqual(["foreignUserName", "foreignAccount", "foreignSecondFactor"]);
      expect(await shown(api.administrator)).toEqual([]);
      const refused = [await set(helper.as), await rename(helper.as)];
      expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
        [403, "foreignAccount"],
        [403, "foreignUserName"],
      ]);
      const allowed = [await rename(api.administrator), await set(api.administrator)];
      expect(allowed.map(({ status }) => status)).toEqual([200, 204]);
    });

    test("[US-04] if all administrators lose the role concurrently, one keeps it, with clear errors", async () => {
      const tenant = unique("t");
      const outsider = await personWith(api, allPermissions, { tenant });
      const administrators = [];
      for (let count = 0; count < 6; count++) administrators.push(await makeAdministratorOf(api, tenant));
      const responses = await Promise.all(
        administrators.map(({ userId }) =>
          api.request(`/${tenant}/users/${userId}/roles?roleIds=${administratorRoleId}`, {
            method: "DELETE",
            as: outsider.as,
          }),
        ),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([204, 204, 204, 204, 204, 409]);
    });

    test("[PM-02] the sign-in of a user with more rights cannot be changed, other fields can", async () => {
      const editor = await personWith(api, ["UserView", "UserView_EditAction", "UserView_AddAction"]);
      const roleId = await makeRole(api, { permissions: ["UserView_DeleteAction"] });
      const stronger = await makeUser(api, { roleIds: [roleId], email: `${unique("s")}@example.test` });
      const save = async (as: string, given: object) => {
        const { body } = await api.request(`/main/users/${stronger.userId}`, { as: editor.as });
        const { userName, email } = body;
        return api.request(`/main/users/${stronger.userId}`, {
          method: "PUT",
          as,
          body: { userName, email, firstName: "New", lastName: "Name", ...given },
        });
      };
      for (const given of [{ userName: unique("other") }, { email: "elsewhere@example.test" }]) {
        const refused = await save(editor.as, given);
        expect([refused.status, refused.body.code]).toEqual([403, "identityOfStronger"]);
      }
      const denied = [
        "identityOfStronger",
        "passwordOfStronger",
        "apiKeyOfStronger",
        "viewingOfStronger",
        "suspensionOfStronger",
        "secondFactorOfStronger",
        "sessionsOfStronger",
      ];
      expect((await save(editor.as, {})).body).toMatchObject({
        firstName: "New",
        userName: stronger.userName,
        denied,
      });
      // A caller without the permission learns nothing about others' rights.
      const reader = await personWith(api, ["UserView"]);
      const seen = async (as: string, { userId }: { userId: string }) =>
        (await api.request(`/main/users/${userId}`, { as })).body.denied;
      expect([await seen(editor.as, stronger), await seen(reader.as, stronger)]).toEqual([denied, undefined]);
      expect(await seen(editor.as, await makeUser(api))).toEqual([]);
      expect((await save(api.administrator, { userName: unique("other") })).status).toBe(200);
    });

    test("[PM-02] editors of roles cannot make a role default that exceeds their permissions", async () => {
      const editor = await personWith(api, ["RoleView", "RoleView_EditAction"]);
      const save = (as: string, roleId: string, roleName: string, isDefault: boolean) =>
        api.request(`/main/roles/${roleId}`, { method: "PUT", as, body: { roleName, isDefault } });
      const powerful = await makeRole(api, { permissions: ["UserView_DeleteAction"] });
      const refused = await save(editor.as, powerful, unique("Role "), true);
      expect([refused.status, refused.body.code]).toEqual([403, "permissionNotHeld"]);
      expect((await save(editor.as, powerful, unique("Role "), false)).status).toBe(200);
      expect((await save(api.administrator, powerful, unique("Role "), true)).status).toBe(200);
      // A role that is already default may be renamed by users with fewer rights.
      expect((await save(editor.as, powerful, unique("Role "), true)).status).toBe(200);
      const modest = await makeRole(api, { permissions: ["RoleView"] });
      expect((await save(editor.as, modest, unique("Role "), true)).status).toBe(200);
    });

    test("[PM-01] a permission of an earlier version does not block the administrator", async () => {
      const roleId = await makeRole(api, { permissions: ["UserView", "GoneView" as never] });
      const { userId } = await makeUser(api);
      const given = await api.request(`/main/roles/${roleId}/users`, {
        method: "PUT",
        as: api.administrator,
        body: { userIds: [userId] },
      });
      expect(given.status).toBe(204);
      const body = { password: "a new password", passwordRepeat: "a new password" };
      const set = await api.request(`/main/users/${userId}/set-password`, {
        method: "PUT",
        as: api.administrator,
        body,
      });
      expect(set.status).toBe(204);
    });
  },
  { multiTenancy: true },
);
