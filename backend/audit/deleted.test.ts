import { expect, test } from "vitest";
import { administratorRoleId } from "../database/schema";
import { sql } from "../database/sql";
import { describeApi } from "../testing/api";
import { makeAdministratorOf, makeRole, makeUser, personWith, unique, unknownId } from "../testing/factories";

describeApi(
  "deleted records",
  (api) => {
    const remove = async (userId: string, as = api.administrator) =>
      expect((await api.request(`/main/users?userIds=${userId}`, { method: "DELETE", as })).status).toBe(204);
    const deleted = async (query: Record<string, string>, as = api.administrator, tenant = "main") =>
      api.request(`/${tenant}/users/deleted?${new URLSearchParams(query)}`, { as });

    test("[HI-02] [PM-02] deleted records require the history permission, in the own tenant", async () => {
      const lastName = unique("Gone");
      const { userId } = await makeUser(api, { lastName });
      await remove(userId);
      const { as: reader } = await personWith(api, ["UserView", "UserView_DeleteAction"]);
      expect((await deleted({}, reader)).status).toBe(403);
      const tenant = unique("t");
      const other = await makeAdministratorOf(api, tenant);
      expect((await deleted({}, other.as, tenant)).body).toEqual({ list: [], totalCount: 0 });
      const elsewhere = await api.request(`/${tenant}/users/${userId}/history`, { as: other.as });
      expect(elsewhere.status).toBe(404);
      const { as } = await personWith(api, ["UserView", "UserView_HistoryAction"]);
      expect((await deleted({ phrase: lastName }, as)).body.totalCount).toBe(1);
    });

    test("[HI-02] a deleted record is found by its name, with author and time; an active one is not", async () => {
      const [gone, living] = [unique("Gone"), unique("Living")];
      const remover = await personWith(api, ["UserView", "UserView_DeleteAction"], {
        ...{ firstName: "Rem", lastName: "Over" },
      });
      const { userId } = await makeUser(api, { firstName: "Ada", lastName: gone });
      await makeUser(api, { lastName: living });
      await remove(userId, remover.as);
      const row = {
        recordId: userId,
        recordName: `Ada ${gone}`,
        deletedOn: expect.stringMatching(/^\d{4}-/),
        deletedBy: "Rem Over",
      };
      for (const query of [
        { phrase: gone },
        { phrase: "", filters: `recordName:contains:${gone};deletedBy:equals:rem over` },
        { phrase: gone, sortBy: "recordName", sortDir: "asc" },
      ] as Record<string, string>[])
        expect((await deleted(query)).body).toEqual({ list: [row], totalCount: 1 });
      expect((await deleted({ phrase: living })).body.totalCount).toBe(0);
      expect((await deleted({ phrase: gone, filters: "deletedOn:until:2001-01-01" })).body.totalCount).toBe(
        0,
      );
      const { body } = await deleted({ pageLimit: "-1" });
      const moments = body.list.map(({ deletedOn }: { deletedOn: string }) => deletedOn);
      expect(moments).toEqual(moments.toSorted().reverse());
    });

    test("[HI-02] a readmitted user is not listed as deleted, and later only by the last deletion", async () => {
      const lastName = unique("Back");
      const { userId } = await makeUser(api, { lastName });
      const restore = () =>
        api.connection.transaction("owner", (db) =>
          db.execute(sql`update users set archived_on = null where user_id = ${userId}`),
        );
      await remove(userId);
      await restore();
      expect((await deleted({ phrase: lastName })).body.totalCount).toBe(0);
      await remove(userId);
      expect((await deleted({ phrase: lastName })).body).toMatchObject({
        totalCount: 1,
        list: [{ recordId: userId }],
      });
    });

    test("[HI-02] every area of records has one", async () => {
      const roleName = unique("Role ");
      const roleId = await makeRole(api, { roleName });
      const as = api.administrator;
      await api.request(`/main/roles?roleIds=${roleId}`, { method: "DELETE", as });
      const roles = await api.request(`/main/roles/deleted?phrase=${roleName}`, { as });
      expect(roles.body).toMatchObject({ totalCount: 1, list: [{ recordId: roleId, recordName: roleName }] });
      const tenantName = unique("Tenant ");
      const body = { tenantName, tenantIdentifier: unique("t") };
      const { body: tenantId } = await api.request("/main/tenants", { method: "POST", as, body });
      await api.request(`/main/tenants?tenantIds=${tenantId}`, { method: "DELETE", as });
      const tenants = await api.request(`/main/tenants/deleted?phrase=${tenantName}`, { as });
      expect(tenants.body).toMatchObject({ totalCount: 1, list: [{ recordId: tenantId }] });
      expect((await api.request(`/main/roles/${administratorRoleId}/history`, { as })).status).toBe(200);
      expect((await api.request(`/main/roles/${unknownId}/history`, { as })).status).toBe(404);
    });
  },
  { multiTenancy: true },
);
