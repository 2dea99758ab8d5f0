import { afterAll, expect, test } from "vitest";
import { allPermissions } from "../../lib/contract";
import { administratorRoleId } from "../database/schema";
import { describeApi } from "../testing/api";
import { makeRole, makeUser, unique } from "../testing/factories";
import { startProvider } from "../testing/identity-provider";

const provider = await startProvider();
afterAll(() => provider.stop());
const oidc = { issuer: provider.issuer, audience: "hub", roleClaim: "groups" };

describeApi(
  "administrators where a provider signs in",
  (api) => {
    type Method = "GET" | "POST" | "PUT" | "DELETE";
    const call = async (method: Method, url: string, sub: string, body?: object, claims = {}) => {
      const as = await provider.bearer({ sub, ...claims });
      const answer = await api.request(url, { method, as, body });
      return answer.status < 300 ? "done" : answer.body.code;
    };
    const administratorOf = (tenant: string) => makeUser(api, { tenant, roleIds: [administratorRoleId] });
    /** Signed in, with all permissions but not as an administrator. */
    const helperOf = async (tenant: string) => {
      const roleId = await makeRole(api, { tenant, permissions: allPermissions });
      return (await makeUser(api, { tenant, roleIds: [roleId] })).userName;
    };

    test("[US-04] [US-06] one who has never signed in is not the one who stays", async () => {
      const tenant = unique("t");
      const [linked, other] = [await administratorOf(tenant), await administratorOf(tenant)];
      const by = await helperOf(tenant);
      const path = (rest: string) => `/${tenant}${rest}`;
      expect(await call("GET", path("/user"), linked.userName)).toBe("done");
      const { userId, userName } = linked;
      const suspended = { userName, isActive: false };
      const demote = () => call("DELETE", path(`/users/${userId}/roles?roleIds=${administratorRoleId}`), by);
      expect([
        await demote(),
        await call("DELETE", path(`/roles/${administratorRoleId}/users?userIds=${userId}`), by),
        await call("DELETE", path(`/users?userIds=${userId}`), by),
        await call("DELETE", path(`/users?userIds=${userId}&userIds=${other.userId}`), by),
        await call("PUT", path(`/users/${userId}`), by, suspended),
      ]).toEqual(Array(5).fill("lastAdministrator"));
      expect(await call("GET", path("/user"), other.userName)).toBe("done");
      expect(await demote()).toBe("done");
    });

    test("[US-04] [US-06] one who has never signed in is removed beside one who has", async () => {
      const tenant = unique("t");
      const [linked, first, second] = [
        await administratorOf(tenant),
        await administratorOf(tenant),
        await administratorOf(tenant),
      ];
      const as = linked.userName;
      const suspended = { userName: first.userName, isActive: false };
      expect([
        await call("PUT", `/${tenant}/users/${first.userId}`, as, suspended),
        await call("DELETE", `/${tenant}/users/${second.userId}/roles?roleIds=${administratorRoleId}`, as),
        await call("DELETE", `/${tenant}/users?userIds=${first.userId}`, as),
      ]).toEqual(["done", "done", "done"]);
    });

    test("[US-04] [OR-03] those of a new tenant, where nobody has signed in, replace each other", async () => {
      const tenant = unique("t");
      const [wrong, right, guest] = [await makeUser(api), await makeUser(api), await makeUser(api)];
      const created = await api.request("/main/tenants", {
        method: "POST",
        as: await provider.bearer({ sub: "admin" }),
        body: { tenantName: tenant, tenantIdentifier: tenant, administratorIds: [wrong.userId] },
      });
      const url = `/main/tenants/${created.body}/users`;
      const add = (userId: string, asAdministrators = true) =>
        call("PUT", url, "admin", { userIds: [userId], asAdministrators });
      const remove = (userId: string) => call("DELETE", `${url}?userIds=${userId}`, "admin");
      expect(await remove(wrong.userId)).toBe("lastAdministrator");
      expect([await add(right.userId), await remove(wrong.userId)]).toEqual(["done", "done"]);
      expect(await remove(right.userId)).toBe("lastAdministrator");
      expect([await add(guest.userId, false), await remove(guest.userId)]).toEqual(["done", "done"]);
      expect(await call("GET", `/${tenant}/users`, right.userName)).toBe("done");
    });

    test("[US-06] suspending another person needs no administrator who has signed in", async () => {
      const tenant = unique("t");
      await administratorOf(tenant);
      const { userId, userName } = await makeUser(api, { tenant });
      const by = await helperOf(tenant);
      expect(await call("PUT", `/${tenant}/users/${userId}`, by, { userName, isActive: false })).toBe("done");
    });

    test("[US-07] a group takes the role of the only one who has signed in once another does", async () => {
      const [tenant, groupName] = [unique("t"), unique("g")];
      const other = await administratorOf(tenant);
      const sub = (await makeUser(api, { tenant })).userName;
      const mapped = await call(
        "POST",
        `/${tenant}/organisation-settings/provider-groups`,
        await helperOf(tenant),
        { groupName, roleIds: [administratorRoleId] },
      );
      const now = Math.floor(Date.now() / 1000);
      const enter = (groups: string[], iat = now) =>
        call("GET", `/${tenant}/users`, sub, undefined, { groups, iat });
      expect([mapped, await enter([groupName], now - 1), await enter([])]).toEqual(["done", "done", "done"]);
      expect(await call("GET", `/${tenant}/users`, other.userName)).toBe("done");
      expect(await enter([])).toBe("forbidden");
    });
  },
  { authMode: "oidc", oidc, multiTenancy: true },
);
