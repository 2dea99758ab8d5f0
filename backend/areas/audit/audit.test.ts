import { Workbook } from "exceljs";
import { expect, test } from "vitest";
import { allEndpoints } from "../../../lib/contract";
import type { AuditRow } from "../../../lib/contract/audit";
import { historiesSeenWith } from "../../../lib/contract/history";
import { auditSource, operationOf, pageStatement } from "../../audit/all-changes";
import { sql } from "../../database/sql";
import { inTenant } from "../../database/transaction";
import { ensureTenant } from "../../seed/tenant";
import { describeApi } from "../../testing/api";
import { makeAdministratorOf, makeRole, makeUser, personWith, unique } from "../../testing/factories";

test("[HI-03] covers every area with a history", () => {
  const histories = allEndpoints.filter(({ name }) => name === "history");
  expect(histories.length).toBeGreaterThan(5);
  for (const { path, access } of histories)
    expect(historiesSeenWith.get(path.replace(/^\/|\/history$/g, ""))).toEqual(access);
});

test("[HI-03] every change has a filterable kind", () => {
  expect(
    ["UserCreated", "RoleUserAdded", "UserApiKeyRevoked", "UserApiKeyUsed", "UserSettingsChanged"].map(
      operationOf,
    ),
  ).toEqual(["created", "added", "removed", "access", "changed"]);
});

