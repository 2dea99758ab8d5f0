import { expect, test } from "vitest";
import { offeredIn } from "../../access/offered";
import { sql } from "../../database/sql";
import { describeApi } from "../../testing/api";
import { personWith, unique } from "../../testing/factories";

describeApi("the signed-in user", (api) => {
  test("[PM-01] returns identity, permissions and tenants", async () => {
    const { body } = await api.request("/user", { as: api.administrator });
    expect(body.profile).toMatchObject({ userName: "admin", lastName: "Administrator" });
    expect(body.userPermissions).toEqual([...offeredIn("main", false)]);
    expect(body.permissionStamp).toMatch(/^[0-9a-f]+$/);
    expect(body.tenants).toEqual([{ tenantIdentifier: "main", tenantName: "Main", tenantColour: "" }]);
  });

  test("[PR-01] saves the given preferences and keeps the others", async () => {
    const save = (body: unknown) =>
      api.request("/user/settings", { method: "PUT", as: api.administrator, body });
    expect((await save({ longDateFormat: "LL", subTabsExpanded: false })).status).toBe(204);
    expect((await save({ longDateFormat: "DD.MM.YYYY" })).status).toBe(204);
    const { body } = await api.request("/user", { as: api.administrator });
    expect(body.userSettings).toEqual([
      { settingName: "longDateFormat", settingValue: "DD.MM.YYYY" },
      { settingName: "subTabsExpanded", settingValue: "false" },
    ]);
  });

  test("[PR-01] reports the invalid field of the preferences", async () => {
    const body = { longTimeFormat: "rm -rf", languageSymbol: 5 };
    const response = await api.request("/user/settings", { method: "PUT", as: api.administrator, body });
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual([
      { propertyName: "languageSymbol", errorMessage: "Please choose one of: en, de, pl, sr." },
      { propertyName: "longTimeFormat", errorMessage: "Please choose one of: HH:mm:ss, hh:mm:ss a." },
    ]);
  });

  test("[PR-02] accepts supported languages only", async () => {
    const choose = (symbol: string) =>
      api.request(`/user/settings/languageSymbol/${symbol}`, { method: "PUT", as: api.administrator });
    expect((await choose("sr")).status).toBe(204);
    expect((await choose("xx")).status).toBe(400);
    const { body } = await api.request("/user", { as: api.administrator });
    expect(body.userSettings).toContainEqual({ settingName: "languageSymbol", settingValue: "sr" });
  });
});

describeApi(
  "a user of many tenants",
  (api) => {
    test("[OR-03] [SH-04] sees all of them, each looked up separately", async () => {
      const many = 1000;
      const mark = unique("m");
      const { userId, as } = await personWith(api, []);
      await api.connection.transaction("owner", async (db) => {
        // In batches: no statement may take long.
        for (let from = 1; from <= many; from += 100)
          await db.execute(sql`
            insert into tenants (identifier, name)
            select ${mark} || '-' || n, 'Many ' || n from generate_series(${from}::integer, ${from + 99}::integer) n`);
        await db.execute(sql`
          insert into users (tenant_id, user_id, user_name) select t.tenant_id, a.user_id, a.user_name
          from tenants t, accounts a where t.identifier like ${`${mark}-%`} and a.user_id = ${userId}`);
      });
      const { body } = await api.request("/main/user", { as });
      const names = body.tenants.map((one: { tenantName: string }) => one.tenantName);
      expect(names).toHaveLength(many + 1);
      expect(names.slice(0, 3)).toEqual(["Main", "Many 1", "Many 10"]);

      const { rows } = await api.connection.transaction("owner", async (db) => {
        await db.execute(sql`select set_config('app.user', ${userId}, true)`);
        return db.execute<{ "QUERY PLAN": string }>(
          sql`explain (analyze, buffers, timing off, summary off) select * from tenants_of_actor()`,
        );
      });
      const blocks = Number(/shared hit=(\d+)/.exec(JSON.stringify(rows))?.[1]);
      expect(blocks / many).toBeGreaterThan(1);
      expect(blocks / many).toBeLessThan(10);
    });
  },
  { multiTenancy: true },
);
