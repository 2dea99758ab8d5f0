import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PermissionName } from "../../lib/contract/permissions";
import { buildApp } from "../app";
import { administratorRoleId } from "../database/schema";
import { describeApi } from "../testing/api";
import { makeRole, makeUser, personWith } from "../testing/factories";
import { type Ask, listening } from "../testing/listening";

describeApi("a change of permissions, with two servers of one database", (api) => {
  let other: FastifyInstance;
  let servers: Ask[];
  beforeAll(async () => {
    // Shares only the database, like another process.
    other = await buildApp({ config: api.config, connection: api.connection });
    servers = [await listening(api), await listening({ app: other })];
  });
  afterAll(() => other.close());

  /** Requests both, each twice, so that a cached answer would show. */
  const statuses = async (as: string, path = "/roles") => {
    const responses = [];
    for (const ask of [...servers, ...servers])
      responses.push((await ask(path, { method: "GET", as })).status);
    return new Set(responses);
  };
  const change = (path: string, method: "PUT" | "DELETE" | "POST", body?: object) =>
    api.request(path, { method, as: api.administrator, body });
  const grant = (roleId: string, ...names: PermissionName[]) =>
    change(
      `/roles/${roleId}/permissions`,
      "PUT",
      names.map((permissionId) => ({ permissionId, permissionValue: true })),
    );

  test("[PM-04] applies at the next request, on any server", async () => {
    const roleId = await makeRole(api);
    const person = await personWith(api, ["UserView"], { roleIds: [roleId] });
    expect(await statuses(person.as)).toEqual(new Set([403]));
    await grant(roleId, "RoleView");
    expect(await statuses(person.as)).toEqual(new Set([200]));
    await grant(roleId, "UserView");
    expect(await statuses(person.as)).toEqual(new Set([403]));
    await grant(roleId, "RoleView");
    expect(await statuses(person.as)).toEqual(new Set([200]));
    await change(`/roles?roleIds=${roleId}`, "DELETE");
    expect(await statuses(person.as)).toEqual(new Set([403]));
    expect(await statuses(person.as, "/users")).toEqual(new Set([200]));
  });

  test("[PM-04] includes roles given and removed, the administrator's too, and equal permissions", async () => {
    const person = await makeUser(api);
    const as = await api.signedIn(person.userName);
    const roles = `/users/${person.userId}/roles`;
    const [first, second] = [
      await makeRole(api, { permissions: ["RoleView"] }),
      await makeRole(api, { permissions: ["UserView"] }),
    ];
    expect(await statuses(as)).toEqual(new Set([403]));
    await change(roles, "PUT", { roleIds: [first] });
    expect(await statuses(as)).toEqual(new Set([200]));
    await change(roles, "PUT", { roleIds: [second] });
    await change(`${roles}?roleIds=${first}`, "DELETE");
    expect(await statuses(as)).toEqual(new Set([403]));
    await change(roles, "PUT", { roleIds: [administratorRoleId] });
    expect(await statuses(as)).toEqual(new Set([200]));
    await change(`${roles}?roleIds=${administratorRoleId}`, "DELETE");
    expect(await statuses(as)).toEqual(new Set([403]));
    expect(await statuses(as, "/users")).toEqual(new Set([200]));
  });

  test("[PM-04] deleted users lose access immediately", async () => {
    const person = await personWith(api, ["RoleView"]);
    expect(await statuses(person.as)).toEqual(new Set([200]));
    await change(`/users?userIds=${person.userId}`, "DELETE");
    expect(await statuses(person.as)).toEqual(new Set([401]));
  });
});
