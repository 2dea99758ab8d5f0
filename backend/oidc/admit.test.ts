import type { ServerResponse } from "node:http";
import { afterAll, expect, test } from "vitest";
import { sql } from "../database/sql";
import { describeApi } from "../testing/api";
import { makeRole, makeUser, unique } from "../testing/factories";
import { makeKeys, startProvider } from "../testing/identity-provider";
import { subjectRuleOf } from "./admit";

const provider = await startProvider("main");
afterAll(() => provider.stop());
const oidc = { issuer: provider.issuer, audience: "hub" };

describeApi(
  "people of a provider",
  (api) => {
    const user = async (as: string) => api.request("/user", { as });
    const verified = (email: string) => ({ email, email_verified: true });
    const mail = () => `${unique("p")}@example.com`;
    const administrator = () => provider.bearer({ sub: "admin" });

    test("[AU-01] users who are not admitted always get a 403 in their language", async () => {
      const email = mail();
      const as = await provider.bearer({ sub: unique("s"), ...verified(email) });
      for (let count = 0; count < 2; count += 1) {
        const response = await api.request("/user", { as, headers: { lang: "de" } });
        expect([response.status, response.body.code]).toEqual([403, "notAdmitted"]);
        expect(response.body.message).toContain(email);
      }
      const { body } = await api.request("/users/history?phrase=SignInFailed&pageLimit=-1", {
        as: await administrator(),
      });
      const told = [];
      for (const { type, id } of body.list)
        told.push((await api.request(`/users/history/${type}/${id}`, { as: await administrator() })).body);
      expect(told.filter(({ current }) => current.providerUserName === email)).toMatchObject([
        { recordName: "-", current: { address: "127.0.0.1", identityProvider: "127.0.0.1" } },
      ]);
    });

    test("[AU-01] an unverified or ambiguous e-mail address admits no user", async () => {
      const [mine, shared] = [mail(), mail()];
      await makeUser(api, { email: mine });
      await makeUser(api, { email: shared });
      await makeUser(api, { email: shared });
      for (const claims of [
        { email: mine },
        { email: mine, email_verified: false },
        { email: mine, email_verified: "yes" },
        { preferred_username: "admin", ...verified("") },
        { preferred_username: "admin", name: "admin" },
        verified(shared),
        { upn: mine, ...verified("nobody@example.com") },
      ])
        expect((await user(await provider.bearer({ sub: unique("s"), ...claims }))).status).toBe(403);
    });

    test("[AU-01] a verified address links its user permanently, even if the address changes later", async () => {
      const email = mail();
      const { userId, userName } = await makeUser(api, { email: email.toUpperCase() });
      const sub = unique("s");
      const first = await user(await provider.bearer({ sub, ...verified(email), preferred_username: "ada" }));
      expect(first.body.profile).toMatchObject({ userId, userName });
      const later = await provider.bearer({ sub, ...verified(mail()) });
      expect((await user(later)).body.profile.userId).toBe(userId);
      const links = await api.request("/user/identity-providers", { as: later });
      expect(links.body).toMatchObject([{ identityProvider: "127.0.0.1", userName: "ada" }]);
      const history = await api.request(`/users/${userId}/history?sortDir=asc`, {
        as: await administrator(),
      });
      expect(history.body.list.map(({ type }: { type: string }) => type)).toEqual([
        "UserCreated",
        "UserIdentityProviderLinked",
        "UserSignedIn",
      ]);
    });

    test("[US-06] a suspended person is refused with a reason, linked or not, and enters again afterwards", async () => {
      const email = mail();
      const person = await makeUser(api, { email });
      const save = async (isActive: boolean) =>
        api.request(`/users/${person.userId}`, {
          method: "PUT",
          as: await administrator(),
          body: { userName: person.userName, isActive },
        });
      const as = await provider.bearer({ sub: unique("s"), ...verified(email) });
      const said = async () => {
        const { status, body } = await user(as);
        return [status, body.code];
      };
      await save(false);
      for (let count = 0; count < 2; count += 1) expect(await said()).toEqual([403, "accountSuspended"]);
      await save(true);
      expect(await said()).toEqual([200, undefined]);
      await save(false);
      expect(await said()).toEqual([403, "accountSuspended"]);
    });

    test("[PM-05] only the sign-in that started viewing is affected; a token that names none cannot view", async () => {
      const viewed = await makeUser(api);
      const as = await Promise.all(
        [{ sid: "one" }, { sid: "two" }, {}].map((claims) => provider.bearer({ sub: "admin", ...claims })),
      );
      const begun = [];
      for (const each of [as[2], as[0]])
        begun.push(await api.request(`/users/${viewed.userId}/view-as`, { method: "POST", as: each }));
      expect(begun.map(({ status, body }) => [status, body?.code])).toEqual([
        [403, "viewingNeedsSession"],
        [204, undefined],
      ]);
      const seen = await Promise.all(as.map(async (each) => (await user(each)).body.viewedBy !== undefined));
      expect(seen).toEqual([true, false, false]);
      // A renewed token continues the same sign-in.
      const renewed = await provider.bearer({ sub: "admin", sid: "one", jti: unique("t") });
      expect((await user(renewed)).body.profile.userId).toBe(viewed.userId);
      await api.request("/user/viewing", { method: "DELETE", as: renewed });
      expect((await user(as[0] ?? "")).body.viewedBy).toBeUndefined();
    });

    test("[AU-01] a missing address is requested from the provider, and only accepted for that person", async () => {
      const email = mail();
      const { userId } = await makeUser(api, { email });
      const sub = unique("s");
      provider.people.set(sub, { sub: "somebody else", ...verified(email) });
      expect((await user(await provider.bearer({ sub }))).status).toBe(403);
      provider.people.set(sub, { sub, ...verified(email) });
      expect((await user(await provider.bearer({ sub }))).body.profile.userId).toBe(userId);
    });

    test("[AU-01] refused user info is not reported as a missing account, and the ID token may replace it", async () => {
      const [email, sub] = [mail(), unique("s")];
      const { userId } = await makeUser(api, { email });
      const idToken = async (claims: object) =>
        (await provider.bearer({ sub, aud: "client", nonce: "n", ...claims }, { typ: "JWT" })).slice(7);
      const uid = unique("u");
      const as = await provider.bearer({ sub, uid });
      const come = (token?: string, who = as) =>
        api.request("/user", { as: who, headers: token ? { "x-id-token": token } : {} });
      const refusals: ((response: ServerResponse) => unknown)[] = [
        (response) => response.writeHead(401, { "www-authenticate": 'Bearer error="invalid_token"' }).end(),
        (response) => response.writeHead(403).end(JSON.stringify({ error: "insufficient_scope" })),
        (response) => response.writeHead(400).end("<html>No</html>"),
        (response) => response.end("<html>Who are you?</html>"),
        (response) => response.end(JSON.stringify({ sub: "somebody else", ...verified(email) })),
      ];
      const stranger = await makeKeys("first");
      for (const refuse of refusals) {
        provider.behave((_, response) => refuse(response));
        const useless = [
          undefined,
          await idToken({ email }),
          await idToken({ ...verified(email), sub: "somebody else" }),
          await idToken({ ...verified(email), exp: 1 }),
          await idToken({ ...verified(email), sub: uid }),
          (await provider.bearer({ sub, ...verified(email) }, {}, stranger)).slice(7),
          "no.id.token",
        ];
        for (const token of useless) {
          const response = await come(token);
          expect([response.status, response.body.code]).toEqual([403, "userInfoRefused"]);
        }
      }
      const admitted = await come(await idToken(verified(email)));
      expect(admitted.body.profile.userId).toBe(userId);
      // A person identified by the token alone needs no request to the provider.
      const { userName } = await makeUser(api);
      expect((await come(undefined, await provider.bearer({ sub: userName }))).status).toBe(200);
      provider.behave((_, response) => response.destroy());
      const known = await makeUser(api);
      expect((await come(undefined, await provider.bearer({ sub: known.userName }))).status).toBe(200);
      expect((await come(undefined, await provider.bearer({ sub: unique("s") }))).status).toBe(503);
      provider.behave(undefined);
    });

    test("[AU-01] people are recognized by signed claims and other names of the subject", async () => {
      const told = async (access: object, about: object, isSigned = false) => {
        const email = mail();
        const { userId } = await makeUser(api, { email });
        const as = await provider.bearer({ sub: unique("s"), ...access });
        const claims = { ...about, ...verified(email) };
        const text = isSigned
          ? (await provider.bearer({ aud: "client", exp: undefined, ...claims })).slice(7)
          : JSON.stringify(claims);
        provider.behave((_, response) => response.end(text));
        const response = await user(as);
        provider.behave(undefined);
        return response.status === 200 && response.body.profile.userId === userId;
      };
      const [sub, uid, oid] = [unique("s"), unique("u"), unique("o")];
      expect(await told({ sub }, { sub }, true)).toBe(true);
      expect(await told({ uid }, { sub: uid })).toBe(true);
      expect(await told({ oid, tid: "main" }, { sub: "pairwise", oid, tid: "main" })).toBe(true);
      expect(await told({ oid, tid: "main" }, { sub: "pairwise", oid, tid: "other" })).toBe(false);
      // A directory that the issuer does not name is not trustworthy.
      expect(await told({ oid, tid: "t" }, { sub: "pairwise", oid, tid: "t" })).toBe(false);
      expect(await told({ oid }, { sub: "pairwise", oid })).toBe(false);
      expect(await told({}, { sub: "another" }, true)).toBe(false);
    });

    test("[AU-01] a user name that is the provider's subject admits, in its exact form", async () => {
      const { userId, userName } = await makeUser(api, { userName: unique("Ext") });
      expect((await user(await provider.bearer({ sub: userName.toLowerCase() }))).status).toBe(403);
      expect((await user(await provider.bearer({ sub: userName }))).body.profile.userId).toBe(userId);
    });

    test("[AU-01] a reassigned address does not give access to its former owner's account", async () => {
      const email = mail();
      await makeUser(api, { email });
      const sub = unique("s");
      expect((await user(await provider.bearer({ sub, ...verified(email) }))).status).toBe(200);
      expect((await user(await provider.bearer({ sub: unique("s"), ...verified(email) }))).status).toBe(403);
    });

    test("[AU-01] a deleted user is refused like an unknown one, also when a new user has the address", async () => {
      const email = mail();
      const { userId } = await makeUser(api, { email });
      const as = await provider.bearer({ sub: unique("s"), ...verified(email) });
      expect((await user(as)).status).toBe(200);
      await api.request(`/users?userIds=${userId}`, { method: "DELETE", as: await administrator() });
      expect((await user(as)).body.code).toBe("notAdmitted");
      const again = await makeUser(api, { email });
      expect((await user(as)).body.profile.userId).toBe(again.userId);
    });

    test("[PM-02] no user can link another person to an account with more rights", async () => {
      const roleId = await makeRole(api, { permissions: ["RoleView", "RoleView_DeleteAction"] });
      const helperRole = await makeRole(api, { permissions: ["UserView", "UserView_EditAction"] });
      const stronger = await makeUser(api, { roleIds: [roleId], email: mail() });
      const helper = await makeUser(api, { roleIds: [helperRole] });
      const as = await provider.bearer({ sub: helper.userName });
      const save = (given: object) =>
        api.request(`/users/${stronger.userId}`, {
          method: "PUT",
          as,
          body: { userName: stronger.userName, firstName: "A", lastName: "B", email: "", ...given },
        });
      for (const given of [{ email: mail() }, { userName: unique("mine") }]) {
        const response = await save(given);
        expect([response.status, response.body.code]).toEqual([403, "identityOfStronger"]);
      }
      const { body } = await api.request(`/users/${stronger.userId}`, { as });
      expect((await save({ email: body.email })).status).toBe(200);
    });

    test("[AU-01] the history records a sign-in once for all its tokens, and dates the last login", async () => {
      const { userId, userName: sub } = await makeUser(api);
      for (const sid of ["one", "one", "two", "two"])
        expect((await user(await provider.bearer({ sub, sid, jti: unique() }))).status).toBe(200);
      const as = await administrator();
      const { body } = await api.request(`/users/${userId}/history?pageLimit=-1`, { as });
      const types = body.list.map(({ type }: { type: string }) => type);
      expect(types.filter((type: string) => type === "UserSignedIn")).toHaveLength(2);
      expect((await api.request(`/users/${userId}`, { as })).body.lastLoginDate).not.toBeNull();
    });

    test("[HO-04] providers behind a broker are listed separately and can be removed except the last", async () => {
      const { userName: sub } = await makeUser(api);
      const through = (idp: string) => provider.bearer({ sub, idp });
      for (const idp of ["google.com", "https://login.microsoftonline.com/x/v2.0", "Apple"])
        expect((await user(await through(idp))).status).toBe(200);
      const as = await through("google");
      const names = async () =>
        (await api.request("/user/identity-providers", { as })).body.map(
          ({ identityProvider }: { identityProvider: string }) => identityProvider,
        );
      expect(await names()).toEqual(["google", "microsoft", "apple"]);
      const remove = (name: string, who: string | undefined = as) =>
        api.request(`/user/identity-providers?identityProvider=${name}`, { method: "DELETE", as: who });
      expect((await api.request("/user/identity-providers")).status).toBe(401);
      expect(
        (await api.request("/user/identity-providers?identityProvider=google", { method: "DELETE" })).status,
      ).toBe(401);
      expect((await remove("myspace")).status).toBe(404);
      expect((await remove("")).status).toBe(400);
      const both = await Promise.all([remove("microsoft"), remove("apple")]);
      expect(both.map(({ status }) => status)).toEqual([204, 204]);
      const last = await remove("google");
      expect([last.status, last.body.code]).toEqual([409, "lastIdentityProvider"]);
      expect(await names()).toEqual(["google"]);
      const { body: key } = await api.request("/user/create-api-key", { as });
      expect((await remove("google", `Bearer ${key}`)).body.code).toBe("notByApiKey");
    });

    test("[US-05] API keys are accepted beside tokens, and signing out with a token ends nothing else", async () => {
      const { userName: sub } = await makeUser(api);
      const as = await provider.bearer({ sub });
      const { body: key } = await api.request("/user/create-api-key", { as });
      expect((await api.request("/auth", { method: "DELETE", as })).status).toBe(204);
      expect((await user(`Bearer ${key}`)).body.profile.userName).toBe(sub);
    });
  },
  { authMode: "oidc", oidc },
);

