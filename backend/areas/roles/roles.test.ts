import { Workbook } from "exceljs";
import { expect, test } from "vitest";
import { administratorRoleId } from "../../database/schema";
import { sql } from "../../database/sql";
import { holdersAtOnce } from "../../members/holders";
import { describeApi } from "../../testing/api";
import { faultyFields, makeRole, makeUser, unique, unknownId } from "../../testing/factories";

describeApi("roles", (api) => {
  const as = () => api.administrator;

  test("[US-03] a role is created, shown, listed, found and edited", async () => {
    const roleName = unique("Büro ");
    const created = await api.request("/roles", { method: "POST", as: as(), body: { roleName } });
    expect(created.status).toBe(200);
    const detail = await api.request(`/roles/${created.body}`, { as: as() });
    expect(detail.body).toMatchObject({
      roleId: created.body,
      roleName,
      isDefault: false,
      isBuiltIn: false,
      createdBy: "Administrator",
      updatedOn: null,
      version: 1,
    });
    const found = await api.request(`/roles?phrase=${encodeURIComponent(roleName.toUpperCase())}`, {
      as: as(),
    });
    expect(found.body).toMatchObject({ list: [{ roleId: created.body }], totalCount: 1 });
    const saved = await api.request(`/roles/${created.body}`, {
      method: "PUT",
      as: as(),
      body: { roleName, isDefault: true, version: 1 },
    });
    expect(saved.body).toMatchObject({ isDefault: true, version: 2, updatedBy: "Administrator" });
    const update = await api.request(`/roles/${created.body}/last-update`, { as: as() });
    expect(update.body.updatedOn).toBe(saved.body.updatedOn);
    const sorted = await api.request("/roles?sortBy=isDefault&sortDir=desc", { as: as() });
    expect(sorted.body.list[0].isDefault).toBe(true);
    const last = await api.request("/roles/last-update", { as: as() });
    expect(last.body.updatedOn).toBe(saved.body.updatedOn);
  });

  test("[US-03] a role shows its number of users and permissions", async () => {
    const roleName = unique("Counted ");
    const roleId = await makeRole(api, { roleName, permissions: ["UserView", "RoleView"] });
    const { userId } = await makeUser(api, { roleIds: [roleId] });
    await makeUser(api, { roleIds: [roleId] });
    const counted = async (id: string) => (await api.request(`/roles/${id}`, { as: as() })).body;
    expect(await counted(roleId)).toMatchObject({ userCount: 2, permissionCount: 2 });
    await api.request(`/users?userIds=${userId}`, { method: "DELETE", as: as() });
    expect(await counted(roleId)).toMatchObject({ userCount: 1 });
    // It has every permission, including future ones.
    expect(await counted(administratorRoleId)).toMatchObject({ permissionCount: null });
    const filtered = await api.request("/roles?sortBy=userCount&filters=permissionCount:atLeast:2", {
      as: as(),
    });
    expect(filtered.body.list).toContainEqual(
      expect.objectContaining({ roleId, userCount: 1, permissionCount: 2 }),
    );
  });

  test("[TL-03] a role's number of users is a number in Excel too", async () => {
    const roleName = unique("Counted ");
    const roleId = await makeRole(api, { roleName, permissions: ["UserView", "RoleView"] });
    await makeUser(api, { roleIds: [roleId] });
    const columns = ["roleName", "userCount", "permissionCount"].map((dataField) => ({ dataField }));
    const response = await api.app.inject({
      method: "POST",
      url: "/roles/export",
      headers: { authorization: as() },
      payload: { phrase: roleName, columns },
    });
    const workbook = new Workbook();
    await workbook.xlsx.load(response.rawPayload as unknown as ArrayBuffer);
    expect(workbook.worksheets[0]?.getRow(2).values).toEqual([undefined, roleName, 1, 2]);
  });

  test("[US-03] a name is required, and unique among active roles, ignoring case", async () => {
    const roleName = unique("Once ");
    const roleId = await makeRole(api, { roleName });
    const post = (name: unknown) =>
      api.request("/roles", { method: "POST", as: as(), body: { roleName: name } });
    for (const name of [undefined, "", "  ", roleName.toLowerCase(), "x".repeat(101), 5]) {
      const response = await post(name);
      expect([response.status, faultyFields(response.body)]).toEqual([400, ["roleName"]]);
    }
    await api.request(`/roles?roleIds=${roleId}`, { method: "DELETE", as: as() });
    expect((await post(roleName)).status).toBe(200);
  });

  test("[FM-09] a stale save returns the stored version", async () => {
    const roleId = await makeRole(api);
    const save = (roleName: string, version: number) =>
      api.request(`/roles/${roleId}`, { method: "PUT", as: as(), body: { roleName, version } });
    const first = await save(unique("First "), 1);
    const second = await save(unique("Second "), 1);
    expect([second.status, second.body.code]).toEqual([409, "stale"]);
    expect(second.body.current).toEqual(first.body);
  });

  test("[US-03] deleting a role removes it from its users and keeps its history", async () => {
    const roleName = unique("Gone ");
    const roleId = await makeRole(api, { roleName });
    const { userId } = await makeUser(api, { roleIds: [roleId] });
    const other = await makeRole(api);
    const partly = await api.request(`/roles?roleIds=${other}&roleIds=${unknownId}`, {
      method: "DELETE",
      as: as(),
    });
    expect(partly.status).toBe(404);
    const removed = await api.request(`/roles?roleIds=${roleId}`, { method: "DELETE", as: as() });
    expect(removed.status).toBeLessThan(300);
    expect((await api.request(`/roles/${roleId}`, { as: as() })).status).toBe(404);
    expect((await api.request(`/users/${userId}`, { as: as() })).body.roles).toEqual([]);
    const ofRole = await api.request(`/roles/${roleId}/history`, { as: as() });
    expect(ofRole.body.list.map((row: { type: string }) => row.type)).toEqual([
      "RoleDeleted",
      "RoleUserRemoved",
      "RoleUserAdded",
      "RoleCreated",
    ]);
    const ofUser = await api.request(`/users/${userId}/history`, { as: as() });
    expect(ofUser.body.list[0].type).toBe("UserRoleRemoved");
  });

  test("[US-03] a very large role is deleted at once, and every user's history has it", async () => {
    const roleId = await makeRole(api);
    const holders = holdersAtOnce + 2;
    await api.connection.transaction("owner", (db) =>
      db.execute(sql`with people as (
          insert into accounts (user_name) select ${unique("holder")} || n from generate_series(1, ${holders}::integer) n
          returning user_id, user_name
        ), tenant as (select tenant_id from tenants where identifier = 'main'
        ), made as (
          insert into users (tenant_id, user_id, user_name) select tenant_id, user_id, user_name from people, tenant
          returning tenant_id, user_id
        )
        select count(*) from made`),
    );
    await api.connection.transaction("owner", (db) =>
      db.execute(sql`insert into user_roles (tenant_id, user_id, role_id)
        select tenant_id, user_id, ${roleId}::uuid from users
        where archived_on is null and not exists (select from user_roles r where r.user_id = users.user_id) limit ${holders}::integer`),
    );
    const removed = await api.request(`/roles?roleIds=${roleId.toUpperCase()}`, {
      method: "DELETE",
      as: as(),
    });
    expect(removed.status).toBeLessThan(300);
    const { rows } = await api.connection.transaction("owner", (db) =>
      db.execute<{ type: string; count: number }>(sql`select type, count(*) as count from history
        where type in ('RoleUserRemoved', 'UserRoleRemoved')
          and (record_id = ${roleId} or previous ->> 'roleId' = ${roleId}) group by type order by type`),
    );
    expect(rows).toEqual([
      { type: "RoleUserRemoved", count: holders },
      { type: "UserRoleRemoved", count: holders },
    ]);
    const left = await api.connection.transaction("owner", (db) =>
      db.execute<{ left: number }>(sql`select count(*) as left from user_roles where role_id = ${roleId}`),
    );
    expect(Number(left.rows[0]?.left)).toBe(0);
  });

  test("[US-03] a role's users are sorted by name, also after a rename", async () => {
    const roleId = await makeRole(api);
    const first = await makeUser(api, { lastName: "Ähre", firstName: "Zoë", roleIds: [roleId] });
    const second = await makeUser(api, { lastName: "berg", firstName: "Ana", roleIds: [roleId] });
    const names = async (sortBy: string) =>
      (await api.request(`/roles/${roleId}/users?sortBy=${sortBy}`, { as: as() })).body.list.map(
        (row: { userName: string }) => row.userName,
      );
    expect(await names("lastName")).toEqual([first.userName, second.userName]);
    expect(await names("firstName")).toEqual([second.userName, first.userName]);
    const userName = unique("0");
    const saved = await api.request(`/users/${second.userId}`, {
      method: "PUT",
      as: as(),
      body: { userName, firstName: "Žarko", lastName: "Aachen", email: "" },
    });
    expect(saved.status).toBe(200);
    expect(await names("lastName")).toEqual([userName, first.userName]);
    expect(await names("firstName")).toEqual([userName, first.userName]);
    expect(await names("userName")).toEqual([userName, first.userName]);
  });

  test("[PM-03] the administrator role cannot be changed, deleted or given other permissions", async () => {
    const role = `/roles/${administratorRoleId}`;
    const responses = [
      await api.request(role, { method: "PUT", as: as(), body: { roleName: "Mine", version: 1 } }),
      await api.request(`/roles?roleIds=${administratorRoleId}`, { method: "DELETE", as: as() }),
      await api.request(`${role}/permissions`, { method: "PUT", as: as(), body: [] }),
    ];
    for (const { status, body } of responses) expect([status, body.code]).toEqual([403, "builtInRole"]);
    expect((await api.request(role, { as: as() })).body).toMatchObject({ isBuiltIn: true, version: 1 });
  });

  test("[US-03] users are added to and removed from a role, searched and sorted in its list", async () => {
    const roleId = await makeRole(api);
    const first = await makeUser(api, { firstName: "Ana", lastName: "Żak" });
    const second = await makeUser(api, { firstName: "Łucja", lastName: "Adams" });
    const url = `/roles/${roleId}/users`;
    const userIds = [first.userId, second.userId];
    expect((await api.request(url, { method: "PUT", as: as(), body: { userIds } })).status).toBeLessThan(300);
    expect((await api.request(url, { method: "PUT", as: as(), body: { userIds } })).status).toBeLessThan(300);
    const idsOf = async (query: string) => {
      const { body } = await api.request(`${url}?${query}`, { as: as() });
      expect(body.totalCount).toBe(body.list.length);
      return body.list.map((row: { userId: string }) => row.userId);
    };
    expect(await idsOf("")).toEqual([second.userId, first.userId]);
    for (const sortBy of ["firstName", "userName", "createdOn", "createdBy"])
      expect(await idsOf(`sortBy=${sortBy}&sortDir=desc`)).toHaveLength(2);
    expect(await idsOf("phrase=lucja")).toEqual([second.userId]);
    const gone = await api.request(`${url}?userIds=${first.userId}`, { method: "DELETE", as: as() });
    expect(gone.status).toBeLessThan(300);
    expect(await idsOf("")).toEqual([second.userId]);
    await api.request(`/users?userIds=${second.userId}`, { method: "DELETE", as: as() });
    expect(await idsOf("")).toEqual([]);
  });

  test("[US-03] unknown users are refused on their field, by any kind of id", async () => {
    const url = `/roles/${await makeRole(api)}/users`;
    const elsewhere = await makeUser(api, { tenant: "acme" });
    const deleted = await makeUser(api);
    await api.request(`/users?userIds=${deleted.userId}`, { method: "DELETE", as: as() });
    for (const userId of [unknownId, "not-an-id", elsewhere.userId, deleted.userId]) {
      const put = await api.request(url, { method: "PUT", as: as(), body: { userIds: [userId] } });
      const remove = await api.request(`${url}?userIds=${userId}`, { method: "DELETE", as: as() });
      for (const response of [put, remove])
        expect([response.status, faultyFields(response.body)]).toEqual([400, ["userIds"]]);
    }
    expect((await api.request(url, { method: "PUT", as: as(), body: { userIds: [] } })).status).toBe(400);
    const unknownRole = await api.request(`/roles/${unknownId}/users`, { as: as() });
    expect(unknownRole.status).toBe(404);
  });
});