describeApi(
  "all changes",
  (api) => {
    const audit = async (query: Record<string, string>, as = api.administrator, tenant = "main") => {
      const { status, body } = await api.request(`/${tenant}/audit?${new URLSearchParams(query)}`, { as });
      expect(status).toBe(200);
      return body as { list: AuditRow[]; totalCount: number; isMore: boolean };
    };
    const rename = async (roleId: string, roleName: string) =>
      expect(
        (
          await api.request(`/main/roles/${roleId}`, {
            method: "PUT",
            as: api.administrator,
            body: { roleName },
          })
        ).status,
      ).toBe(200);

    test("[HI-03] [PM-02] users see exactly the changes whose history they may see", async () => {
      const name = unique("Seen ");
      const roleId = await makeRole(api, { roleName: name });
      const { userId } = await makeUser(api, { lastName: name });
      const [byRoles, byUsers, byNobody] = await Promise.all([
        personWith(api, ["RoleView", "RoleView_HistoryAction"]),
        personWith(api, ["UserView", "UserView_HistoryAction"]),
        personWith(api, ["UserView", "RoleView", "RoleView_EditAction"]),
      ]);
      expect((await api.request("/main/audit", { as: byNobody.as })).status).toBe(403);
      const exported = {
        method: "POST",
        as: byNobody.as,
        body: { columns: [{ dataField: "type" }] },
      } as const;
      expect((await api.request("/main/audit/export", exported)).status).toBe(403);
      const seen = async (as: string) =>
        (await audit({ phrase: name }, as)).list.map(({ recordId }) => recordId);
      expect(await seen(byRoles.as)).toEqual([roleId]);
      expect(await seen(byUsers.as)).toEqual([userId]);
      expect(await seen(api.administrator)).toEqual([userId, roleId]);
      // Hidden also when queried by kind or id.
      const ofRoles = { filters: "collection:oneOf:roles" };
      expect(await audit(ofRoles, byUsers.as)).toEqual({ list: [], totalCount: 0, isMore: false });
      const [change] = (await audit({ phrase: name, ...ofRoles })).list;
      const detail = (as: string) => api.request(`/main/audit/${change?.id}`, { as });
      expect((await detail(byUsers.as)).status).toBe(404);
      expect((await detail(byNobody.as)).status).toBe(403);
      expect((await detail(byRoles.as)).body).toMatchObject({
        ...{
          collection: "roles",
          operation: "created",
          type: "RoleCreated",
          recordName: name,
          address: null,
        },
        ...{ previous: null, current: { roleName: name } },
      });
    });

    test("[HI-03] changes of invitations require the permissions for both invitations and user history", async () => {
      const email = `${unique("invited")}@example.com`;
      const body = { email, roleIds: [] };
      const sent = await api.request("/main/users/invite", { method: "POST", as: api.administrator, body });
      expect(sent.status).toBe(200);
      const count = async (as: string) => (await audit({ phrase: email }, as)).totalCount;
      expect(await count(api.administrator)).toBeGreaterThan(0);
      const { as } = await personWith(api, ["UserView", "UserView_HistoryAction"]);
      expect(await count(as)).toBe(0);
    });

    test("[HI-03] [OR-03] no tenant sees another's changes, and only the host those of tenants", async () => {
      const tenant = unique("t");
      const roleName = unique("Hidden ");
      await makeRole(api, { roleName });
      const { as } = await makeAdministratorOf(api, tenant);
      expect((await audit({ phrase: roleName }, as, tenant)).totalCount).toBe(0);
      const [theirs] = (await audit({ phrase: roleName })).list;
      expect((await api.request(`/${tenant}/audit/${theirs?.id}`, { as })).status).toBe(404);
      const ofTenants = { filters: "collection:oneOf:tenants" };
      expect((await audit(ofTenants, as, tenant)).totalCount).toBe(0);
      expect((await audit(ofTenants)).totalCount).toBeGreaterThan(0);
    });

    test("[HI-03] [TL-04] filters by user, type, operation, time, record and address, and pages without gaps", async () => {
      const roleName = unique("Paged ");
      const { as, userId } = await personWith(api, [
        "RoleView",
        "RoleView_EditAction",
        "RoleView_HistoryAction",
      ]);
      const roleId = await makeRole(api, { roleName });
      for (let turn = 1; turn <= 4; turn += 1) await rename(roleId, `${roleName} ${turn}`);
      const put = { method: "PUT", as, body: { roleName: `${roleName} 5` } } as const;
      expect((await api.request(`/main/roles/${roleId}`, put)).status).toBe(200);
      const all = await audit({ phrase: roleName, pageLimit: "-1" });
      expect(all).toMatchObject({ totalCount: 6, isMore: false });
      expect(all.list.map(({ operation }) => operation)).toEqual([...Array(5).fill("changed"), "created"]);
      const pages = await Promise.all(
        [1, 2, 3, 4].map((page) => audit({ phrase: roleName, pageLimit: "2", page: String(page) })),
      );
      expect(pages.flatMap(({ list }) => list)).toEqual(all.list);
      expect(pages.map(({ totalCount }) => totalCount)).toEqual([6, 6, 6, 6]);
      const oldest = await audit({ phrase: roleName, sortDir: "asc", pageLimit: "1" });
      expect(oldest.list).toEqual(all.list.slice(-1));
      const found = async (...filters: string[]) =>
        (await audit({ filters: [`recordName:startsWith:${roleName}`, ...filters].join(";") })).totalCount;
      const { body: me } = await api.request("/main/user", { as });
      expect(me.profile.userId).toBe(userId);
      expect(await found()).toBe(6);
      expect(await found(`changedBy:contains:${me.profile.userName}`)).toBe(1);
      expect(await found("operation:oneOf:created")).toBe(1);
      expect(await found("operation:oneOf:created,changed", "collection:oneOf:roles,users")).toBe(6);
      expect(await found("collection:oneOf:users")).toBe(0);
      const today = new Date().toISOString().slice(0, 10);
      expect(await found(`changedOn:from:${today}`)).toBe(6);
      expect(await found("changedOn:until:2020-01-01")).toBe(0);
      const counted = await audit({ phrase: roleName, pageLimit: "0" });
      expect(counted).toEqual({ list: [], totalCount: 6, isMore: false });
      const unknown = await api.request("/main/audit?filters=collection:oneOf:secrets", { as });
      expect(unknown.status).toBe(400);
    });

    test("[HI-03] finds sign-ins by address", async () => {
      const { userId, userName } = await makeUser(api);
      const recorded = (address: string) => sql`
        insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
        values (app_tenant(), 'users', ${userId}, ${userName}, 'UserSignedIn', '{}', ${JSON.stringify({ address })}::jsonb)`;
      const tenantId = await ensureTenant(api.connection, "main");
      await inTenant(api.connection, tenantId, undefined, async (db) => {
        await db.execute(sql`select set_config('role', 'none', true)`);
        for (const address of ["203.0.113.77", "2001:db8::77"]) await db.execute(recorded(address));
      });
      const { list } = await audit({ filters: "address:equals:2001:db8::77" });
      expect(list).toMatchObject([{ recordId: userId, address: "2001:db8::77", operation: "access" }]);
      expect((await audit({ filters: "address:startsWith:203.0.113.7" })).totalCount).toBe(1);
    });

    test("[HI-03] [TL-03] exports hits in words", async () => {
      const roleName = unique("Exported ");
      await makeRole(api, { roleName });
      const fields = ["changedBy", "collection", "recordName", "type", "address"];
      const response = await api.app.inject({
        method: "POST",
        url: "/main/audit/export",
        headers: { authorization: api.administrator, lang: "de" },
        payload: { phrase: roleName, columns: fields.map((dataField) => ({ dataField })) },
      });
      expect(response.statusCode, response.body.slice(0, 500)).toBe(200);
      expect(response.headers["content-disposition"]).toContain("protokoll-");
      const workbook = new Workbook();
      await workbook.xlsx.load(response.rawPayload as never);
      const row = workbook.worksheets[0]?.getRow(2).values as unknown[];
      expect(row.slice(1)).toEqual(["System", "Rollen", roleName, "Rolle erstellt"]);
    });

    test("[HI-03] reads the newest of many changes by index, and counts only up to a limit", async () => {
      const tenant = unique("t");
      const { as } = await makeAdministratorOf(api, tenant);
      const tenantId = await ensureTenant(api.connection, tenant);
      await api.connection.transaction("owner", async (db) => {
        await db.execute(sql`
          insert into history (tenant_id, collection, record_id, record_name, type, changed_on, previous, current)
          select ${tenantId}::uuid, (array['users', 'roles'])[1 + n % 2], gen_random_uuid(), 'Many ' || n, 'RoleUpdated',
            timestamptz '2020-01-01' + n * interval '1 minute', '{}', '{}' from generate_series(1, 5000) n`);
        await db.execute(sql`analyze history`);
      });
      const first = await audit({ pageLimit: "25", filters: "changedOn:until:2021-01-01" }, as, tenant);
      expect(first).toMatchObject({ totalCount: 525, isMore: true });
      expect(first.list[0]?.recordName).toBe("Many 5000");
      const page = { pageLimit: "25", page: "100", filters: "changedOn:until:2021-01-01" };
      const deep = await audit(page, as, tenant);
      expect(deep).toMatchObject({ totalCount: 3000, isMore: true });
      expect(deep.list.map(({ recordName }) => recordName).slice(0, 2)).toEqual(["Many 2525", "Many 2524"]);
      const last = await audit({ ...page, page: "200" }, as, tenant);
      expect(last).toMatchObject({ totalCount: 5000, isMore: false });
      expect(last.list.at(-1)?.recordName).toBe("Many 1");
      expect((await audit({ ...page, page: "201" }, as, tenant)).list).toEqual([]);

      const collections = [...historiesSeenWith.keys()];
      const query = { sortBy: "changedOn", sortDir: "desc" } as const;
      const asked = { size: 25, offset: 0, upTo: 525 };
      const plan = await inTenant(api.connection, tenantId, undefined, async (db) => {
        const explained = sql`explain ${pageStatement(auditSource({ collections, hidden: [], held: new Set() }, "en"), collections, [], query, asked)}`;
        const { rows } = await db.execute<Record<string, string>>(explained);
        return rows.map((row) => Object.values(row)[0]).join("\n");
      });
      expect(plan.match(/Backward using history_by_changed_on/g)).toHaveLength(collections.length);
    });
  },
  { multiTenancy: true },
);
