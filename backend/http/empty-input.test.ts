import { expect, test } from "vitest";
import { describeApi } from "../testing/api";
import { faultyFields, makeUser, unique } from "../testing/factories";

/** Ways in which programs other than our pages express an empty value. */
describeApi("empty input", (api) => {
  const get = (url: string) => api.request(url, { as: api.administrator });
  const send = (method: "POST" | "PUT", url: string, body: unknown) =>
    api.request(url, { method, as: api.administrator, body });

  test("[BE-01] a path may end with a slash", async () => {
    for (const path of ["/user/", "/users/?pageLimit=1", "/settings/version/", "/dictionaries/roles/"])
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    expect((await get("/users/?pageLimit=1")).body.list).toHaveLength(1);
    expect((await get("/users//")).status).toBe(404);
  });

  test("[BE-01] [ER-01] a parameter of a read without a value is ignored", async () => {
    const empty = "page=&pageLimit=&sortBy=&sortDir=&phrase=&filters=";
    for (const path of [
      `/users?${empty}`,
      `/attachments?${empty}`,
      `/dictionaries/users?${empty}&roleId=&isExcludedById=&autoComplete=`,
      `/dictionaries/attributes?attributeAssignmentTypeId=`,
      "/notifications?onlyUnread=&lastUpdate=&domainObjects=&domainObjects=",
    ])
      expect([path, (await get(path)).status]).toEqual([path, 200]);
    expect((await get(`/users?${empty}`)).body).toEqual((await get("/users")).body);
    const nothing = await api.request("/users?userIds=", { method: "DELETE", as: api.administrator });
    expect([nothing.status, faultyFields(nothing.body)]).toEqual([400, ["userIds.0"]]);
  });

  test("[BE-01] [TL-01] sort directions are case-insensitive", async () => {
    const names = async (direction: string) => {
      const { body } = await get(`/roles?sortBy=roleName&sortDir=${direction}&pageLimit=-1`);
      return body.list.map(({ roleName }: { roleName: string }) => roleName);
    };
    for (const index of [1, 2]) await send("POST", "/roles", { roleName: unique(`Sorted ${index} `) });
    expect(await names("DESC")).toEqual(await names("desc"));
    expect(await names("Asc")).toEqual((await names("DESC")).reverse());
    expect((await get("/roles?sortDir=down")).status).toBe(400);
  });

  test("[BE-01] null counts as an empty text, and is omitted in a creation", async () => {
    const attribute = {
      attributeName: unique("Remark "),
      attributeTypeId: "String",
      attributeFormat: null,
      attributeCsvValues: null,
      hideCaption: null,
    };
    const created = await send("POST", "/attributes", attribute);
    expect([created.status, created.text]).toEqual([200, expect.any(String)]);
    const role = await send("POST", "/roles", { roleName: unique("Nulls "), isDefault: null });
    expect((await get(`/roles/${role.body}`)).body.isDefault).toBe(false);
    const shortcuts = [{ actionUrl: "/users", permissionLabel: null }];
    expect((await send("PUT", "/user/actions-init", shortcuts)).status).toBe(204);
    const columns = [{ dataField: "userName", caption: null }];
    const exported = { phrase: null, sortBy: null, sortDir: null, filters: null, columns };
    expect((await send("POST", "/users/export", exported)).status).toBe(200);
  });

  test("[BE-01] [FM-10] null empties a saved text, and is not treated as omitted", async () => {
    const { userId, userName } = await makeUser(api, { email: `${unique("ada")}@example.test` });
    const saved = await send("PUT", `/users/${userId}`, { userName, email: null });
    expect([saved.status, saved.body.email]).toEqual([200, ""]);
    const nameless = await send("PUT", `/users/${userId}`, { userName: null, email: null });
    expect([nameless.status, nameless.body.errors]).toEqual([
      400,
      [{ propertyName: "userName", errorMessage: "Please fill in this field." }],
    ]);
    const { body: roleId } = await send("POST", "/roles", { roleName: unique("Default "), isDefault: true });
    const refused = await send("PUT", `/roles/${roleId}`, { roleName: unique("No more "), isDefault: null });
    expect([refused.status, faultyFields(refused.body)]).toEqual([400, ["isDefault"]]);
    expect((await get(`/roles/${roleId}`)).body.isDefault).toBe(true);
  });

  test("[BE-01] very many nulls are not interpreted", async () => {
    const shortcuts = Array.from({ length: 100_000 }, () => null);
    expect((await send("PUT", "/user/actions-init", shortcuts)).status).toBe(400);
    const labels = Array.from({ length: 101 }, () => ({ actionUrl: "/users", permissionLabel: null }));
    expect((await send("PUT", "/user/actions-init", labels)).status).toBe(400);
  });

  test("[BE-01] a call without a body accepts only an empty JSON body", async () => {
    const read = (body: unknown, headers?: Record<string, string>) =>
      api.request("/notifications/all/status/read", {
        method: "PATCH",
        as: api.administrator,
        body,
        headers,
      });
    expect((await read({})).status).toBe(204);
    expect((await read([])).status).toBe(204);
    expect((await send("PUT", "/user/settings/languageSymbol/en", {})).status).toBe(204);
    expect((await read({ all: true })).status).toBe(400);
    expect((await read("{}", { "content-type": "text/plain" })).status).toBe(400);
    const removed = await api.request("/roles?roleIds=x", {
      method: "DELETE",
      as: api.administrator,
      body: {},
    });
    expect(removed.status).toBe(400);
  });
});
