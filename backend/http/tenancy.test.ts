import { beforeAll, expect, test } from "vitest";
import { sql } from "../database/sql";
import { inTenant } from "../database/transaction";
import { hashPassword } from "../queues/password";
import { basic, describeApi } from "../testing/api";
import { personWith } from "../testing/factories";

describeApi(
  "tenants",
  (api) => {
    let acme: string;
    beforeAll(async () => {
      acme = await addTenant("acme", true);
      await addTenant("closed", false);
      await addUser(acme, "wile", "beep beep beep");
    });

    test("[CF-02] the first segment names the tenant; an unknown or inactive one is a 404", async () => {
      for (const tenant of ["nobody", "closed", "", "%00", "%zz", "..", "health"]) {
        const response = await api.request(`/${tenant}/auth`, { as: basic("wile", "beep beep beep") });
        expect(response.status, tenant).toBeGreaterThanOrEqual(400);
        expect(response.status, tenant).toBeLessThanOrEqual(404);
      }
      expect((await api.request("/closed/auth")).body.code).toBe("unknownTenant");
      expect((await api.request("/closed/users", { as: api.administrator })).body.code).toBe("unknownTenant");
      expect((await api.request("/acme/auth")).status).toBe(401);
    });

    test("[OR-03] a user of one tenant is unknown in another", async () => {
      const there = await api.request("/acme/auth", { as: basic("wile", "beep beep beep") });
      expect(there.status).toBe(200);
      const elsewhere = await api.request("/main/auth", { as: basic("wile", "beep beep beep") });
      expect([elsewhere.status, elsewhere.body.code]).toEqual([401, "wrongCredentials"]);
      const secret = basic("wile", there.body);
      expect((await api.request("/acme/user", { as: secret })).body.tenants).toEqual([
        { tenantIdentifier: "acme", tenantName: "acme", tenantColour: "" },
      ]);
      expect((await api.request("/main/user", { as: secret })).status).toBe(401);
      expect((await api.request("/acme/user", { as: api.administrator })).status).toBe(401);
    });

    test("[OR-03] a record of another tenant gets the response of a missing one", async () => {
      const host = await api.request("/main/user", { as: api.administrator });
      const { as } = await personWith(api, ["UserView"], { tenant: "acme" });
      const ids = [host.body.profile.userId, "11111111-2222-4333-8444-555555555555"];
      const responses = await Promise.all(
        ids.map((id) => api.request(`/acme/users/${id}`, { as, headers: { "x-request-id": "same" } })),
      );
      expect(responses.map(({ status }) => status)).toEqual([404, 404]);
      expect(responses[0]?.text).toBe(responses[1]?.text);
      expect((await api.request("/acme/users", { as })).body.totalCount).toBe(2);
    });

    test("[OR-03] a deactivated tenant refuses everyone immediately", async () => {
      const session = await api.signedIn("wile", "acme");
      await setActive(false);
      expect((await api.request("/acme/user", { as: session })).status).toBe(404);
      await setActive(true);
      expect((await api.request("/acme/user", { as: session })).status).toBe(200);
    });

    test("[BE-01] health, metrics and the OpenAPI document belong to no tenant", async () => {
      for (const path of ["/health", "/ready", "/metrics", "/openapi.json"])
        expect((await api.request(path)).status).toBe(200);
    });

    const addTenant = async (identifier: string, isActive: boolean) => {
      const { rows } = await api.connection.transaction("owner", (db) =>
        db.execute<{ id: string }>(sql`
          insert into tenants (identifier, name, is_active) values (${identifier}, ${identifier}, ${isActive})
          returning tenant_id as id`),
      );
      return String(rows[0]?.id);
    };
    const setActive = (isActive: boolean) =>
      api.connection.transaction("owner", (db) =>
        db.execute(sql`update tenants set is_active = ${isActive} where identifier = 'acme'`),
      );
    const addUser = async (tenantId: string, userName: string, password: string) => {
      const hash = await hashPassword(password);
      await inTenant(api.connection, tenantId, undefined, (db) =>
        db.execute(sql`
          insert into users (user_id, user_name) select create_account(${userName}, ${hash}), ${userName}`),
      );
    };
  },
  { multiTenancy: true },
);
