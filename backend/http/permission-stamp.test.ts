import { expect, test } from "vitest";
import { allPermissions } from "../../lib/contract";
import { offeredIn } from "../access/offered";
import { describeApi } from "../testing/api";
import { makeRole, makeUser } from "../testing/factories";
import { stampOf } from "./permission-stamp";

test("[PM-04] two stamps are equal exactly if the permissions are", () => {
  const stamps = allPermissions.map((name) => stampOf(new Set([name])));
  expect(new Set([stampOf(new Set()), ...stamps]).size).toBe(allPermissions.length + 1);
  const [first, second] = allPermissions as [
    (typeof allPermissions)[number],
    (typeof allPermissions)[number],
  ];
  expect(stampOf(new Set([first, second]))).toBe(stampOf(new Set([second, first])));
  expect(stampOf(offeredIn("main", true))).not.toBe(stampOf(offeredIn("main", false)));
});

describeApi("the permission stamp", (api) => {
  test("[PM-04] comes with every response, refusals too, and changes with the next request", async () => {
    const roleId = await makeRole(api, { permissions: ["UserView"] });
    const { userName } = await makeUser(api, { roleIds: [roleId] });
    const as = await api.signedIn(userName);
    const stamp = async (url: string, method: "GET" | "POST" = "GET") =>
      (await api.request(url, { as, method })).headers["x-permissions"];
    const before = (await api.request("/user", { as })).body.permissionStamp;
    expect(before).toMatch(/^[0-9a-f]+$/);
    for (const url of ["/user", "/users", "/settings/version", "/roles", "/users?page=0", "/users/x"])
      expect([url, await stamp(url)]).toEqual([url, before]);

    const granted = await api.request(`/roles/${roleId}/permissions`, {
      method: "PUT",
      as: api.administrator,
      body: [{ permissionId: "RoleView", permissionValue: true }],
    });
    expect(granted.headers["x-permissions"]).not.toBe(before);
    const after = await stamp("/users");
    expect(after).not.toBe(before);
    expect((await api.request("/user", { as })).body.permissionStamp).toBe(after);
  });

  test("[PM-04] is not sent to anonymous users", async () => {
    for (const url of ["/user", "/auth", "/health", "/nowhere"])
      expect((await api.request(url)).headers["x-permissions"]).toBeUndefined();
  });
});
