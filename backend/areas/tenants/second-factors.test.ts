import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { administratorRoleId } from "../../database/schema";
import { sql } from "../../database/sql";
import { inTenant } from "../../database/transaction";
import { ensureTenant } from "../../seed/tenant";
import { basic, describeApi } from "../../testing/api";
import {
  ageSession,
  giveSecondFactors,
  makeAdministratorOf,
  makeUser,
  type Person,
  personWith,
  refusalOf,
  unique,
  unknownId,
} from "../../testing/factories";
import { mailsIn } from "../../testing/mail";

const dataDirectory = mkdtempSync(join(tmpdir(), "hub-reset-"));
const editing = ["TenantView", "TenantView_UserSection", "TenantView_EditAction"] as const;

describeApi(
  "reset of second factors by the host",
  (api) => {
    let host: Person;
    beforeAll(async () => {
      const made = await makeUser(api, {
        firstName: "Hedy",
        lastName: "Host",
        roleIds: [administratorRoleId],
      });
      host = { ...made, as: await api.signedIn(made.userName) };
    });
    const makeTenant = async () => {
      const identifier = unique("t");
      return { identifier, tenantId: await ensureTenant(api.connection, identifier) };
    };
    /** A user with second factors of two tenants, neither of which is the host. */
    const shared = async (email = "") => {
      const [one, other] = [await makeTenant(), await makeTenant()];
      const user = await makeUser(api, { tenant: one.identifier, email: `one-${email}` });
      await inTenant(api.connection, other.tenantId, undefined, (db) =>
        db.execute(sql`
          insert into users (user_id, user_name, email) values (${user.userId}, ${user.userName}, ${email})`),
      );
      await giveSecondFactors(api, user.userId);
      return { ...user, one, other };
    };
    type Shared = Awaited<ReturnType<typeof shared>>;
    const path = (userId: string, tenantId: string) =>
      `/tenants/${tenantId}/users/${userId}/second-factors/reset`;
    const post = (url: string, as: string, reason = "Lost the phone") =>
      api.request(url, { method: "POST", as, body: { reason } });
    const reset = (userId: string, tenantId: string, as = host.as) =>
      post(`/main${path(userId, tenantId)}`, as);
    const leftOf = async ({ userId, one, other }: Shared) => {
      const counts = [];
      for (const { tenantId } of [one, other])
        counts.push(
          await inTenant(api.connection, tenantId, undefined, async (db) => {
            const { rows } = await db.execute<{ left: number }>(sql`
              select jsonb_array_length(passkeys) + recovery_codes_left + (totp_on is not null)::int as left
              from second_factors_of(${userId})`);
            return rows[0]?.left;
          }),
        );
      return counts;
    };
    const run = (statement: ReturnType<typeof sql>) =>
      api.connection.transaction("owner", (db) => db.execute(statement));
    const textTo = (email: string) => {
      const folder = join(dataDirectory, "outbox");
      return existsSync(folder)
        ? mailsIn(folder).find(({ headers }) => headers.get("to") === email)?.text
        : undefined;
    };

    test("[AU-11] [PM-02] only administrators of the host reset, never their own, after a recent factor", async () => {
      const account = await shared();
      const { userId, one, other } = account;
      expect((await reset(userId, other.tenantId, "")).status).toBe(401);
      const ofOne = await makeAdministratorOf(api, one.identifier);
      const urls = [path(userId, one.tenantId), `/users/${userId}/second-factors/reset`];
      const ofTenant = urls.map((url) => refusalOf(post(`/${one.identifier}${url}`, ofOne.as)));
      expect(await Promise.all(ofTenant)).toEqual([
        [403, "forbidden"],
        [403, "foreignSecondFactor"],
      ]);
      for (const lacking of editing) {
        const { as } = await personWith(
          api,
          editing.filter((name) => name !== lacking),
        );
        expect(await refusalOf(reset(userId, other.tenantId, as))).toEqual([403, "forbidden"]);
      }
      const helper = await personWith(api, editing);
      const stronger = [403, "secondFactorOfStronger"];
      expect(await refusalOf(reset(userId, other.tenantId, helper.as))).toEqual(stronger);
      for (const own of [host.userId, host.userId.toUpperCase()])
        expect(await refusalOf(reset(own, other.tenantId))).toEqual([403, "ownSecondFactor"]);
      const { body: key } = await api.request("/main/user/create-api-key", { as: host.as });
      const byKey = reset(userId, other.tenantId, `Bearer ${key}`);
      expect(await refusalOf(byKey)).toEqual([403, "notByApiKey"]);
      const old = await api.signedIn(host.userName);
      await ageSession(api, old);
      const unconfirmed = reset(userId, other.tenantId, old);
      expect(await refusalOf(unconfirmed)).toEqual([403, "confirmationNeeded"]);
      // Neither does the database let other tenants.
      const { rows } = await inTenant(api.connection, one.tenantId, undefined, (db) =>
        db.execute(
          sql`select reset_tenant_user_second_factors(${one.tenantId}, ${userId}, 'Lost') as "isReset"`,
        ),
      );
      expect(rows).toEqual([{ isReset: false }]);
      const silent = post(`/main${path(userId, other.tenantId)}`, host.as, " ");
      expect((await silent).body.errors).toMatchObject([{ propertyName: "reason" }]);
      expect(await leftOf(account)).toEqual([3, 3]);
    });

    test("[AU-11] [OR-03] users are not found elsewhere, or once they or their tenant are archived", async () => {
      const account = await shared();
      const { userId, one, other } = account;
      const stranger = await makeUser(api);
      await giveSecondFactors(api, stranger.userId);
      const third = await makeTenant();
      await run(sql`
        update users set archived_on = now() where tenant_id = ${one.tenantId} and user_id = ${userId}`);
      for (const [id, tenantId] of [
        [unknownId, other.tenantId],
        [stranger.userId, other.tenantId],
        [userId, third.tenantId],
        [userId, unknownId],
        [userId, one.tenantId],
      ] as const)
        expect([id, tenantId, (await reset(id, tenantId)).status]).toEqual([id, tenantId, 404]);
      await run(sql`update tenants set archived_on = now() where tenant_id = ${other.tenantId}`);
      expect((await reset(userId, other.tenantId)).status).toBe(404);
      expect(await leftOf(account)).toEqual([3, 3]);
    });

    test("[AU-11] [HI-01] ends them in all tenants, with the reason in each history and in mails", async () => {
      const email = `${unique("reset")}@example.com`;
      const account = await shared(email);
      const { userId, userName, one, other } = account;
      const password = "a perfectly fine one";
      const set = await api.request(`/main/tenants/${other.tenantId}/users/${userId}/set-password`, {
        method: "PUT",
        as: host.as,
        body: { password },
      });
      expect(set.status).toBe(204);
      const signIns = async () => {
        const ask = ({ identifier }: Shared["one"]) =>
          refusalOf(api.request(`/${identifier}/auth`, { as: basic(userName, password) }));
        return [await ask(one), await ask(other)];
      };
      expect(await signIns()).toEqual([
        [401, "secondFactorNeeded"],
        [401, "secondFactorNeeded"],
      ]);
      const session = await api.signedIn(userName, one.identifier);
      expect((await reset(userId, other.tenantId)).status).toBe(204);
      expect(await leftOf(account)).toEqual([0, 0]);
      expect((await signIns()).map(([status]) => status)).toEqual([200, 200]);
      // As when a user's own tenant resets them.
      expect((await api.request(`/${one.identifier}/user`, { as: session })).status).toBe(200);
      for (const { identifier } of [one, other]) {
        const { as } = await makeAdministratorOf(api, identifier);
        const { body } = await api.request(`/${identifier}/users/${userId}/history?pageLimit=-1`, { as });
        const changes = body.list.filter(({ type }: { type: string }) => type === "UserSecondFactorsReset");
        expect(changes).toMatchObject([{ changedBy: "Hedy Host" }]);
        const change = `/${identifier}/users/history/UserSecondFactorsReset/${changes[0].id}`;
        expect((await api.request(change, { as })).body.current).toEqual({ reason: "Lost the phone" });
      }
      for (const address of [email, `one-${email}`])
        await expect.poll(() => textTo(address)).toMatch(/Hedy Host has removed.*Lost the phone/);
      const { rows } = await run(
        sql`select kind from hub.revocations where subject = ${userId} order by kind`,
      );
      expect(rows).toEqual([{ kind: "recoveryCode" }, { kind: "totp" }]);
    });

    test("[AU-11] a reset waits for the factors before it locks the user, like a sign-in", async () => {
      const { userId, other } = await shared();
      const steps = new EventTarget();
      const [locked, goOn] = [once(steps, "locked"), once(steps, "goOn")];
      const signingIn = api.connection.transaction("owner", async (db) => {
        await db.execute(sql`select from recovery_codes where user_id = ${userId} for update`);
        steps.dispatchEvent(new Event("locked"));
        await goOn;
        return db.execute(sql`
          select from users where tenant_id = ${other.tenantId} and user_id = ${userId} for update nowait`);
      });
      await locked;
      const answer = reset(userId, other.tenantId);
      const blocked = sql`select from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
      // The embedded database runs one transaction at a time.
      if (api.kind !== "pglite")
        await vi.waitUntil(async () => (await run(blocked)).rows.length > 0, { timeout: 10_000 });
      steps.dispatchEvent(new Event("goOn"));
      expect((await signingIn).rows).toHaveLength(1);
      expect((await answer).status).toBe(204);
    });
  },
  { multiTenancy: true, dataDirectory },
);
