import { afterAll, expect, test } from "vitest";
import { administratorRoleId } from "../database/schema";
import { describeApi } from "../testing/api";
import { faultyFields, makeRole, makeUser, unique } from "../testing/factories";
import { startProvider } from "../testing/identity-provider";
import { importHelpers } from "../testing/imports";

const provider = await startProvider();
afterAll(() => provider.stop());
const oidc = { issuer: provider.issuer, audience: "hub" };

describeApi(
  "people added by hand where a provider signs in",
  (api) => {
    const verified = (email: string) => ({ email, email_verified: true });
    const mail = () => `${unique("added")}@example.com`;
    const administrator = () => provider.bearer({ sub: "admin" });
    const add = async (body: object, as?: string, tenant = "main") =>
      api.request(`/${tenant}/users/create`, { method: "POST", as: as ?? (await administrator()), body });
    const enter = async (claims: object, tenant = "main") => {
      const as = await provider.bearer({ sub: unique("s"), ...claims });
      const { status, body } = await api.request(`/${tenant}/user`, { as });
      return status === 200 ? body.profile.userId : body.code;
    };

    test("[US-01] [PM-02] adding them is refused without permission, with a password, and with roles not held", async () => {
      const userName = unique("ada");
      const helper = await makeUser(api, {
        roleIds: [await makeRole(api, { permissions: ["UserView", "UserView_AddAction"] })],
      });
      const as = await provider.bearer({ sub: helper.userName });
      const looker = await makeUser(api, { roleIds: [await makeRole(api, { permissions: ["UserView"] })] });
      expect((await api.request("/main/users/create", { method: "POST", body: { userName } })).status).toBe(
        401,
      );
      expect((await add({ userName }, await provider.bearer({ sub: looker.userName }))).status).toBe(403);
      const refused = [
        await add({ userName, password: "a long enough one 42" }, as),
        await add({ userName, roleIds: [administratorRoleId] }, as),
      ];
      expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
        [403, "noPasswords"],
        [403, "permissionNotHeld"],
      ]);
      const faulty = [
        await add({ userName, password: "" }, as),
        await add({ userName: "no good", email: "x" }, as),
      ];
      expect(faulty.map(({ status, body }) => [status, faultyFields(body)])).toEqual([
        [400, ["password"]],
        [400, ["userName", "email"]],
      ]);
      expect((await add({ userName }, as)).status).toBe(200);
      expect(faultyFields((await add({ userName: userName.toUpperCase() }, as)).body)).toEqual(["userName"]);
    });

    test("[US-01] [AU-01] they are linked at the first sign-in, only by claims that the provider has verified", async () => {
      const [userName, email] = [unique("ada"), mail()];
      const roleId = await makeRole(api, { permissions: ["RoleView"] });
      const { body: userId } = await add({ userName, email, roleIds: [roleId] });
      // Self-chosen claims identify no user.
      for (const claims of [
        { preferred_username: userName },
        { preferred_username: email, name: userName, nickname: userName },
        { email },
        { email, email_verified: false },
        { preferred_username: userName, ...verified(mail()) },
      ])
        expect(await enter(claims)).toBe("notAdmitted");
      const sub = unique("s");
      expect(await enter({ sub, ...verified(email) })).toBe(userId);
      expect(await enter({ sub })).toBe(userId);
      expect(await enter(verified(email))).toBe("notAdmitted");
      const roles = await api.request("/main/roles", { as: await provider.bearer({ sub }) });
      expect(roles.status).toBe(200);
      // By a user name equal to the subject.
      const { body: named } = await add({ userName: unique("bo") });
      const { body } = await api.request(`/main/users/${named}`, { as: await administrator() });
      expect([body.lastLoginDate, await enter({ sub: body.userName })]).toEqual([null, named]);
    });

    test("[US-01] [AU-01] of concurrent first sign-ins with one address, one is linked", async () => {
      const email = mail();
      const { body: userId } = await add({ userName: unique("ada"), email });
      const as = await Promise.all(
        [1, 2, 3, 4].map(() => provider.bearer({ sub: unique("s"), ...verified(email) })),
      );
      const entered = await Promise.all(
        as.map(async (one) => (await api.request("/main/user", { as: one })).status),
      );
      expect(entered.sort()).toEqual([200, 403, 403, 403]);
      const same = await provider.bearer({ sub: unique("s"), ...verified(mail()) });
      expect((await api.request("/main/user", { as: same })).status).toBe(403);
      const { body } = await api.request(`/main/users/${userId}/history`, { as: await administrator() });
      const types = body.list.map(({ type }: { type: string }) => type);
      expect(types.filter((type: string) => type === "UserIdentityProviderLinked")).toHaveLength(1);
    });

    test("[US-01] [TL-09] they can be imported", async () => {
      const as = await administrator();
      const { begun, through } = importHelpers(api, "/main");
      const [userName, email] = [unique("ada"), mail()];
      const csv = `User name;Last name;First name;E-mail\n${userName};Byron;Ada;${email}\n`;
      const { importId } = await begun("users", csv, { as });
      await through(importId, "dry-run", undefined, { as });
      const { run } = await through(importId, "run", { isAllOrNothing: true }, { as });
      expect(run).toMatchObject({ created: 1, faulty: 0 });
      const { body } = await api.request(`/main/users?phrase=${userName}`, { as });
      expect(await enter(verified(email))).toBe(body.list[0].userId);
    });

    test("[US-01] [OR-03] one of them is the first administrator of a new tenant, and enters no other", async () => {
      const [email, sub] = [mail(), unique("s")];
      const [tenant, other] = [unique("t"), unique("t")];
      const { body: userId } = await add({ userName: unique("ada"), email });
      const create = async (tenantIdentifier: string, administratorIds?: string[]) =>
        api.request("/main/tenants", {
          method: "POST",
          as: await administrator(),
          body: { tenantName: tenantIdentifier, tenantIdentifier, administratorIds },
        });
      expect((await create(tenant, [userId])).status).toBe(200);
      expect((await create(other)).status).toBe(200);
      expect(await enter({ sub, ...verified(email) }, other)).toBe("notAdmitted");
      expect(await enter({ sub, ...verified(email) }, tenant)).toBe(userId);
      const as = await provider.bearer({ sub });
      const added = await add({ userName: unique("bo") }, as, tenant);
      expect(added.status).toBe(200);
    });
  },
  { authMode: "oidc", oidc, multiTenancy: true },
);
