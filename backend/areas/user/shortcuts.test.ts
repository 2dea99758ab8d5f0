import { expect, test } from "vitest";
import { maxShortcuts } from "../../../lib/contract/shortcuts";
import { describeApi } from "../../testing/api";
import { faultyFields, personWith, unknownId } from "../../testing/factories";

interface Shortcut {
  userFavoriteActionId: string;
  actionUrl: string;
  permissionLabel: string;
}

describeApi("shortcuts", (api) => {
  const list = async (as: string): Promise<Shortcut[]> => (await api.request("/user/actions", { as })).body;
  const addresses = async (as: string) => (await list(as)).map(({ actionUrl }) => actionUrl);
  const add = (as: string, actionUrl: string, permissionLabel?: string) =>
    api.request("/user/actions", { method: "POST", as, body: { actionUrl, permissionLabel } });
  const remove = (as: string, id: string) => api.request(`/user/actions/${id}`, { method: "DELETE", as });
  const swap = (as: string, one: string, other: string) =>
    api.request(`/user/actions/swap/${one}/${other}`, { method: "PATCH", as });
  const init = (as: string, body: unknown) => api.request("/user/actions-init", { method: "PUT", as, body });

  test("[HO-01] are private: another user's are neither seen, moved nor removed", async () => {
    const [one, other] = [await personWith(api, []), await personWith(api, [])];
    const { body: id } = await add(one.as, "/users");
    const { body: ours } = await add(other.as, "/users");
    expect(await list(other.as)).toEqual([expect.objectContaining({ userFavoriteActionId: ours })]);
    for (const refused of [
      await remove(other.as, id),
      await swap(other.as, ours, id),
      await swap(other.as, id, ours),
      await swap(other.as, id, id),
      await remove(other.as, unknownId),
      await swap(other.as, ours, unknownId),
    ])
      expect(refused.status).toBe(404);
    expect(await addresses(one.as)).toEqual(["/users"]);
  });

  test("[HO-01] are added at the end, without duplicates", async () => {
    const { as } = await personWith(api, []);
    const first = await add(as, "/users", "UserView");
    expect(first.status).toBe(200);
    await add(as, "/search?collection=roles&phrase=a%20b", "Roles of mine");
    for (const same of ["/users", "/Users", "/users/", "/x/../users"]) {
      const again = await add(as, same, "Something else");
      expect(again.status).toBe(200);
      expect(again.body).toBe(first.body);
    }
    expect(await list(as)).toEqual([
      { userFavoriteActionId: first.body, actionUrl: "/users", permissionLabel: "UserView" },
      expect.objectContaining({
        actionUrl: "/search?collection=roles&phrase=a%20b",
        permissionLabel: "Roles of mine",
      }),
    ]);
    expect((await remove(as, first.body)).status).toBe(204);
    expect(await addresses(as)).toEqual(["/search?collection=roles&phrase=a%20b"]);
  });

  test.each([
    "https://example.com/users",
    "//example.com",
    "/\\example.com",
    "/..//example.com",
    "/\t/example.com",
    "javascript:alert(1)",
    "users",
    "",
    `/${"a".repeat(2000)}`,
  ])("[HO-01] [RT-02] an address that leads outside is refused: %#", async (actionUrl) => {
    const { as } = await personWith(api, []);
    const refused = await add(as, actionUrl);
    expect(refused.status).toBe(400);
    expect(faultyFields(refused.body)).toEqual(["actionUrl"]);
    expect((await init(as, [{ actionUrl }])).status).toBe(400);
    expect(await list(as)).toEqual([]);
  });

  test("[HO-01] two shortcuts are swapped, and no others move", async () => {
    const { as } = await personWith(api, []);
    const ids: string[] = [];
    for (const one of ["/a", "/b", "/c", "/d"]) ids.push((await add(as, one)).body);
    const [a = "", b = "", , d = ""] = ids;
    expect((await swap(as, a, d)).status).toBe(204);
    expect(await addresses(as)).toEqual(["/d", "/b", "/c", "/a"]);
    expect((await swap(as, a.toUpperCase(), a)).status).toBe(204);
    await remove(as, b);
    await swap(as, a, d);
    await add(as, "/e");
    expect(await addresses(as)).toEqual(["/a", "/c", "/d", "/e"]);
  });

  test("[HO-01] stay unique under concurrent changes", async () => {
    const { as } = await personWith(api, []);
    const ids: string[] = [];
    for (const one of ["/a", "/b", "/c", "/d", "/e"]) ids.push((await add(as, one)).body);
    const responses = await Promise.all([
      ...Array.from({ length: 50 }, (_, turn) =>
        swap(as, ids[turn % 5] as string, ids[(turn * 3 + 1) % 5] as string),
      ),
      ...["/f", "/f", "/g"].map((one) => add(as, one)),
    ]);
    expect(responses.filter(({ status }) => status >= 300)).toEqual([]);
    expect((await addresses(as)).toSorted()).toEqual(["/a", "/b", "/c", "/d", "/e", "/f", "/g"]);
  });

  test("[HO-01] initial shortcuts are added once only", async () => {
    const { as } = await personWith(api, []);
    expect((await init(as, [])).status).toBe(204);
    const initial = [
      { actionUrl: "/users", permissionLabel: "UserView" },
      { actionUrl: "/roles", permissionLabel: "RoleView" },
      { actionUrl: "/roles", permissionLabel: "RoleView" },
    ];
    const [one, two] = await Promise.all([init(as, initial), init(as, initial)]);
    expect([one.status, two.status]).toEqual([204, 204]);
    expect(await addresses(as)).toEqual(["/users", "/roles"]);
    for (const { userFavoriteActionId } of await list(as)) await remove(as, userFavoriteActionId);
    await init(as, initial);
    expect(await list(as)).toEqual([]);
  });

  test("[HO-01] users with shortcuts get no initial ones", async () => {
    const { as } = await personWith(api, []);
    await add(as, "/search");
    await init(as, [{ actionUrl: "/users", permissionLabel: "UserView" }]);
    expect(await addresses(as)).toEqual(["/search"]);
  });

  test("[HO-01] are limited to a hundred", async () => {
    const { as } = await personWith(api, []);
    const many = Array.from({ length: maxShortcuts }, (_, at) => ({ actionUrl: `/users/${at}` }));
    expect((await init(as, [...many, { actionUrl: "/roles" }])).status).toBe(400);
    await init(as, many);
    const refused = await add(as, "/roles");
    expect(refused.status).toBe(400);
    expect(faultyFields(refused.body)).toEqual(["actionUrl"]);
    expect((await add(as, "/users/5")).status).toBe(200);
    expect(await list(as)).toHaveLength(maxShortcuts);
  });
});
