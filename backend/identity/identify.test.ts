import { expect, test } from "vitest";
import { offeredIn } from "../access/offered";
import { proofOfSecret } from "../credentials/credentials";
import { sql } from "../database/sql";
import type { Database } from "../database/transaction";
import { describeApi } from "../testing/api";
import { makeRole, personWith } from "../testing/factories";
import { assume, confirm, identify } from "./identify";
import { PermissionCache } from "./permission-cache";

describeApi("identifying the caller", (api) => {
  const questionOf = (as: string, tenantIdentifier = "main") => ({
    ...{ tenantIdentifier, proof: proofOfSecret(as), idleSeconds: 3_600, language: "en" },
    ...{ offered: offeredIn(tenantIdentifier, true), remembered: new PermissionCache() },
  });
  const before = (work: (db: Database) => Promise<void>) => api.connection.transaction("hub_auth", work);
  const reader = async (db: Database) => {
    const { rows } = await db.execute(sql`
      select current_setting('role') as role, current_setting('app.tenant', true) as tenant, (select count(*) from users) as users`);
    return rows[0];
  };

  test("[BE-02] concurrent reads with an unknown tenant run in no tenant", async () => {
    await before(async (db) => {
      const [refused, read] = await Promise.allSettled([
        identify(db, questionOf(api.administrator, "nowhere")),
        reader(db),
      ]);
      expect(refused).toMatchObject({ reason: { code: "unknownTenant" } });
      expect(read).toMatchObject({ value: { role: "hub_app", tenant: "", users: 0 } });
    });
  });

  test("[PM-04] a caller is assumed from the last request, and confirmed while unchanged", async () => {
    const roleId = await makeRole(api);
    const person = await personWith(api, ["UserView"], { roleIds: [roleId] });
    const question = questionOf(person.as);
    expect(assume(question)).toBeUndefined();
    await before(async (db) => void (await identify(db, question)));
    const assumed = assume(question);
    if (!assumed) throw new Error("Nobody is assumed.");
    const { tenant, user } = assumed.caller;
    await before(async (db) => expect(await confirm(db, question, assumed)).toMatchObject({ tenant, user }));
    await api.request(`/roles?roleIds=${roleId}`, { method: "DELETE", as: api.administrator });
    await before(async (db) => expect(await confirm(db, question, assumed)).toBeUndefined());
  });
});
