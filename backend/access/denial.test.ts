import { expect, test } from "vitest";
import { contract } from "../../lib/contract";
import type { Endpoint } from "../../lib/contract/endpoint";
import type { PermissionName } from "../../lib/contract/permissions";
import { describeApi, type TestApi } from "../testing/api";
import { makeAdministratorOf, makeRole, makeUser, nobody, personWithout, unique } from "../testing/factories";

interface Ids {
  userId: string;
  roleId: string;
  historyId: string;
}

/** What each call is sent, so that nothing but permission or tenant can be the reason of a refusal. */
const bodies: Record<string, (ids: Ids) => unknown> = {
  "users.create": () => ({ userName: unique("d"), password: "long enough", roleIds: [] }),
  "users.save": () => ({ userName: unique("d"), firstName: "A", lastName: "B", email: "" }),
  "users.setPassword": () => ({ password: "long enough", passwordRepeat: "long enough" }),
  "users.addRoles": ({ roleId }) => ({ roleIds: [roleId] }),
  "roles.create": () => ({ roleName: unique("R") }),
  "roles.save": () => ({ roleName: unique("R") }),
  "roles.savePermissions": () => [],
  "roles.addUsers": ({ userId }) => ({ userIds: [userId] }),
};

const endpoints: readonly Endpoint[] = [...Object.values(contract.users), ...Object.values(contract.roles)];

function call(api: TestApi, tenant: string, endpoint: Endpoint, ids: Ids, as?: string) {
  const path = endpoint.path
    .replace(":userId", ids.userId)
    .replace(":roleId", ids.roleId)
    .replace(":type", endpoint.area === "users" ? "UserCreated" : "RoleCreated")
    .replace(":historyId", ids.historyId);
  const query = endpoint.method === "DELETE" ? `?userIds=${ids.userId}&roleIds=${ids.roleId}` : "";
  return api.request(`/${tenant}${path}${queryOf(endpoint, query)}`, {
    method: endpoint.method,
    as,
    body: bodies[`${endpoint.area}.${endpoint.name}`]?.(ids),
  });
}

/** Deletions name what they delete in the query, and nothing else may be in it. */
function queryOf({ area, name, method, path }: Endpoint, both: string): string {
  if (method !== "DELETE") return both;
  if (path.endsWith("/api-keys")) return `?apiKeyIds=${nobody}`;
  const isOfUsers = (area === "users") === (name === "remove");
  return `?${both.slice(1).split("&")[isOfUsers ? 0 : 1]}`;
}

describeApi(
  "denial",
  (api) => {
    const make = async (tenant: string): Promise<Ids> => {
      const { userId } = await makeUser(api, { tenant });
      return { userId, roleId: await makeRole(api, { tenant }), historyId: nobody };
    };

    test("[PM-02] nobody signed in: 401 on every call", async () => {
      const ids = await make("main");
      for (const endpoint of endpoints) {
        const { status } = await call(api, "main", endpoint, ids);
        expect([endpoint.method, endpoint.path, status]).toEqual([endpoint.method, endpoint.path, 401]);
      }
    });

    test("[PM-02] any one of the permissions missing: 403 on every call, and nothing changes", async () => {
      const ids = await make("main");
      const lacking = new Map<PermissionName, string>();
      for (const endpoint of endpoints)
        for (const permission of endpoint.access as readonly PermissionName[]) {
          if (!lacking.has(permission)) lacking.set(permission, (await personWithout(api, permission)).as);
          const { status } = await call(api, "main", endpoint, ids, lacking.get(permission));
          expect([endpoint.method, endpoint.path, permission, status]).toEqual([
            endpoint.method,
            endpoint.path,
            permission,
            403,
          ]);
        }
      expect((await api.request(`/main/users/${ids.userId}`, { as: api.administrator })).body.version).toBe(
        1,
      );
    });

    test("[OR-03] another tenant's records answer exactly as those that do not exist", async () => {
      const tenant = unique("t");
      const foreign = await make("main");
      const { body } = await api.request(`/main/users/${foreign.userId}/history`, { as: api.administrator });
      const missing = { userId: nobody, roleId: nobody, historyId: nobody };
      const { as } = await makeAdministratorOf(api, tenant);
      for (const endpoint of endpoints.filter(
        ({ path, method }) => path.includes(":") || method === "DELETE",
      )) {
        const [theirs, none] = [
          await call(api, tenant, endpoint, { ...foreign, historyId: body.list[0].id }, as),
          await call(api, tenant, endpoint, missing, as),
        ];
        const bare = (answer: typeof theirs) => ({ ...answer.body, requestId: "" });
        expect([endpoint.path, theirs.status, bare(theirs)]).toEqual([
          endpoint.path,
          none.status,
          bare(none),
        ]);
        expect(theirs.status).toBe(404);
      }
      expect(
        (await api.request(`/main/users/${foreign.userId}`, { as: api.administrator })).body.version,
      ).toBe(1);
    });
  },
  { multiTenancy: true },
);
