import { expect, test } from "vitest";
import { sql } from "../../database/sql";
import { inTenant } from "../../database/transaction";
import { ensureTenant } from "../../seed/tenant";
import { describeApi } from "../../testing/api";
import {
  faultyFields,
  makeAdministratorOf,
  makeRole,
  makeUser,
  personWith,
  unique,
} from "../../testing/factories";

describeApi(
  "search everywhere",
  (api) => {
    const search = (phrase: string, as?: string, { tenant = "main", limit = "" } = {}) =>
      api.request(`/${tenant}/search?phrase=${encodeURIComponent(phrase)}${limit && `&limit=${limit}`}`, {
        as,
      });
    const invite = async (email: string) =>
      inTenant(api.connection, await ensureTenant(api.connection, "main"), undefined, (db) =>
        db.execute(sql`insert into invitations (email, language, expires_on)
          values (${email}, 'en', now() + interval '1 day')`),
      );

    test("[HO-02] anonymous users find nothing", async () => {
      expect((await search("a")).status).toBe(401);
    });

    test("[HO-02] [PM-02] users find records only in collections whose lists they may see", async () => {
      const word = unique("everywhere");
      const roleId = await makeRole(api, { roleName: `Role ${word}` });
      const { userId } = await makeUser(api, { firstName: "Ada", lastName: word });
      const withoutPermissions = await personWith(api, []);
      expect((await search(word, withoutPermissions.as)).body).toEqual([]);
      const reader = await personWith(api, ["RoleView"]);
      const roles = {
        collection: "roles",
        totalCount: 1,
        isMore: false,
        list: [expect.objectContaining({ id: roleId })],
      };
      expect((await search(word, reader.as)).body).toEqual([roles]);
      const all = (await search(`  ${word.toUpperCase()} `, api.administrator)).body;
      expect(all).toHaveLength(2);
      expect(all).toContainEqual({
        collection: "roles",
        totalCount: 1,
        isMore: false,
        list: [{ id: roleId, name: `Role ${word}`, hint: "", address: `/roles/${roleId}` }],
      });
      expect(all).toContainEqual({
        collection: "users",
        totalCount: 1,
        isMore: false,
        list: [
          {
            id: userId,
            name: `Ada ${word}`,
            hint: expect.any(String),
            address: `/users/${userId}`,
            person: { firstName: "Ada", lastName: word, userName: expect.any(String), avatar: null },
          },
        ],
      });
    });

    test("[HO-02] returns the first of many hits, and counts only up to a limit", async () => {
      const word = unique("many");
      const inviteMany = async (from: number, to: number) =>
        inTenant(api.connection, await ensureTenant(api.connection, "main"), undefined, (db) =>
          db.execute(sql`insert into invitations (email, language, expires_on)
            select ${word} || n || '@example.com', 'en', now() + n * interval '1 hour' from generate_series(${from}::int, ${to}::int) n`),
        );
      const found = async () => (await search(word, api.administrator, { limit: "2" })).body;
      await inviteMany(1, 20_000);
      expect(await found()).toMatchObject([{ totalCount: 20_000, isMore: false }]);
      await inviteMany(20_001, 20_001);
      const { body: listed } = await api.request(`/main/users/invitations?phrase=${word}&pageLimit=10`, {
        as: api.administrator,
      });
      expect(listed.totalCount).toBe(20_001);
      const list = listed.list.slice(0, 2).map(({ email }: { email: string }) => ({ name: email }));
      expect(await found()).toMatchObject([{ totalCount: 20_000, isMore: true, list }]);
    });

    test("[HO-02] [PR-02] records are labelled in the reader's language, as in their list", async () => {
      const { as } = await personWith(api, ["ReportView"]);
      const { body } = await api.request("/main/search?phrase=Roles", { as, headers: { lang: "de" } });
      expect(body[0].list[0].name).toBe("Rollen");
    });

    test("[HO-02] [CF-04] a provider adds a collection, for users who may see its list", async () => {
      const email = `${unique("invited")}@example.com`;
      await invite(email);
      const inviter = await personWith(api, ["UserView", "UserView_InviteAction"]);
      expect((await search(email, inviter.as)).body).toEqual([
        {
          collection: "invitations",
          totalCount: 1,
          isMore: false,
          list: [expect.objectContaining({ name: email, address: "/users?invitations=open" })],
        },
      ]);
      const reader = await personWith(api, ["UserView"]);
      expect((await search(email, reader.as)).body).toEqual([]);
    });

    test("[HO-02] returns the first hits of each collection, and their number", async () => {
      const word = unique("many");
      for (let made = 0; made < 7; made += 1) await makeRole(api, { roleName: `${word} ${made}` });
      const found = (await search(word, api.administrator)).body[0];
      expect(found.totalCount).toBe(7);
      expect(found.list.map(({ name }: { name: string }) => name)).toEqual(
        [0, 1, 2, 3, 4].map((made) => `${word} ${made}`),
      );
      expect((await search(word, api.administrator, { limit: "2" })).body[0].list).toHaveLength(2);
    });

    test("[HO-02] refuses a missing phrase or an invalid limit with the reason", async () => {
      for (const [phrase, limit, field] of [
        ["", "", "phrase"],
        ["   ", "", "phrase"],
        ["x".repeat(201), "", "phrase"],
        ["x", "0", "limit"],
        ["x", "26", "limit"],
        ["x", "many", "limit"],
      ] as const) {
        const refused = await search(phrase, api.administrator, { limit });
        expect([phrase, limit, refused.status]).toEqual([phrase, limit, 400]);
        expect(faultyFields(refused.body)).toEqual([field]);
      }
    });

    test("[HO-02] [OR-03] finds nothing of another tenant", async () => {
      const word = unique("apart");
      await makeRole(api, { roleName: word });
      const tenant = unique("other").toLowerCase();
      const { as } = await makeAdministratorOf(api, tenant);
      expect((await search(word, as, { tenant })).body).toEqual([]);
    });
  },
  { multiTenancy: true },
);
