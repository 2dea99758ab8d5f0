import type { FastifyInstance, InjectOptions } from "fastify";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sql } from "../database/sql";
import { makeLogger } from "../http/logger";
import { basic, describeApi } from "../testing/api";
import { totpOf } from "../testing/authenticator";
import { makeAdministratorOf, unique } from "../testing/factories";
import { linkHash } from "./link";

const password = "Correct-horse-7";
const next = "four words of mine";

describeApi(
  "two API processes on one database",
  (api) => {
    /** With its own modules, so that it shares no lock or cache in memory. */
    let other: FastifyInstance;
    beforeAll(async () => {
      vi.resetModules();
      const { buildApp } = await import("../app");
      other = await buildApp({
        config: api.config,
        connection: api.connection,
        logger: makeLogger("error", { write: () => undefined }),
      });
    });
    afterAll(() => other.close());

    const run = (statement: ReturnType<typeof sql>) =>
      api.connection.transaction("owner", (db) => db.execute(statement));
    let addresses = 0;
    let address = "";
    const newAddress = () => {
      address = `198.18.70.${++addresses}`;
    };
    interface Request extends Pick<InjectOptions, "method"> {
      as?: string;
      headers?: Record<string, string>;
      body?: object;
    }
    /** Sends each request to either process in turn, all at once; returns the statuses in order. */
    const both = async (url: string, requests: readonly Request[]) => {
      const sent = requests.map(async ({ as, body, headers, method = "GET" }, index) => {
        const response = await (index % 2 ? other : api.app).inject({
          method,
          url: `/main${url}`,
          remoteAddress: address,
          headers: { ...(as && { authorization: as }), ...headers },
          payload: body,
        });
        return response.statusCode;
      });
      return (await Promise.all(sent)).toSorted((a, b) => a - b);
    };
    const times = (count: number, one: (index: number) => Request) =>
      Array.from({ length: count }, (_, index) => one(index));
    const makePerson = async () => {
      newAddress();
      const userName = unique("two");
      const { body } = await api.request("/main/users/create", {
        method: "POST",
        as: api.administrator,
        body: { userName, password, email: `${userName}@example.test`, roleIds: [] },
      });
      return { userName, userId: String(body), as: await api.signedIn(userName) };
    };
    const withApp = async () => {
      const person = await makePerson();
      const put = (path: string, body: object) =>
        api.request(`/main/user/second-factors/${path}`, { method: "PUT", as: person.as, body, address });
      const totp = totpOf((await put("totp-secret", { currentPassword: password })).body.secret);
      const { recoveryCodes } = (await put("totp", { code: totp.generate() })).body;
      await run(sql`update totp_factors set last_step = 0 where user_id = ${person.userId}`);
      return { ...person, totp, recoveryCodes };
    };

    test("[AU-02] [AU-12] check together hardly more guesses than one", async () => {
      const { userName, as } = await makePerson();
      const wrong = await both(
        "/auth",
        times(24, (index) => ({ as: basic(userName, `wrong ${index}`) })),
      );
      expect(wrong.filter((status) => status === 401).length).toBeLessThanOrEqual(6);
      const own = await both(
        "/user/confirmation",
        times(24, (index) => ({ as, method: "PUT", body: { currentPassword: `wrong ${index}` } })),
      );
      expect(own.filter((status) => status === 400).length).toBeLessThanOrEqual(6);
    });

    test("[AU-11] accept a code of the app or a recovery code once between them, at sign-in and as a confirmation", async () => {
      const { userName, totp, recoveryCodes, as } = await withApp();
      const signIn = (code: string) => ({
        as: basic(userName, password),
        headers: { "x-second-factor": code },
      });
      expect(
        await both(
          "/auth",
          times(4, () => signIn(totp.generate())),
        ),
      ).toEqual([200, 401, 401, 401]);
      await run(sql`delete from sign_in_failures`);
      expect(
        await both(
          "/auth",
          times(4, () => signIn(recoveryCodes[0])),
        ),
      ).toEqual([200, 401, 401, 401]);
      await run(sql`delete from sign_in_failures`);
      const confirm = times(4, () => ({ as, method: "PUT" as const, body: { code: recoveryCodes[1] } }));
      expect(await both("/user/confirmation", confirm)).toEqual([204, 400, 400, 400]);
    });

    test("[AU-13] [AU-14] use a link of either kind once between them", async () => {
      const { userId } = await makePerson();
      const [resetToken, denyToken] = [unique("reset"), unique("deny")];
      await run(sql`insert into password_reset_links (link_hash, tenant_id, user_id, email)
        select ${linkHash(resetToken)}, tenant_id, user_id, email from users where user_id = ${userId}`);
      await run(sql`insert into sign_in_links (link_hash, tenant_id, user_id, email, address)
        select ${linkHash(denyToken)}, tenant_id, user_id, email, '203.0.113.1' from users where user_id = ${userId}`);
      const reset = times(4, () => ({ method: "POST" as const, body: { password: next } }));
      expect(await both(`/password-resets/${resetToken}`, reset)).toEqual([204, 409, 409, 409]);
      const deny = times(4, () => ({ method: "POST" as const }));
      expect(await both(`/password-resets/sign-in/${denyToken}`, deny)).toEqual([200, 409, 409, 409]);
    });

    test("[US-06] refuse a person whom the other has suspended, with session and key, at the next request", async () => {
      const { userId, userName, as } = await makePerson();
      const { body: key } = await api.request("/main/user/create-api-key", { as });
      const ask = [as, `Bearer ${key}`].flatMap((one) => [{ as: one }, { as: one }]);
      expect(await both("/user", ask)).toEqual([200, 200, 200, 200]);
      await api.request(`/main/users/${userId}`, {
        method: "PUT",
        as: api.administrator,
        body: { userName, isActive: false },
      });
      expect(await both("/user", ask)).toEqual([401, 401, 401, 401]);
      expect(
        await both(
          "/auth",
          times(2, () => ({ as: basic(userName, password) })),
        ),
      ).toEqual([403, 403]);
    });

    test("[US-06] [US-04] keep an administrator when two remove each other through them", async () => {
      const tenant = unique("t");
      const [one, two] = [await makeAdministratorOf(api, tenant), await makeAdministratorOf(api, tenant)];
      const suspend = (app: FastifyInstance, as: string, { userId, userName }: typeof one) =>
        app.inject({
          method: "PUT",
          url: `/${tenant}/users/${userId}`,
          headers: { authorization: as },
          payload: { userName, isActive: false },
        });
      const remove = (app: FastifyInstance, as: string, { userId }: typeof one) =>
        app.inject({
          method: "DELETE",
          url: `/${tenant}/users?userIds=${userId}`,
          headers: { authorization: as },
        });
      await Promise.all([suspend(api.app, one.as, two), remove(other, two.as, one)]);
      const { rows } = await run(sql`select from user_roles h join users u using (tenant_id, user_id)
        join tenants t using (tenant_id) where t.identifier = ${tenant} and u.is_active and u.archived_on is null`);
      expect(rows).toHaveLength(1);
    });
  },
  { multiTenancy: true },
);
