import { expect, test } from "vitest";
import type { PermissionName } from "../../lib/contract/permissions";
import { administratorRoleId } from "../database/schema";
import { describeApi } from "../testing/api";
import {
  makeAdministratorOf,
  makeRole,
  makeUser,
  type Person,
  personWith,
  personWithout,
  unique,
} from "../testing/factories";

const deleting: PermissionName[] = [
  "UserView",
  "UserView_DeleteAction",
  "UserView_EditAction",
  "UserView_RoleSection",
  "RoleView",
  "RoleView_UserSection",
  "RoleView_UserSection_DeleteAction",
];

describeApi(
  "a user with more rights",
  (api) => {
    const remove = async (url: string, { as }: { as: string }) => {
      const { status, body } = await api.request(url, { method: "DELETE", as });
      return status === 403 ? [status, body.code] : status;
    };
    const exists = async ({ userId }: { userId: string }) =>
      (await api.request(`/main/users/${userId}`, { as: api.administrator })).status;

    test("[PM-02] [US-01] is not deleted by users with fewer rights, alone or with others", async () => {
      const helper = await personWith(api, deleting);
      const roleId = await makeRole(api, { permissions: ["UserView", "UserView_InviteAction"] });
      const equal = await makeUser(api, { roleIds: [await makeRole(api, { permissions: ["UserView"] })] });
      const stronger = [
        await makeUser(api, { roleIds: [roleId] }),
        await makeUser(api, { roleIds: [administratorRoleId] }),
      ];
      for (const { userId } of stronger)
        for (const ids of [[userId], [equal.userId, userId], [userId, helper.userId]])
          expect(await remove(`/main/users?userIds=${ids.join("&userIds=")}`, helper)).toEqual([
            403,
            "deletionOfStronger",
          ]);
      expect(await Promise.all([equal, helper, ...stronger].map(exists))).toEqual([200, 200, 200, 200]);
      expect(await remove(`/main/users?userIds=${equal.userId}`, helper)).toBe(204);
      // Allowed for oneself and for users with equal rights.
      expect(await remove(`/main/users?userIds=${helper.userId}`, helper)).toBe(204);
      const other = await personWithout(api);
      for (const { userId } of stronger)
        expect(await remove(`/main/users?userIds=${userId}`, other)).toBe(204);
    });

    test("[PM-02] [US-03] [US-04] loses no role through users with fewer rights, from either side", async () => {
      const helper = await personWith(api, deleting);
      const plain = await makeRole(api, { permissions: ["UserView"] });
      const strong = await makeRole(api, { permissions: ["UserView_InviteAction"] });
      const stronger = await makeUser(api, { roleIds: [plain, strong] });
      const equal = await makeUser(api, { roleIds: [plain] });
      const both = `userIds=${equal.userId}&userIds=${stronger.userId}`;
      for (const url of [
        `/main/users/${stronger.userId}/roles?roleIds=${strong}`,
        `/main/users/${stronger.userId}/roles?roleIds=${plain}&roleIds=${strong}`,
        `/main/roles/${strong}/users?userIds=${stronger.userId}`,
        `/main/roles/${plain}/users?${both}`,
      ])
        expect(await remove(url, helper)).toEqual([403, "rolesOfStronger"]);
      expect(await remove(`/main/users/${equal.userId}/roles?roleIds=${plain}`, helper)).toBe(204);
      const ownRoles = await api.request(`/main/users/${helper.userId}`, { as: helper.as });
      const [own] = ownRoles.body.roles;
      expect(await remove(`/main/users/${helper.userId}/roles?roleIds=${own.roleId}`, helper)).toBe(204);
      const { body } = await api.request(`/main/users/${stronger.userId}`, { as: api.administrator });
      expect(body.roles).toHaveLength(2);
    });

    test("[PM-02] is marked as such in advance", async () => {
      const stronger = await makeUser(api, { roleIds: [administratorRoleId] });
      const denied = async (person: Person) =>
        (await api.request(`/main/users/${stronger.userId}`, { as: person.as })).body.denied;
      expect(await denied(await personWith(api, ["UserView", "UserView_DeleteAction"]))).toContain(
        "deletionOfStronger",
      );
      expect(await denied(await personWith(api, deleting))).toEqual(
        expect.arrayContaining(["deletionOfStronger", "rolesOfStronger"]),
      );
      expect(await denied(await personWith(api, ["UserView", "UserView_EditAction"]))).not.toContain(
        "deletionOfStronger",
      );
      expect(await denied(await personWith(api, ["UserView"]))).toBeUndefined();
    });

    test("[PM-02] [OR-03] is not removed from another tenant, whether the rights are there or in the host", async () => {
      const identifier = unique("t");
      const chief = await makeAdministratorOf(api, identifier);
      const second = await makeAdministratorOf(api, identifier);
      const plain = await makeUser(api, { tenant: identifier });
      const { body } = await api.request(`/main/tenants?phrase=${identifier}`, { as: api.administrator });
      const url = `/main/tenants/${body.list[0].tenantId}/users`;
      const hostAdministrator = await makeAdministratorOf(api, "main");
      await api.request(url, {
        method: "PUT",
        as: api.administrator,
        body: { userIds: [hostAdministrator.userId] },
      });
      const helper = await personWith(api, [
        "TenantView",
        "TenantView_UserSection",
        "TenantView_UserSection_DeleteAction",
      ]);
      for (const ids of [[second.userId], [plain.userId, second.userId], [hostAdministrator.userId]])
        expect(await remove(`${url}?userIds=${ids.join("&userIds=")}`, helper)).toEqual([
          403,
          "deletionOfStronger",
        ]);
      const left = async () => (await api.request(`${url}?pageLimit=0`, { as: helper.as })).body.totalCount;
      expect(await left()).toBe(4);
      expect(await remove(`${url}?userIds=${plain.userId}`, helper)).toBe(204);
      const every = await personWithout(api);
      expect(await remove(`${url}?userIds=${second.userId}`, every)).toBe(204);
      expect([await left(), (await api.request(`/${identifier}/user`, { as: chief.as })).status]).toEqual([
        2, 200,
      ]);
    });
  },
  { multiTenancy: true },
);
