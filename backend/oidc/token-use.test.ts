import { afterAll, expect, test } from "vitest";
import { sql } from "../database/sql";
import { describeApi } from "../testing/api";
import { makeUser, unique } from "../testing/factories";
import { startProvider } from "../testing/identity-provider";

const provider = await startProvider();
afterAll(() => provider.stop());
const oidc = { issuer: provider.issuer, audience: "hub" };

describeApi(
  "recorded sessions with a provider",
  (api) => {
    test("[AU-14] ended sessions stay ended, however many later ones a user has", async () => {
      const { userId, userName } = await makeUser(api);
      const as = await provider.bearer({ sub: userName });
      const call = async (name: string, method: "GET" | "DELETE" = "GET", path = "/user") =>
        (await api.request(path, { method, as, headers: { "x-web-session": name } })).status;
      const [ended, open, later] = [unique("w"), unique("w"), unique("w")];
      for (const name of [ended, open]) expect(await call(name)).toBe(200);
      expect(await call(ended, "DELETE", "/auth")).toBe(204);
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`
          with older as (
            update token_sessions set last_used_on = now() - interval '2 hours' where user_id = ${userId} returning tenant_id
          )
          insert into token_sessions (tenant_id, session_key, user_id, last_used_on)
          select (select tenant_id from older limit 1), ${userName} || n, ${userId}, now() - interval '1 hour' from generate_series(1, 1005) n`),
      );
      expect(await call(later)).toBe(200);
      expect(await call(ended)).toBe(401);
      const { rows } = await api.connection.transaction("owner", (db) =>
        db.execute(sql`
          select count(*) filter (where ended_on is null)::int as open, count(ended_on)::int as ended
          from token_sessions where user_id = ${userId}`),
      );
      expect(rows).toEqual([{ open: 1_000, ended: 1 }]);
    });
  },
  { authMode: "oidc", oidc },
);
