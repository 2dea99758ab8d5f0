import { expect, test } from "vitest";
import type { PermissionNode } from "../../../lib/contract/roles";
import { offeredIn } from "../../access/offered";
import { administratorRoleId } from "../../database/schema";
import { describeApi } from "../../testing/api";
import { faultyFields, makeRole, makeUser, personWith, personWithout, unique } from "../../testing/factories";

const flat = (nodes: PermissionNode[]) =>
  nodes.flatMap(({ view, actions, segments }) => [
    view,
    ...actions,
    ...segments.flatMap(({ segment, actions: itsActions }) => [segment, ...itsActions]),
  ]);

describeApi("permissions of a role", (api) => {
  const url = (roleId: string) => `/roles/${roleId}/permissions`;
  const grantedTo = async (roleId: string) => {
    const { body } = await api.request(url(roleId), { as: api.administrator });
    return flat(body)
      .filter((node) => node.permissionValue)
      .map((node) => node.permissionId);
  };
  const grant = (as: string, roleId: string, ...names: string[]) =>
    api.request(url(roleId), {
      method: "PUT",
      as,
      body: names.map((permissionId) => ({ permissionId, permissionValue: true })),
    });

  const offered = offeredIn("main", false);

  test("[PM-01] every permission is in the tree once, and the administrator role holds them all", async () => {
    const { body } = await api.request(url(await makeRole(api)), { as: api.administrator });
    expect(
      flat(body)
        .map((node) => node.permissionId)
        .sort(),
    ).toEqual([...offered].sort());
    expect(flat(body).some((node) => node.permissionValue)).toBe(false);
    expect(await grantedTo(administratorRoleId)).toEqual(expect.arrayContaining([...offered]));
  });

  test("[PM-03] each has its type and parent", async () => {
    const { body } = await api.request(url(await makeRole(api)), { as: api.administrator });
    const nodes = flat(body);
    for (const { permissionId, parentPermissionId, permissionType, permissionLabel } of nodes) {
      const parts = permissionId.split("_");
      expect(parentPermissionId).toBe(parts.slice(0, -1).join("_") || null);
      const last = parts.at(-1) ?? "";
      const type = parts.length === 1 ? "View" : last.endsWith("Section") ? "Section" : "Action";
      expect([permissionType, permissionLabel]).toEqual([type, last]);
    }
    expect(new Set(nodes.map(({ permissionType }) => permissionType)).size).toBe(3);
  });

  test("[PM-03] permissions in a flat list or in a returned tree are granted", async () => {
    const save = (roleId: string, body: unknown) =>
      api.request(url(roleId), { method: "PUT", as: api.administrator, body });
    const roleId = await makeRole(api, { permissions: ["RoleView"] });
    const names = [{ permissionId: "UserView" }, { permissionId: "UserView_RoleSection" }];
    expect((await save(roleId, names)).status).toBe(204);
    expect(await grantedTo(roleId)).toEqual(["UserView", "UserView_RoleSection"]);
    const other = await makeRole(api);
    const { body } = await api.request(url(roleId), { as: api.administrator });
    expect((await save(other, flat(body))).status).toBe(204);
    expect(await grantedTo(other)).toEqual(["UserView", "UserView_RoleSection"]);
    for (const permissionValue of ["yes", 1, null])
      expect((await save(roleId, [{ permissionId: "RoleView", permissionValue }])).status).toBe(400);
  });

  test("[PM-03] a flat list replaces the permissions; omitted or false ones are removed", async () => {
    const roleId = await makeRole(api, { permissions: ["RoleView"] });
    const response = await api.request(url(roleId), {
      method: "PUT",
      as: api.administrator,
      body: [
        { permissionId: "UserView", permissionValue: true },
        { permissionId: "UserView_RoleSection", permissionValue: true },
        { permissionId: "UserView_EditAction", permissionValue: false },
      ],
    });
    expect(response.status).toBeLessThan(300);
    expect(await grantedTo(roleId)).toEqual(["UserView", "UserView_RoleSection"]);
    const { body } = await api.request(`/roles/${roleId}/history`, { as: api.administrator });
    expect(body.list[0].type).toBe("RolePermissionsChanged");
    const change = await api.request(`/roles/${roleId}/history/${body.list[0].type}/${body.list[0].id}`, {
      as: api.administrator,
    });
    expect(change.body).toMatchObject({
      previous: { permissions: ["RoleView"] },
      current: { permissions: ["UserView", "UserView_RoleSection"] },
    });
    expect((await api.request(`/roles/${roleId}`, { as: api.administrator })).body).toMatchObject({
      version: 1,
      updatedBy: "Administrator",
    });
  });

  test("[FM-10] a list keeps permissions that it cannot name: of other tenants and versions", async () => {
    const strange = ["TenantView", "UserView_OfAnotherVersion"] as never[];
    const roleId = await makeRole(api, { permissions: ["RoleView", ...strange] });
    const storedNames = async () => {
      const { body } = await api.request(`/roles/${roleId}/history?sortDir=desc`, { as: api.administrator });
      const { type, id } = body.list[0];
      const change = await api.request(`/roles/${roleId}/history/${type}/${id}`, { as: api.administrator });
      return change.body.current.permissions;
    };
    await grant(api.administrator, roleId, "UserView");
    expect(await storedNames()).toEqual(["UserView", ...strange]);
    expect(await grantedTo(roleId)).toEqual(["UserView"]);
  });

  test("[PM-01] an unknown permission is refused with its place in the list", async () => {
    const response = await grant(api.administrator, await makeRole(api), "UserView", "UserView_FlyAction");
    expect([response.status, faultyFields(response.body)]).toEqual([400, ["1.permissionId"]]);
  });

  test("[PM-02] permissions that the caller lacks cannot be granted, but kept or removed", async () => {
    const editor = await personWithout(api, "UserView_DeleteAction");
    const roleId = await makeRole(api, { permissions: ["UserView_DeleteAction"] });
    const other = await makeRole(api);
    const refused = await grant(editor.as, other, "UserView", "UserView_DeleteAction");
    expect([refused.status, refused.body.code]).toEqual([403, "permissionNotHeld"]);
    expect(await grantedTo(other)).toEqual([]);
    expect((await grant(editor.as, roleId, "UserView", "UserView_DeleteAction")).status).toBeLessThan(300);
    expect((await grant(editor.as, roleId, "UserView")).status).toBeLessThan(300);
    expect((await grant(editor.as, roleId, "UserView_DeleteAction")).status).toBe(403);
  });

  test("[PM-02] a role with permissions that the caller lacks cannot be given", async () => {
    const editor = await personWithout(api, "UserView_DeleteAction");
    const roleId = await makeRole(api, { permissions: ["UserView_DeleteAction"] });
    const { userId } = await makeUser(api);
    for (const role of [roleId, administratorRoleId]) {
      const response = await api.request(`/roles/${role}/users`, {
        method: "PUT",
        as: editor.as,
        body: { userIds: [userId] },
      });
      expect([response.status, response.body.code]).toEqual([403, "permissionNotHeld"]);
    }
  });

  test("[FM-09] a stale save of permissions returns the stored ones", async () => {
    const roleId = await makeRole(api, { permissions: ["RoleView"] });
    const read = async () => (await api.request(url(roleId), { as: api.administrator })).body;
    const save = (version: unknown, ...names: string[]) =>
      api.request(`${url(roleId)}?version=${version}`, {
        method: "PUT",
        as: api.administrator,
        body: names.map((permissionId) => ({ permissionId, permissionValue: true })),
      });
    const [{ version }] = await read();
    // Renaming the role is independent and does not block saving.
    const renamed = { roleName: unique("Renamed "), version: 1 };
    await api.request(`/roles/${roleId}`, { method: "PUT", as: api.administrator, body: renamed });
    const responses = await Promise.all(
      ["UserView", "UserView_EditAction"].map((name) => save(version, name)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 409]);
    const refused = responses.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ code: "stale", current: await read() });
    expect((await save(version + 1, "RoleView")).status).toBe(204);
    expect(await grantedTo(roleId)).toEqual(["RoleView"]);
    expect((await save("x", "RoleView")).status).toBe(400);
    expect((await save("", "UserView")).status).toBe(400);
  });

  test("[PM-04] changed permissions take effect on open sessions", async () => {
    const roleId = await makeRole(api);
    const person = await personWith(api, [], { roleIds: [roleId] });
    expect((await api.request("/roles", { as: person.as })).status).toBe(403);
    await grant(api.administrator, roleId, "RoleView");
    expect((await api.request("/roles", { as: person.as })).status).toBe(200);
    await grant(api.administrator, roleId);
    expect((await api.request("/roles", { as: person.as })).status).toBe(403);
  });

  const clone = (as: string | undefined, roleId: string, roleName: string) =>
    api.request(`/roles/${roleId}/clone`, { method: "POST", as, body: { roleName } });

  test("[PM-05] cloning a role requires creating roles and all its permissions", async () => {
    const source = await makeRole(api, { permissions: ["UserView", "UserView_EditAction"] });
    expect((await clone(undefined, source, unique("Copy"))).status).toBe(401);
    const needed = [
      "RoleView",
      "RoleView_AddAction",
      "RoleView_EditAction",
      "RoleView_PermissionSection",
    ] as const;
    for (const lacking of needed) {
      const { as } = await personWithout(api, lacking);
      expect((await clone(as, source, unique("Copy"))).status, lacking).toBe(403);
    }
    const weaker = await personWith(api, [...needed, "UserView"]);
    const roleName = unique("Copy");
    const refused = await clone(weaker.as, source, roleName);
    expect([refused.status, refused.body.code]).toEqual([403, "permissionNotHeld"]);
    expect((await clone(weaker.as, administratorRoleId, roleName)).status).toBe(403);
    const { body } = await api.request(`/roles?phrase=${roleName}`, { as: api.administrator });
    expect(body.totalCount).toBe(0);
    const elsewhere = await makeRole(api, { tenant: unique("t") });
    for (const gone of [elsewhere, crypto.randomUUID(), "x"])
      expect((await clone(api.administrator, gone, roleName)).status).toBe(404);
  });

  test("[PM-05] a clone has the same permissions, a new name, and nothing else", async () => {
    const original = unique("Original");
    const strange = ["TenantView", "UserView_OfAnotherVersion"] as never[];
    const source = await makeRole(api, {
      roleName: original,
      permissions: ["UserView", "RoleView", ...strange],
    });
    const holder = await makeUser(api, { roleIds: [source] });
    await api.request(`/roles/${source}`, {
      method: "PUT",
      as: api.administrator,
      body: { roleName: original, isDefault: true },
    });
    for (const taken of [original, original.toUpperCase(), ""]) {
      const response = await clone(api.administrator, source, taken);
      expect([response.status, faultyFields(response.body)]).toEqual([400, ["roleName"]]);
    }
    const roleName = unique("Copy");
    const made = await clone(api.administrator, source, roleName);
    expect(made.status).toBeLessThan(300);
    expect(await grantedTo(made.body)).toEqual(["UserView", "RoleView"]);
    const detail = await api.request(`/roles/${made.body}`, { as: api.administrator });
    expect(detail.body).toMatchObject({ roleName, isDefault: false, isBuiltIn: false, userCount: 0 });
    expect(
      (await api.request(`/users/${holder.userId}/roles`, { as: api.administrator })).body.totalCount,
    ).toBe(1);
    const { body } = await api.request(`/roles/${made.body}/history`, { as: api.administrator });
    expect(body.list.map(({ type }: { type: string }) => type).toSorted()).toEqual([
      "RoleCreated",
      "RolePermissionsChanged",
    ]);
    // A clone of the administrator role lists all permissions by name, so that some can be removed.
    const everything = await clone(api.administrator, administratorRoleId, unique("All"));
    expect((await grantedTo(everything.body)).toSorted()).toEqual([...offered].toSorted());
  });
});
