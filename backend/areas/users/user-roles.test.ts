import { expect, test } from "vitest";
import { administratorRoleId } from "../../database/schema";
import { describeApi } from "../../testing/api";
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

describeApi("roles of a user", (api) => {
  const add = (as: string, userId: string, ...roleIds: string[]) =>
    api.request(`/users/${userId}/roles`, { method: "PUT", as, body: { roleIds } });
  const take = (as: string, userId: string, ...roleIds: string[]) =>
    api.request(`/users/${userId}/roles?${roleIds.map((id) => `roleIds=${id}`).join("&")}`, {
      method: "DELETE",
      as,
    });

  test("[US-04] roles are given and removed, and giving twice changes nothing", async () => {
    const { userId } = await makeUser(api);
    const [first, second] = [
      await makeRole(api, { roleName: unique("B") }),
      await makeRole(api, { roleName: unique("A") }),
    ];
    expect((await add(api.administrator, userId, first, second, first)).status).toBeLessThan(300);
    expect((await add(api.administrator, userId, first)).status).toBeLessThan(300);
    const { body } = await api.request(`/users/${userId}/roles`, { as: api.administrator });
    expect(body.totalCount).toBe(2);
    expect(body.list.map((row: { roleId: string }) => row.roleId)).toEqual([second, first]);
    expect((await take(api.administrator, userId, first)).status).toBeLessThan(300);
    const left = await api.request(`/users/${userId}`, { as: api.administrator });
    expect(left.body.roles.map((row: { roleId: string }) => row.roleId)).toEqual([second]);
  });

  test("[US-02] [US-04] omitted roles mean the same as an empty list", async () => {
    const { userId, userName } = await makeUser(api);
    const given = await api.request(`/users/${userId}/roles`, {
      method: "PUT",
      as: api.administrator,
      body: { roleIds: [] },
    });
    expect(given.status).toBe(204);
    for (const [path, body] of [
      ["create", { userName: `${userName}.2`, password: "Correct-horse-7" }],
      ["create", { userName: `${userName}.3`, password: "Correct-horse-7", roleIds: null }],
      ["invite", { email: `${userName}@example.test`, isProceed: null }],
    ] as const) {
      const made = await api.request(`/users/${path}`, { method: "POST", as: api.administrator, body });
      expect([body, made.status]).toEqual([body, 200]);
    }
  });

  test("[US-04] unknown roles are refused on their field, with any kind of id", async () => {
    const { userId } = await makeUser(api);
    const elsewhere = await makeRole(api, { tenant: "acme" });
    const deleted = await makeRole(api);
    await api.request(`/roles?roleIds=${deleted}`, { method: "DELETE", as: api.administrator });
    for (const roleId of [unknownId, "not-an-id", elsewhere, deleted]) {
      const response = await add(api.administrator, userId, roleId);
      expect([response.status, faultyFields(response.body)]).toEqual([400, ["roleIds"]]);
      const create = await api.request("/users/create", {
        method: "POST",
        as: api.administrator,
        body: { userName: unique("u"), password: "long enough", roleIds: [roleId] },
      });
      expect([create.status, faultyFields(create.body)]).toEqual([400, ["roleIds"]]);
    }
    expect((await add(api.administrator, unknownId, administratorRoleId)).status).toBe(404);
  });

  test("[PM-05] each permission of a user names its roles", async () => {
    const roles = [
      { roleName: unique("A"), permissions: ["RoleView", "UserView"] as const },
      { roleName: unique("B"), permissions: ["UserView", "UserView_EditAction"] as const },
    ];
    const named = await Promise.all(
      roles.map(async (role) => ({ roleId: await makeRole(api, role), roleName: role.roleName })),
    );
    const { userId } = await makeUser(api, { roleIds: named.map(({ roleId }) => roleId) });
    const { body } = await api.request(`/users/${userId}/permissions`, { as: api.administrator });
    expect(body).toEqual([
      { permissionId: "UserView", roles: named },
      { permissionId: "UserView_EditAction", roles: named.slice(1) },
      { permissionId: "RoleView", roles: named.slice(0, 1) },
    ]);

    const administrator = await makeUser(api, { roleIds: [administratorRoleId] });
    const all = await api.request(`/users/${administrator.userId}/permissions`, { as: api.administrator });
    const { body: me } = await api.request("/user", { as: api.administrator });
    expect(all.body.map(({ permissionId }: { permissionId: string }) => permissionId).sort()).toEqual(
      [...me.userPermissions].sort(),
    );
    const other = await makeUser(api, { tenant: "acme" });
    for (const id of [unknownId, other.userId])
      expect((await api.request(`/users/${id}/permissions`, { as: api.administrator })).status).toBe(404);
  });

  test("[PM-02] a role with permissions that the caller lacks cannot be given", async () => {
    const editor = await personWithout(api, "UserView_DeleteAction");
    const { userId } = await makeUser(api);
    const tooMuch = await makeRole(api, { permissions: ["UserView", "UserView_DeleteAction"] });
    const fine = await makeRole(api, { permissions: ["UserView"] });
    for (const roleId of [tooMuch, administratorRoleId]) {
      const response = await add(editor.as, userId, fine, roleId);
      expect([response.status, response.body.code]).toEqual([403, "permissionNotHeld"]);
      const create = await api.request("/users/create", {
        method: "POST",
        as: editor.as,
        body: { userName: unique("u"), password: "long enough", roleIds: [roleId] },
      });
      expect([create.status, create.body.code]).toEqual([403, "permissionNotHeld"]);
    }
    expect((await api.request(`/users/${userId}`, { as: editor.as })).body.roles).toEqual([]);
    expect((await add(editor.as, userId, fine)).status).toBeLessThan(300);
  });

  test("[PM-04] a new role takes effect on an open session", async () => {
    const person = await personWith(api, []);
    expect((await api.request("/users", { as: person.as })).status).toBe(403);
    const roleId = await makeRole(api, { permissions: ["UserView"] });
    await add(api.administrator, person.userId, roleId);
    expect((await api.request("/users", { as: person.as })).status).toBe(200);
    await take(api.administrator, person.userId, roleId);
    expect((await api.request("/users", { as: person.as })).status).toBe(403);
  });
});

