import { expect, test } from "vitest";
import { linkHash } from "../../access/link";
import { sql } from "../../database/sql";
import { basic, describeApi } from "../../testing/api";
import { totpOf } from "../../testing/authenticator";
import { unique } from "../../testing/factories";

const password = "Correct-horse-7";
const next = "four words of mine";

describeApi("changes of one account at the same time", (api) => {
  const run = (statement: ReturnType<typeof sql>) =>
    api.connection.transaction("owner", (db) => db.execute(statement));

  test("[AU-11] [AU-13] [AU-14] sign-ins, resets and denials do not deadlock, and leave no session of the old password", async () => {
    for (let round = 0; round < 6; round += 1) {
      const userName = unique("once");
      const email = `${userName}@example.test`;
      const address = `198.18.60.${round + 1}`;
      const made = await api.request("/users/create", {
        method: "POST",
        as: api.administrator,
        body: { userName, password, email, roleIds: [] },
      });
      const userId: string = made.body;
      const as = await api.signedIn(userName);
      const put = (path: string, body: object) =>
        api.request(`/user/second-factors/${path}`, { method: "PUT", as, body, address });
      const { body: app } = await put("totp-secret", { currentPassword: password });
      const totp = totpOf(app.secret);
      await put("totp", { code: totp.generate() });
      await run(sql`update totp_factors set last_step = 0 where user_id = ${userId}`);
      const [resetToken, denyToken] = [unique("reset"), unique("deny")];
      await run(sql`insert into password_reset_links (link_hash, tenant_id, user_id, email)
        select ${linkHash(resetToken)}, tenant_id, user_id, email from users where user_id = ${userId}`);
      await run(sql`insert into sign_in_links (link_hash, tenant_id, user_id, email, address)
        select ${linkHash(denyToken)}, tenant_id, user_id, email, '203.0.113.1' from users where user_id = ${userId}`);
      const step = String(
        (await api.request("/auth", { as: basic(userName, password), address })).headers[
          "x-second-factor-step"
        ],
      );
      const post = (path: string, body?: object, by?: string) =>
        api.request(path, { method: "POST", body, as: by, address });
      const answers = await Promise.all([
        api.request("/auth", {
          as: basic(userName, ""),
          headers: { "x-second-factor-step": step, "x-second-factor": totp.generate() },
          address,
        }),
        post(`/password-resets/${resetToken}`, { password: next }),
        post(`/password-resets/sign-in/${denyToken}`),
        post(`/users/${userId}/second-factors/reset`, { reason: "Lost" }, api.administrator),
        api.request(`/users/${userId}`, {
          method: "PUT",
          as: api.administrator,
          body: { userName, email: `moved.${email}` },
        }),
        api.request(`/users/${userId}/password-link`, { method: "PUT", as: api.administrator }),
      ]);
      for (const { status, body } of answers) {
        expect(status).toBeLessThan(500);
        expect(body?.code).not.toBe("concurrent");
      }
      const { rows } = await run(sql`
        select (select count(*)::int from secrets s join accounts a using (user_id)
            where s.user_id = ${userId} and s.created_on < a.password_changed_on) as sessions,
          (select count(*)::int from password_reset_links where user_id = ${userId} and used_on is null
            and replaced_on is null and ended_on is null) as links`);
      expect(rows[0]).toMatchObject({ sessions: 0 });
      expect((rows[0] as { links: number }).links).toBeLessThanOrEqual(1);
    }
  });
});