const unlinked = { ...oidc, linkUserNames: false, firstAdministrator: "admin" };

describeApi(
  "user names that are no subjects",
  (api) => {
    test("[AU-01] admit only the first administrator, once", async () => {
      const { userName } = await makeUser(api);
      const email = `${unique("p")}@example.com`;
      const { userId } = await makeUser(api, { email });
      const come = async (claims: Record<string, unknown>) => {
        const { status, body } = await api.request("/user", { as: await provider.bearer(claims) });
        return status === 200 ? body.profile.userId : body.code;
      };
      expect(await come({ sub: userName })).toBe("notAdmitted");
      expect(await come({ sub: "admin" })).toMatch(/^[\da-f-]{36}$/);
      expect(await come({ sub: "admin" })).toMatch(/^[\da-f-]{36}$/);
      expect(await come({ sub: userName })).toBe("notAdmitted");
      expect(await come({ sub: userName, email, email_verified: true })).toBe(userId);
      // Existing links stay.
      expect(await come({ sub: userName })).toBe(userId);
    });

    test("[AU-01] do not admit the administrator once a user is linked, or in another organisation", () => {
      const of = (tenant: string, subject: string, firstAdministrator?: string) =>
        subjectRuleOf({ linkUserNames: false, firstAdministrator }, tenant, { subject });
      expect(of("main", "admin", "admin")).toBe("first");
      expect(of("main", "Admin", "admin")).toBe("never");
      expect(of("main", "admin")).toBe("never");
      expect(of("acme", "admin", "admin")).toBe("never");
      expect(subjectRuleOf({}, "acme", { subject: "ada" })).toBe("always");
    });
  },
  { authMode: "oidc", oidc: unlinked },
);

const perTenant = { ...oidc, issuer: provider.issuer.replace(/main$/, "{tenant}") };

describeApi(
  "a provider for each tenant",
  (api) => {
    test("[OR-03] one tenant's provider admits no user to another tenant, even users of both", async () => {
      const tenant = unique("t");
      const { userId, userName: sub } = await makeUser(api, { tenant });
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`insert into users (tenant_id, user_id, user_name, email)
          select tenant_id, ${userId}, ${sub}, 'x@example.com' from tenants where identifier = 'main'`),
      );
      const asMain = await provider.bearer({ sub });
      expect((await api.request("/main/user", { as: asMain })).status).toBe(200);
      const readings = provider.keyReadings();
      // The other tenant's provider claims to be main's, so its token is not accepted.
      const response = await api.request(`/${tenant}/user`, { as: asMain });
      expect([response.status, response.body.code]).toEqual([503, "providerUnavailable"]);
      expect((await api.request("/nowhere/user", { as: asMain })).body.code).toBe("unknownTenant");
      expect((await api.request("/127.0.0.1:1/user", { as: asMain })).status).toBe(404);
      expect(provider.keyReadings()).toBe(readings);
    });
  },
  { authMode: "oidc", oidc: perTenant, multiTenancy: true },
);
