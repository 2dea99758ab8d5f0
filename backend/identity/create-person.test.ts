import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../database/sql";
import { describeApi } from "../testing/api";
import { makeRole, makeUser, unique } from "../testing/factories";
import { startProvider } from "../testing/identity-provider";

const provider = await startProvider();
afterAll(() => provider.stop());
const oidc = { issuer: provider.issuer, audience: "hub", createUsers: true };
const withoutNames = { ...oidc, linkUserNames: false, firstAdministrator: "admin" };

describeApi(
  "people created at their first sign-in",
  (api) => {
    const mail = () => `${unique("new")}@example.com`;
    const verified = (email: string) => ({ email, email_verified: true });
    const administrator = () => provider.bearer({ sub: "admin" });
    const enter = async (claims: object, tenant = "main") =>
      api.request(`/${tenant}/user`, { as: await provider.bearer({ sub: unique("s"), ...claims }) });
    const refusal = async (claims: object, tenant?: string) => {
      const { status, body } = await enter(claims, tenant);
      return [status, body.code];
    };
    const detail = async (userId: string) =>
      (await api.request(`/main/users/${userId}`, { as: await administrator() })).body;
    const change = async (method: "PUT" | "DELETE", path: string, body?: object) => {
      const { status, text } = await api.request(`/main${path}`, { method, as: await administrator(), body });
      expect(status, text).toBeLessThan(300);
    };
    beforeAll(async () => {
      // The first of all users is linked by its name.
      expect((await enter({ sub: "admin" })).status).toBe(200);
    });

    test("[US-07] a person gets names, address and language of the claims, and the default roles alone", async () => {
      const [email, sub] = [mail(), unique("s")];
      const roleId = await makeRole(api, { isDefault: true, permissions: ["RoleView"] });
      const ended = await makeRole(api, { isDefault: true });
      await change("DELETE", `/roles?roleIds=${ended}`);
      const claims = { sub, ...verified(email), given_name: "Ada", family_name: "Byron", locale: "de-AT" };
      const { body } = await enter({ ...claims, preferred_username: "Ada Byron@corp.example" });
      const { profile, userSettings } = body;
      expect(profile).toMatchObject({ firstName: "Ada", lastName: "Byron", email, userName: "Ada.Byron" });
      expect(userSettings).toContainEqual({ settingName: "languageSymbol", settingValue: "de" });
      const { roles } = await detail(profile.userId);
      expect(roles.map((role: { roleId: string }) => role.roleId)).toEqual([roleId]);
      expect((await enter(claims)).body.profile.userId).toBe(profile.userId);
      const history = await api.request(`/main/users/${profile.userId}/history?pageLimit=-1&sortDir=asc`, {
        as: await administrator(),
      });
      const made = history.body.list.filter(({ type }: { type: string }) => /Created|RoleAdded/.test(type));
      expect(made).toMatchObject([
        { type: "UserCreated", changedBy: "127.0.0.1" },
        { type: "UserRoleAdded", changedBy: "127.0.0.1" },
      ]);
      await change("DELETE", `/roles?roleIds=${roleId}`);
    });

    test("[US-07] [AU-01] claims of the ID token and user info count, and only for that subject", async () => {
      const [sub, other] = [unique("s"), unique("s")];
      const about = { given_name: "Ida", family_name: "Rhodes", ...verified(mail()) };
      const idToken = (await provider.bearer({ sub, aud: "client", ...about }, { typ: "JWT" })).slice(7);
      const byToken = await api.request("/main/user", {
        as: await provider.bearer({ sub }),
        headers: { "x-id-token": idToken },
      });
      expect(byToken.body.profile).toMatchObject({ firstName: "Ida", email: about.email });
      provider.people.set(other, { sub: "somebody else", ...about });
      expect(await refusal({ sub: other })).toEqual([403, "userInfoRefused"]);
      const mine = { sub: other, name: "Grace Hopper", preferred_username: "no good name!" };
      provider.people.set(other, mine);
      expect((await enter({ sub: other })).body.profile).toMatchObject({
        firstName: "",
        lastName: "Grace Hopper",
        email: "",
      });
    });

    test("[US-07] [OP-03] a person removed after a backup is not created again, unless an administrator adds them", async () => {
      const [email, sub, later] = [mail(), unique("s"), unique("s")];
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`insert into refused_subjects (tenant_id, issuer, subject, refused_until)
          select tenant_id, ${provider.issuer}, s.name, s.until::timestamptz from tenants,
            (values (${sub}, null), (${later}, now() - interval '1 minute')) as s (name, until) where identifier = 'main'`),
      );
      expect(await refusal({ sub, ...verified(email) })).toEqual([403, "notAdmitted"]);
      expect((await enter({ sub: later })).status).toBe(200);
      await makeUser(api, { email });
      expect((await enter({ sub, ...verified(email) })).status).toBe(200);
    });

    test("[US-07] concurrent first requests create one person, also for two subjects with one address", async () => {
      const email = mail();
      const same = await provider.bearer({ sub: unique("s"), ...verified(email) });
      const first = await Promise.all([1, 2, 3, 4, 5].map(() => api.request("/main/user", { as: same })));
      expect(first.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect(new Set(first.map(({ body }) => body.profile.userId)).size).toBe(1);
      expect(await refusal(verified(email))).toEqual([403, "notAdmitted"]);
      const shared = mail();
      const both = await Promise.all([1, 2, 3].map(() => refusal(verified(shared))));
      expect(both.map(([status]) => status).sort()).toEqual([200, 403, 403]);
    });

    test("[US-07] [US-06] a suspension or deletion prevents the creation of the same person", async () => {
      const suspend = (userId: string, userName: string, isActive = false) =>
        change("PUT", `/users/${userId}`, { userName, isActive });
      const remove = (userId: string) => change("DELETE", `/users?userIds=${userId}`);
      // Suspended users, created or added: also by another subject, and by an address that is not verified.
      const [email, sub] = [mail(), unique("s")];
      const created = (await enter({ sub, ...verified(email) })).body.profile;
      await suspend(created.userId, created.userName);
      expect(await refusal({ sub, ...verified(email) })).toEqual([403, "accountSuspended"]);
      for (const claims of [verified(email.toUpperCase()), { email, email_verified: false }, { email }])
        expect(await refusal({ ...claims, name: "X" })).toEqual([403, "notAdmitted"]);
      const added = await makeUser(api, { email: mail() });
      const { email: address } = await detail(added.userId);
      await suspend(added.userId, added.userName);
      expect(await refusal(verified(address))).toEqual([403, "accountSuspended"]);
      await suspend(added.userId, added.userName, true);
      // Deleted users: by subject, address, and a user name equal to the subject.
      const gone = (await enter({ sub: "gone", name: "Gone" })).body.profile;
      await remove(gone.userId);
      expect(await refusal({ sub: "gone", name: "Gone", ...verified(mail()) })).toEqual([403, "notAdmitted"]);
      await remove(created.userId);
      expect(await refusal({ sub, ...verified(mail()) })).toEqual([403, "notAdmitted"]);
      expect(await refusal({ ...verified(email) })).toEqual([403, "notAdmitted"]);
      const named = await makeUser(api);
      await remove(named.userId);
      expect(await refusal({ sub: named.userName, name: "Named" })).toEqual([403, "notAdmitted"]);
    });

    test("[US-07] [AU-01] a self-chosen name gives a new account, never an existing one", async () => {
      const victim = await makeUser(api, { email: mail() });
      const { email } = await detail(victim.userId);
      const { body } = await enter({ preferred_username: victim.userName, name: "Mallory" });
      expect(body.profile.userId).not.toBe(victim.userId);
      expect(body.profile.userName).toBe(`${victim.userName}2`);
      expect((await enter(verified(email))).body.profile.userId).toBe(victim.userId);
    });

    test("[US-07] [US-02] who signs in before accepting an invitation gets no second user by accepting it", async () => {
      const [email, sub] = [mail(), unique("s")];
      const post = async (path: string, body: object, as?: string) =>
        api.request(`/main${path}`, { method: "POST", as, body });
      const by = await administrator();
      const invited = await post("/users/invite", { email, roleIds: [] }, by);
      const link = await post(`/users/invitations/${invited.body}/link`, {}, by);
      const created = (await enter({ sub, ...verified(email) })).body.profile;
      const person = { userName: unique("guest"), firstName: "Grace", lastName: "Hopper" };
      const token = link.body.split("/").at(-1);
      const accepted = await post(`/invitations/${token}`, person);
      expect([accepted.status, accepted.body.code]).toEqual([400, "userOfTenant"]);
      expect((await enter({ sub, ...verified(email) })).body.profile).toEqual(created);
      expect((await api.request(`/main/users?phrase=${email}`, { as: by })).body.totalCount).toBe(1);
    });

    test("[US-07] [OR-03] a person is created in the tenant of the address, and counts there alone", async () => {
      const tenant = unique("t");
      await makeUser(api, { tenant });
      const [email, sub] = [mail(), unique("s")];
      const there = (await enter({ sub, ...verified(email) }, tenant)).body.profile;
      const { rows } = await api.connection.transaction("owner", (db) =>
        db.execute<{ identifier: string }>(sql`
          select identifier from users join tenants using (tenant_id) where user_id = ${there.userId}`),
      );
      expect(rows).toEqual([{ identifier: tenant }]);
      const here = (await enter({ sub, ...verified(email) })).body.profile;
      expect(here.userId).not.toBe(there.userId);
      expect((await refusal({ sub, ...verified(email) }, unique("nowhere")))[0]).toBe(404);
    });
  },
  { authMode: "oidc", oidc, multiTenancy: true },
);

describeApi(
  "an installation without an administrator yet",
  (api) => {
    test("[US-07] creates no person before its first administrator, who stays recognised", async () => {
      const enter = async (sub: string) =>
        (await api.request("/user", { as: await provider.bearer({ sub, name: "New" }) })).status;
      expect(await enter("stranger")).toBe(403);
      expect(await enter("admin")).toBe(200);
      expect(await enter("stranger")).toBe(200);
    });
  },
  { authMode: "oidc", oidc: withoutNames },
);
