import { expect, test } from "vitest";
import { administratorRoleId } from "../../database/schema";
import { describeApi } from "../../testing/api";
import { makeAdministratorOf, makeRole, makeUser, personWith } from "../../testing/factories";

describeApi("roles of several users", (api) => {
  test("[TL-08] [US-04] roles are added and removed in bulk, with the values that undo it", async () => {
    const [added, removed] = [await makeRole(api), await makeRole(api)];
    const [one, other] = [
      await makeUser(api, { roleIds: [removed] }),
      await makeUser(api, { roleIds: [added] }),
    ];
    const change = async (userIds: string[], values: object, as = api.administrator) => {
      const { body } = await api.request("/users", { method: "PATCH", as, body: { userIds, values } });
      return body.results;
    };
    const rolesOf = async ({ userId }: { userId: string }) => {
      const { body } = await api.request(`/users/${userId}`, { as: api.administrator });
      return body.roles.map(({ roleId }: { roleId: string }) => roleId);
    };
    const results = await change([one.userId, other.userId], { roleIds: [added], removedRoleIds: [removed] });
    expect(results).toEqual([
      { recordId: one.userId, isSaved: true, undo: { roleIds: [removed], removedRoleIds: [added] } },
      { recordId: other.userId, isSaved: true },
    ]);
    expect([await rolesOf(one), await rolesOf(other)]).toEqual([[added], [added]]);
    await change([one.userId], results[0].undo);
    expect(await rolesOf(one)).toEqual([removed]);

    const weaker = await personWith(api, ["UserView", "UserView_EditAction", "UserView_RoleSection"]);
    const strong = await makeAdministratorOf(api, "main");
    const [refused] = await change([strong.userId], { removedRoleIds: [administratorRoleId] }, weaker.as);
    expect(refused).toMatchObject({ isSaved: false, error: { code: "rolesOfStronger" } });
  });
});
