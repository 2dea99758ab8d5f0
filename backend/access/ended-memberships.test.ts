import { expect, test } from "vitest";
import { sql } from "../database/sql";
import { runDeferredWork } from "../deferred/deferred-work";
import { holdersInRequest } from "../members/holders";
import { describeApi } from "../testing/api";
import { makeRole, makeUser, personWith, unique } from "../testing/factories";

describeApi("roles and their users after a deletion", (api) => {
  const call = (method: "GET" | "PUT" | "POST" | "DELETE", path: string, body?: object, as?: string) =>
    api.request(path, { method, as: as ?? api.administrator, body });
  const removeRoles = (...ids: string[]) => removed(`/roles?${ids.map((id) => `roleIds=${id}`).join("&")}`);
  const removeUsers = (...ids: string[]) => removed(`/users?${ids.map((id) => `userIds=${id}`).join("&")}`);
  const removed = async (path: string) => expect((await call("DELETE", path)).status).toBe(204);
  const restoreRoles = (roleIds: string[], as?: string) =>
    call("POST", "/roles/deleted/restore", { roleIds }, as);
  const restoreUsers = (userIds: string[], query = "", as?: string) =>
    call("POST", `/users/deleted/restore${query}`, { userIds }, as);
  const rolesOf = async (userId: string): Promise<string[]> =>
    (await call("GET", `/users/${userId}`)).body.roles.map(({ roleId }: { roleId: string }) => roleId).sort();
  const usersOf = async (roleId: string): Promise<string[]> => {
    const { list, totalCount } = (await call("GET", `/roles/${roleId}/users`)).body;
    expect(list).toHaveLength(totalCount);
    return list.map(({ userId }: { userId: string }) => userId).sort();
  };
  const make = async (...roleIds: string[]) => (await makeUser(api, { roleIds })).userId;

  test("[HI-03] [PM-02] users who may not give a role are warned before restoring a user without it", async () => {
    const name = unique("Strong ");
    const [weak, strong] = [
      await makeRole(api, { permissions: ["UserView"] }),
      await makeRole(api, { roleName: name, permissions: ["UserView", "RoleView"] }),
    ];
    const userId = await make(weak, strong);
    await removeUsers(userId);
    const { as } = await personWith(api, ["UserView", "UserView_DeleteAction"]);
    const refused = await restoreUsers([userId], "", as);
    expect([refused.status, refused.body.code]).toEqual([409, "restoredInPart"]);
    expect(refused.body.message).toContain(name);
    expect((await call("GET", `/users/${userId}`)).status).toBe(404);
    expect((await restoreUsers([userId], "?isProceed=true", as)).status).toBe(204);
    expect(await rolesOf(userId)).toEqual([weak]);
    // Roles given up then are not regained indirectly.
    await removeRoles(strong);
    expect((await restoreRoles([strong])).status).toBe(204);
    expect(await rolesOf(userId)).toEqual([weak]);
  });

  test("[HI-03] [US-03] a deleted role is restored with exactly its users of that time", async () => {
    const roleId = await makeRole(api, { permissions: ["UserView"] });
    const [one, other, left] = [await make(roleId), await make(roleId), await make(roleId)];
    await call("DELETE", `/roles/${roleId}/users?userIds=${left}`);
    const second = await makeRole(api);
    const holder = await make(second);
    await removeRoles(roleId, second);
    expect(await rolesOf(one)).toEqual([]);
    expect((await restoreRoles([roleId, second])).status).toBe(204);
    expect(await usersOf(roleId)).toEqual([one, other].sort());
    expect([await usersOf(second), await rolesOf(left)]).toEqual([[holder], []]);
    const { list } = (await call("GET", `/users/${one}/history`)).body;
    expect(list[0].type).toBe("UserRoleAdded");
    // Removed between two deletions, it stays removed.
    await call("DELETE", `/roles/${roleId}/users?userIds=${one}`);
    await removeRoles(roleId);
    expect((await restoreRoles([roleId])).status).toBe(204);
    expect(await usersOf(roleId)).toEqual([other]);
  });

  test("[HI-03] [US-04] deleted users are restored with their roles of that time", async () => {
    const [first, second] = [await makeRole(api), await makeRole(api, { permissions: ["RoleView"] })];
    const [one, other] = [await make(first, second), await make(second)];
    await call("DELETE", `/users/${one}/roles?roleIds=${first}`);
    await removeUsers(one, other);
    expect(await usersOf(second)).toEqual([]);
    expect((await restoreUsers([one, other])).status).toBe(204);
    expect([await rolesOf(one), await rolesOf(other)]).toEqual([[second], [second]]);
    const news = await api.connection.transaction("owner", (db) =>
      db.execute(sql`select from notifications where user_id = ${one} and event = 'roleGiven'`),
    );
    expect(news.rows).toHaveLength(1);
  });

  test.each(["users first", "roles first"])(
    "[HI-03] a role and its user, both deleted, are reconnected in any order: %s",
    async (order) => {
      for (const isUserDeletedFirst of [true, false]) {
        const roleId = await makeRole(api);
        const userId = await make(roleId);
        if (isUserDeletedFirst) await removeUsers(userId);
        await removeRoles(roleId);
        if (!isUserDeletedFirst) await removeUsers(userId);
        const restoring = [() => restoreUsers([userId]), () => restoreRoles([roleId])];
        if (order === "roles first") restoring.reverse();
        for (const restore of restoring) expect((await restore()).status).toBe(204);
        expect(await rolesOf(userId)).toEqual([roleId]);
      }
    },
  );

  // Twenty thousand membership changes in sequence.
  test("[HI-03] a very large role is given back to all its users, even while still being removed", {
    timeout: 180_000,
  }, async () => {
    const roleId = await makeRole(api);
    const count = holdersInRequest + 2;
    // In batches: no statement may take long.
    for (let left = count; left > 0; left -= 500)
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`with people as (
            insert into accounts (user_name) select ${unique("many")} || n from generate_series(1, ${Math.min(left, 500)}::integer) n
            returning user_id, user_name
          ), made as (
            insert into users (tenant_id, user_id, user_name)
            select t.tenant_id, user_id, user_name from people, tenants t where t.identifier = 'main'
            returning tenant_id, user_id
          )
          insert into user_roles (tenant_id, user_id, role_id) select tenant_id, user_id, ${roleId}::uuid from made`),
      );
    const settle = async () => {
      await runDeferredWork(api.connection);
      return (await call("GET", `/roles/${roleId}`)).body.userCount as number;
    };
    await removeRoles(roleId);
    expect((await restoreRoles([roleId])).status).toBe(204);
    await expect.poll(settle, { timeout: 60_000 }).toBe(count);
    await removeRoles(roleId);
    await runDeferredWork(api.connection);
    expect((await restoreRoles([roleId])).status).toBe(204);
    await expect.poll(settle, { timeout: 60_000 }).toBe(count);
  });
});