describeApi(
  "administrators",
  (api) => {
    test("[US-04] the last one cannot be removed or lose the role, even concurrently with another", async () => {
      const tenant = unique("t");
      const [first, second] = [
        await makeAdministratorOf(api, tenant),
        await makeAdministratorOf(api, tenant),
      ];
      const leave = ({ userId }: { userId: string }) =>
        api.request(`/${tenant}/users?userIds=${userId}`, { method: "DELETE", as: first.as });
      const demote = ({ userId }: { userId: string }) =>
        api.request(`/${tenant}/roles/${administratorRoleId}/users?userIds=${userId}`, {
          method: "DELETE",
          as: second.as,
        });
      const [left, demoted] = await Promise.all([leave(second), demote(first)]);
      const refused = [left, demoted].filter(({ status }) => status >= 400);
      expect(refused).toHaveLength(1);
      // Either may come first; a signed-out or demoted caller is refused as well.
      expect([409, 403, 401]).toContain(refused[0]?.status);
      const users = await api.request(`/${tenant}/users`, { as: first.as });
      const remaining = users.status === 200 ? first : second;
      const alone = { method: "DELETE", as: remaining.as } as const;
      const responses = [
        await api.request(`/${tenant}/users?userIds=${remaining.userId}`, alone),
        await api.request(`/${tenant}/users/${remaining.userId}/roles?roleIds=${administratorRoleId}`, alone),
        await api.request(`/${tenant}/roles/${administratorRoleId}/users?userIds=${remaining.userId}`, alone),
      ];
      for (const { status, body } of responses)
        expect([status, body.code]).toEqual([409, "lastAdministrator"]);
      expect((await api.request(`/${tenant}/users/${remaining.userId}`, { as: remaining.as })).status).toBe(
        200,
      );
    });
  },
  { multiTenancy: true },
);
