import { expect, test } from "vitest";
import { describeApi } from "../testing/api";
import { makeRole, makeUser, personWith, unique } from "../testing/factories";

interface Change {
  id: string;
  type: string;
  subject: string | null;
}

describeApi("earlier states with all that they show", (api) => {
  const call = (method: "GET" | "PUT" | "POST" | "DELETE", path: string, body?: unknown, as?: string) =>
    api.request(path, { method, as: as ?? api.administrator, body });
  const done = async (...given: Parameters<typeof call>) => {
    const response = await call(...given);
    expect([given[1], response.status < 300]).toEqual([given[1], true]);
    return response.body;
  };
  const changesOf = async (path: string): Promise<Change[]> =>
    (await call("GET", `${path}/history?pageLimit=100`)).body.list;
  const oneOf = async (path: string, type: string, at = 0) => {
    const found = (await changesOf(path)).filter((change) => change.type === type).reverse()[at];
    return { path: `${path}/history/${type}/${found?.id}`, found };
  };
  const detailOf = async (path: string, type: string, as?: string, at?: number) =>
    (await call("GET", (await oneOf(path, type, at)).path, undefined, as)).body;
  const restore = async (
    path: string,
    type: string,
    { as, at, query = "" }: { as?: string; at?: number; query?: string } = {},
  ) => call("POST", `${(await oneOf(path, type, at)).path}/restore${query}`, undefined, as);
  const grant = (roleId: string, ...names: string[]) =>
    done(
      "PUT",
      `/roles/${roleId}/permissions`,
      names.map((permissionId) => ({ permissionId })),
    );
  const permissionsOf = async (roleId: string) => {
    const { body } = await call("GET", `/roles/${roleId}/permissions`);
    const all = body.flatMap(({ view, actions }: { view: object; actions: object[] }) => [view, ...actions]);
    return all
      .filter(({ permissionValue }: { permissionValue: boolean }) => permissionValue)
      .map(({ permissionId }: { permissionId: string }) => permissionId)
      .sort();
  };
  const usersOf = async (roleId: string) =>
    (await call("GET", `/roles/${roleId}/users`)).body.list
      .map(({ userId }: { userId: string }) => userId)
      .sort();
  const makeAttribute = (attributeName = unique("Colour "), attributeTypeId = "String") =>
    done("POST", "/attributes", { attributeName, attributeTypeId });
  const valuesOf = async (path: string) =>
    (await call("GET", `${path}/attributes`)).body.list.map(
      ({ attributeValue }: { attributeValue: unknown }) => attributeValue,
    );

  test("[HI-03] [PM-02] restoring a state grants no more than the caller may, or can see", async () => {
    const roleId = await makeRole(api);
    const { userId } = await makeUser(api);
    const path = `/roles/${roleId}`;
    await grant(roleId, "UserView", "RoleView_DeleteAction");
    await done("PUT", `${path}/users`, { userIds: [userId] });
    await grant(roleId, "UserView");
    await done("DELETE", `${path}/users?userIds=${userId}`);
    const editing = ["RoleView", "RoleView_EditAction", "RoleView_HistoryAction"] as const;
    const weak = await personWith(api, [...editing, "RoleView_PermissionSection", "UserView"]);
    const refused = await restore(path, "RolePermissionsChanged", { as: weak.as });
    expect([refused.status, refused.body.code]).toEqual([403, "permissionNotHeld"]);
    const blind = await personWith(api, [...editing, "UserView", "RoleView_DeleteAction"]);
    // Hidden changes are neither shown nor restored.
    for (const type of ["RoleUserAdded", "RolePermissionsChanged"]) {
      const unseen = await restore(path, type, { as: blind.as });
      expect([type, unseen.status, unseen.body.code]).toEqual([type, 404, "notFound"]);
      expect(await detailOf(path, type, blind.as)).toMatchObject({ code: "notFound" });
    }
    expect([await permissionsOf(roleId), await usersOf(roleId)]).toEqual([["UserView"], []]);
  });

  test("[HI-03] [US-03] a role is restored with its name, permissions, users and files", async () => {
    const [first, second] = [unique("First "), unique("Second ")];
    const roleId = await done("POST", "/roles", { roleName: first });
    const path = `/roles/${roleId}`;
    const [one, other] = [await makeUser(api, { lastName: "One" }), await makeUser(api)];
    await grant(roleId, "UserView", "RoleView");
    await done("PUT", `${path}/users`, { userIds: [one.userId] });
    await done("PUT", path, { roleName: second, version: 1 });
    await grant(roleId, "UserView");
    await done("PUT", `${path}/users`, { userIds: [other.userId] });
    await done("DELETE", `${path}/users?userIds=${one.userId}`);
    const detail = await detailOf(path, "RoleUserAdded");
    expect(detail).toMatchObject({
      isRestorable: true,
      asOf: { roleName: first, permissions: ["UserView", "RoleView"], users: ["One"] },
    });
    const restored = await restore(path, "RoleUserAdded");
    expect([restored.status, restored.body.roleName]).toEqual([200, first]);
    expect(await permissionsOf(roleId)).toEqual(["RoleView", "UserView"]);
    expect(await usersOf(roleId)).toEqual([one.userId]);
    // Properties missing from the first state stay.
    expect((await restore(path, "RoleCreated")).status).toBe(200);
    expect(await usersOf(roleId)).toEqual([one.userId]);
    await done("PUT", `${path}/users`, { userIds: [other.userId] });
    expect((await restore(path, "RolePermissionsChanged", { at: 1 })).status).toBe(200);
    expect([await permissionsOf(roleId), await usersOf(roleId)]).toEqual([["UserView"], [one.userId]]);
  });

  test("[HI-03] [US-01] [US-04] a user is restored with their roles; deleted roles are reported first", async () => {
    const name = unique("Gone ");
    const [stays, gone] = [
      await makeRole(api, { permissions: ["UserView"] }),
      await makeRole(api, { roleName: name }),
    ];
    const { userId, userName } = await makeUser(api, {
      firstName: "Ada",
      lastName: "King",
      roleIds: [stays, gone],
    });
    const path = `/users/${userId}`;
    await done("PUT", path, { userName, firstName: "Augusta", lastName: "King" });
    await done("DELETE", `${path}/roles?roleIds=${stays}&roleIds=${gone}`);
    await done("DELETE", `/roles?roleIds=${gone}`);
    const refused = await restore(path, "UserRoleAdded", { at: 1 });
    expect([refused.status, refused.body.code]).toEqual([409, "restoredInPart"]);
    expect(refused.body.message).toContain(name);
    expect((await call("GET", path)).body).toMatchObject({ firstName: "Augusta", roles: [] });
    const restored = await restore(path, "UserRoleAdded", { at: 1, query: "?isProceed=true" });
    expect(restored.body).toMatchObject({ firstName: "Ada", roles: [{ roleId: stays }] });
  });

  test("[HI-03] [AA-03] attribute values are restored as far as they can be entered", async () => {
    const roleId = await makeRole(api);
    const path = `/roles/${roleId}`;
    const [text, number, later] = [
      await makeAttribute(),
      await makeAttribute(undefined, "Number"),
      await makeAttribute(),
    ];
    const add = (attributeId: string, attributeValue: unknown) =>
      done("POST", `${path}/attributes`, { attributeId, attributeValue });
    const valueId = await add(text, "red");
    await add(number, 12.5);
    await done("PUT", `${path}/attributes/${valueId}`, { attributeValue: "blue" });
    await done("PUT", `/attributes/${text}`, {
      attributeName: unique("Renamed "),
      attributeTypeId: "String",
    });
    await done("DELETE", `${path}/attributes?ids=${valueId}`);
    await add(later, "new");
    expect((await detailOf(path, "RoleAttributeAdded", undefined, 1)).asOf.attributes).toEqual([
      expect.stringMatching(/: red$/),
      expect.stringMatching(/: 12\.5$/),
    ]);
    expect((await restore(path, "RoleAttributeAdded", { at: 1 })).status).toBe(200);
    expect((await valuesOf(path)).toSorted()).toEqual([12.5, "red"]);
    expect((await restore(path, "RoleAttributeChanged")).status).toBe(200);
    expect((await valuesOf(path)).toSorted()).toEqual([12.5, "blue"]);
  });

  test("[HI-03] a user's earlier permissions are shown, also of a deleted user", async () => {
    const [roleName, other] = [unique("Held "), unique("Other ")];
    const roleId = await makeRole(api, { roleName, permissions: ["UserView", "UserView_DeleteAction"] });
    const second = await makeRole(api, { roleName: other, permissions: ["RoleView"] });
    const { userId, userName } = await makeUser(api, { roleIds: [roleId] });
    const path = `/users/${userId}`;
    await done("PUT", path, { userName, firstName: "A", lastName: "B" });
    await grant(roleId, "UserView");
    await done("PUT", `${path}/roles`, { roleIds: [second] });
    const roles = (type: string) => detailOf(path, type).then(({ asOf }) => [asOf.roles, asOf.permissions]);
    const before = [[roleName], ["UserView", "UserView_DeleteAction"]];
    expect(await roles("UserUpdated")).toEqual(before);
    await done("DELETE", `/users?userIds=${userId}`);
    expect(await roles("UserUpdated")).toEqual(before);
    const [names, permissions] = await roles("UserDeleted");
    expect([names.toSorted(), permissions]).toEqual([[roleName, other].toSorted(), ["UserView", "RoleView"]]);
    const { as } = await personWith(api, ["UserView", "UserView_HistoryAction"]);
    const { asOf } = await detailOf(path, "UserUpdated", as);
    expect([asOf.firstName, "roles" in asOf, "permissions" in asOf]).toEqual(["A", false, false]);
  });
});
