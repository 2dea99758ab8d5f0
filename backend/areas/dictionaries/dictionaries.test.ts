import { expect, test } from "vitest";
import { describeApi } from "../../testing/api";
import { faultyFields, makeRole, makeUser, personWith, unique, unknownId } from "../../testing/factories";

describeApi("dictionaries", (api) => {
  const ids = async (url: string, as = api.administrator) => {
    const { body } = await api.request(`${url}pageLimit=-1`, { as });
    expect(body.totalCount).toBe(body.list.length);
    return body.list.map((row: { id: string }) => row.id);
  };

  test("[BE-01] lists selectable roles without those that a user holds", async () => {
    const [held, free] = [
      await makeRole(api),
      await makeRole(api, { roleName: unique("Free "), isDefault: true }),
    ];
    const { userId } = await makeUser(api, { roleIds: [held] });
    expect(await ids("/dictionaries/roles?")).toEqual(expect.arrayContaining([held, free]));
    const lacked = await ids(`/dictionaries/roles?userId=${userId}&isExcludedById=true&`);
    expect(lacked).toContain(free);
    expect(lacked).not.toContain(held);
    const { body } = await api.request("/dictionaries/roles?phrase=free", { as: api.administrator });
    expect(body.list[0]).toEqual({ id: free, name: expect.stringMatching(/^Free /), isDefault: true });
  });

  test("[BE-01] [AA-01] without a page limit a dictionary is returned whole, and users by page", async () => {
    for (let count = 0; count < 11; count++) {
      await makeRole(api);
      await makeUser(api);
    }
    const { body: types } = await api.request("/dictionaries/attribute-types", { as: api.administrator });
    expect(types.list).toHaveLength(12);
    expect(types.list).toContainEqual({ id: "String", name: "String" });
    const { body: roles } = await api.request("/dictionaries/roles", { as: api.administrator });
    expect(roles.list.length).toBeGreaterThan(10);
    expect(roles.list).toHaveLength(roles.totalCount);
    const { body: first } = await api.request("/dictionaries/roles?PageLimit=10", { as: api.administrator });
    expect(first.list).toHaveLength(10);
    const { body: users } = await api.request("/dictionaries/users", { as: api.administrator });
    expect(users.list).toHaveLength(10);
  });

  test("[PM-01] [US-04] marks roles that the caller cannot give, which are refused as well", async () => {
    const held = await makeRole(api, { permissions: ["UserView"] });
    const more = await makeRole(api, { permissions: ["UserView", "RoleView"] });
    const empty = await makeRole(api);
    const { userId } = await makeUser(api);
    const { as: limited } = await personWith(api, [
      "UserView",
      "UserView_EditAction",
      "UserView_RoleSection",
    ]);
    const deniedFrom = async (as: typeof limited) => {
      const { body } = await api.request("/dictionaries/roles?pageLimit=-1", { as });
      return body.list.filter((row: { denied?: boolean }) => row.denied).map(({ id }: { id: string }) => id);
    };
    const denied = await deniedFrom(limited);
    expect(denied).toContain(more);
    expect(denied).not.toContain(held);
    expect(denied).not.toContain(empty);
    expect(await deniedFrom(api.administrator)).toEqual([]);
    for (const [roleId, status] of [
      [more, 403],
      [held, 204],
    ] as const)
      expect(
        (
          await api.request(`/users/${userId}/roles`, {
            method: "PUT",
            as: limited,
            body: { roleIds: [roleId] },
          })
        ).status,
      ).toBe(status);
  });

  test("[US-02] a filter finds default roles, however many others there are", async () => {
    const [plain, standard] = [await makeRole(api), await makeRole(api, { isDefault: true })];
    const found = await ids("/dictionaries/roles?filters=isDefault:is:yes&");
    expect(found).toContain(standard);
    expect(found).not.toContain(plain);
  });

  test("[BE-01] lists selectable users without those who hold a role", async () => {
    const roleId = await makeRole(api);
    const holder = await makeUser(api, { roleIds: [roleId] });
    const other = await makeUser(api, { firstName: "Anna", lastName: "Żak", email: "anna@example.com" });
    const lacking = await ids(`/dictionaries/users?roleId=${roleId}&isExcludedById=true&`);
    expect(lacking).toContain(other.userId);
    expect(lacking).not.toContain(holder.userId);
    const { body } = await api.request(`/dictionaries/users?phrase=${other.userName}`, {
      as: api.administrator,
    });
    expect(body).toEqual({
      totalCount: 1,
      list: [
        {
          id: other.userId,
          name: "Anna Żak",
          userName: other.userName,
          email: "anna@example.com",
          avatar: null,
        },
      ],
    });
    const found = `/dictionaries/users?roleId=${roleId}&isExcludedById=true&phrase=${holder.userName}`;
    expect((await api.request(found, { as: api.administrator })).body.totalCount).toBe(0);
  });

  test("[BE-01] an unknown id to exclude by is refused on its field", async () => {
    const elsewhere = await makeRole(api, { tenant: "acme" });
    for (const roleId of [unknownId, "x", elsewhere]) {
      const response = await api.request(`/dictionaries/users?roleId=${roleId}&isExcludedById=true`, {
        as: api.administrator,
      });
      expect([response.status, faultyFields(response.body)]).toEqual([400, ["roleId"]]);
    }
  });

  test("[PM-02] each of the named permissions is enough, and one is needed", async () => {
    const nothing = await personWith(api, []);
    const adder = await personWith(api, ["UserView_AddAction"]);
    const picker = await personWith(api, ["RoleView_UserSection_AddAction"]);
    const status = async (name: string, as?: string) =>
      (await api.request(`/dictionaries/${name}`, { as })).status;
    expect([
      await status("roles"),
      await status("roles", nothing.as),
      await status("users", nothing.as),
    ]).toEqual([401, 403, 403]);
    expect([await status("roles", adder.as), await status("users", adder.as)]).toEqual([200, 403]);
    expect([await status("roles", picker.as), await status("users", picker.as)]).toEqual([403, 200]);
  });
});
