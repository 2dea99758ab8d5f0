import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sql } from "../database/sql";
import { describeApi } from "../testing/api";
import { makeAdministratorOf, makeUser, personWith, unique } from "../testing/factories";

describeApi(
  "filters of numbers",
  (api) => {
    test("[TL-04] [TL-01] tenants are filtered and sorted by their number of users", async () => {
      const { as } = await makeAdministratorOf(api, "main");
      const mark = unique("counted");
      const people = [];
      for (let count = 0; count < 3; count += 1)
        people.push((await makeUser(api, { tenant: "main" })).userId);
      for (const count of [1, 2, 3]) {
        const made = await api.request("/main/tenants", {
          method: "POST",
          as,
          body: {
            tenantName: `${mark} ${count}`,
            tenantIdentifier: unique("t"),
            administratorIds: people.slice(0, count),
          },
        });
        expect(made.status, made.text).toBe(200);
      }
      const counts = async (query: Record<string, string>) => {
        const response = await api.request(
          `/main/tenants?${new URLSearchParams({ phrase: mark, ...query })}`,
          {
            as,
          },
        );
        expect(response.status, response.text).toBe(200);
        return response.body.list.map(({ userCount }: { userCount: number }) => userCount);
      };
      expect(await counts({ sortBy: "userCount", sortDir: "desc" })).toEqual([3, 2, 1]);
      const sortBy = "userCount";
      for (const [condition, found] of [
        ["equals:2", [2]],
        ["between:2,3", [2, 3]],
        ["atLeast:2.5", [3]],
        ["atMost:1", [1]],
        ["atLeast:999999999999999.999999", []],
        ["atMost:-0.5", []],
      ] as const)
        expect([condition, await counts({ sortBy, filters: `userCount:${condition}` })]).toEqual([
          condition,
          found,
        ]);
      for (const condition of [
        "equals:two",
        "equals:1e3",
        "between:3,2",
        "equals:1234567890123456",
        "contains:2",
      ]) {
        const filters = `userCount:${condition}`;
        const refused = await api.request(`/main/tenants?${new URLSearchParams({ filters })}`, { as });
        expect([condition, refused.status, refused.body.errors[0].propertyName]).toEqual([
          condition,
          400,
          "filters",
        ]);
      }
    });
  },
  { multiTenancy: true },
);

describeApi(
  "filters of choices",
  (api) => {
    test("[TL-04] invitations are filtered by one or several of their states", async () => {
      const stranger = await personWith(api, ["UserView"]);
      expect(
        (await api.request("/users/invitations?filters=state:oneOf:open", { as: stranger.as })).status,
      ).toBe(403);
      const mark = unique("invited");
      for (const name of ["open", "expired", "unsent"]) {
        const email = `${mark}-${name}@example.test`;
        const made = await api.request("/users/invite", {
          method: "POST",
          as: api.administrator,
          body: { email, roleIds: [] },
        });
        expect(made.status, made.text).toBe(200);
        const changed = {
          open: sql`sent_on = now()`,
          expired: sql`expires_on = now() - interval '1 day'`,
          unsent: sql`sent_on = null`,
        }[name];
        await api.connection.transaction("owner", (db) =>
          db.execute(sql`update invitations set ${changed} where email = ${email}`),
        );
      }
      const states = async (filters: string) => {
        const query = new URLSearchParams({ phrase: mark, sortBy: "email", filters });
        const response = await api.request(`/users/invitations?${query}`, { as: api.administrator });
        return response.body.list?.map(({ state }: { state: string }) => state) ?? response.status;
      };
      expect(await states("state:oneOf:open")).toEqual(["open"]);
      expect(await states("state:oneOf:unsent,expired")).toEqual(["expired", "unsent"]);
      expect(await states(`email:contains:${mark};expiresOn:from:2020-01-01`)).toHaveLength(3);
      for (const filters of [
        "state:oneOf:",
        "state:oneOf:accepted",
        "state:oneOf:open,accepted",
        "state:is:open",
      ])
        expect([filters, await states(filters)]).toEqual([filters, 400]);
    });
  },
  { dataDirectory: mkdtempSync(join(tmpdir(), "hub-filters-")) },
);
