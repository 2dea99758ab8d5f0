import { once } from "node:events";
import { expect, test, vi } from "vitest";
import { linkHash } from "../../access/link";
import { sha256Hex } from "../../core/sha256";
import { sql } from "../../database/sql";
import { basic, describeApi } from "../../testing/api";
import { makeAuthenticator, totpOf } from "../../testing/authenticator";
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
      const device = `${round}`.padStart(43, "d");
      await run(
        sql`insert into known_devices (user_id, device_hash) values (${userId}, ${sha256Hex(device)})`,
      );
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
          headers: {
            ...{ "x-second-factor-step": step, "x-second-factor": totp.generate() },
            ...{ "x-device": device, "x-device-next": `${round}`.padStart(43, "n") },
          },
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

  /** Makes the changes while the account is locked and `request` waits for it. */
  const during = async <T>(
    userId: string,
    request: () => Promise<T>,
    changes: readonly ReturnType<typeof sql>[],
  ): Promise<T> => {
    const steps = new EventTarget();
    const [locked, goOn] = [once(steps, "locked"), once(steps, "goOn")];
    const changing = api.connection.transaction("owner", async (db) => {
      await db.execute(sql`select from accounts where user_id = ${userId} for update`);
      steps.dispatchEvent(new Event("locked"));
      await goOn;
      for (const change of changes) await db.execute(change);
    });
    await locked;
    const answer = request();
    // The embedded database runs one transaction at a time: there the request begins after this one.
    if (api.kind !== "pglite")
      await vi.waitUntil(
        async () =>
          (
            await run(sql`select from pg_stat_activity
              where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`)
          ).rows.length > 0,
        { timeout: 10_000 },
      );
    steps.dispatchEvent(new Event("goOn"));
    await changing;
    return answer;
  };

  const makePerson = async () => {
    const userName = unique("race");
    const body = { userName, password, roleIds: [] };
    const made = await api.request("/users/create", { method: "POST", as: api.administrator, body });
    return { userName, userId: String(made.body) };
  };
  const passkeyOf = (options: Parameters<ReturnType<typeof makeAuthenticator>["create"]>[0]) => ({
    name: "Laptop",
    response: makeAuthenticator({ origin: "http://localhost:3000", rpId: "localhost" }).create(options),
  });
  const counts = async (userId: string) => {
    const { rows } = await run(sql`
      select (select count(*)::int from passkeys where user_id = ${userId}) as passkeys,
        (select count(*)::int from totp_factors where user_id = ${userId} and confirmed_on is not null) as apps,
        (select count(*)::int from api_keys where user_id = ${userId}) as keys`);
    return rows[0];
  };
  const none = { passkeys: 0, apps: 0, keys: 0 };

  test("[AU-14] a session that ends while its request waits adds no factor and no API key", async () => {
    const { userName, userId } = await makePerson();
    const put = (as: string, path: string, body: object) =>
      api.request(`/user/second-factors/${path}`, { method: "PUT", as, body });
    const begin = async (path: string) => {
      const as = await api.signedIn(userName);
      return { as, options: (await put(as, path, { currentPassword: password })).body };
    };
    const ended = sql`delete from secrets where user_id = ${userId}`;
    const passkey = await begin("passkey-options");
    const add = () => put(passkey.as, "passkeys", passkeyOf(passkey.options));
    expect((await during(userId, add, [ended])).status).toBe(401);
    const app = await begin("totp-secret");
    const confirm = () => put(app.as, "totp", { code: totpOf(app.options.secret).generate() });
    expect((await during(userId, confirm, [ended])).status).toBe(401);
    const as = await api.signedIn(userName);
    const makeKey = () => api.request("/user/create-api-key", { as });
    expect((await during(userId, makeKey, [ended])).status).toBe(401);
    expect(await counts(userId)).toEqual(none);
  });

  test("[AU-11] a set-up that waits for a new password adds no factor", async () => {
    const { userName, userId } = await makePerson();
    await run(sql`insert into organisation_settings (tenant_id, company_name, second_factor_policy, second_factor_from)
      select tenant_id, '', 'everybody', now() from tenants where identifier = 'main'
      on conflict (tenant_id) do update set second_factor_policy = 'everybody', second_factor_from = now()`);
    const asked = await api.request("/auth", { as: basic(userName, password) });
    const setUp = (path: string, body?: object) =>
      api.request(`/auth/set-up/${path}`, {
        method: "PUT",
        as: basic(userName, ""),
        headers: { "x-second-factor-step": String(asked.headers["x-second-factor-step"]) },
        body,
      });
    const { body: options } = await setUp("passkey-options");
    const answer = await during(userId, () => setUp("passkeys", passkeyOf(options)), [
      sql`update accounts set password_hash = null, password_changed_on = now() where user_id = ${userId}`,
    ]);
    expect([answer.status, answer.body.code]).toEqual([401, "signInStepOver"]);
    expect(await counts(userId)).toEqual(none);
  });
});
