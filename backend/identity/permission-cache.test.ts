import { expect, test } from "vitest";
import { offeredIn } from "../access/offered";
import type { Proof } from "../credentials/credentials";
import { sql } from "../database/sql";
import { inTenant } from "../database/transaction";
import { ensureTenant } from "../seed/tenant";
import { describeApi } from "../testing/api";
import { makeRole, makeUser, unique } from "../testing/factories";
import { identify } from "./identify";
import { PermissionCache } from "./permission-cache";

describeApi("the permission cache", (api) => {
  test("[OR-03] [PM-04] does not follow the identifier to another tenant, where the same person may do less", async () => {
    const [before, after] = [unique("t"), unique("t")];
    const [issuer, subject] = ["https://provider.test", unique("s")];
    const { userId, userName } = await makeUser(api);
    // The same number of changes in both: tenants count separately.
    for (const [tenant, permission] of [
      [before, "UserView_DeleteAction"],
      [after, "UserView"],
    ] as const) {
      const roleId = await makeRole(api, { tenant, permissions: [permission] });
      const tenantId = await ensureTenant(api.connection, tenant);
      await inTenant(api.connection, tenantId, undefined, async (db) => {
        await db.execute(sql`insert into users (user_id, user_name) values (${userId}, ${userName})`);
        await db.execute(sql`insert into user_roles (user_id, role_id) values (${userId}, ${roleId})`);
      });
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`insert into identities (tenant_id, issuer, subject, identity_provider, user_id, user_name)
          values (${tenantId}, ${issuer}, ${subject}, 'provider.test', ${userId}, 'ada')`),
      );
    }
    const proof = {
      means: "token",
      person: { issuer, subject, identityProvider: "provider.test", userName: "ada" },
    } as Proof;
    const remembered = new PermissionCache();
    const held = () =>
      api.connection.transaction("hub_auth", async (db) => {
        const question = {
          proof,
          idleSeconds: 60,
          language: "en",
          offered: offeredIn(before, true),
          remembered,
        };
        const { user } = await identify(db, { ...question, tenantIdentifier: before });
        return [...user.permissions];
      });
    expect(await held()).toEqual(["UserView_DeleteAction"]);
    await api.connection.transaction("owner", async (db) => {
      await db.execute(sql`update tenants set identifier = ${unique("old")} where identifier = ${before}`);
      await db.execute(sql`update tenants set identifier = ${before} where identifier = ${after}`);
    });
    expect(await held()).toEqual(["UserView"]);
  });
});
