import { expect, test } from "vitest";
import { describeApi } from "../testing/api";
import { unique } from "../testing/factories";

describeApi("bad input", (api) => {
  const put = (body: unknown, headers?: Record<string, string>) =>
    api.request("/user/settings", { method: "PUT", as: api.administrator, body, headers });

  test.each([
    ["half a JSON value", '{"languageSymbol":'],
    ["no JSON at all", "languageSymbol=de"],
    ["a single word", '"de"'],
    ["a list", "[1,2]"],
    ["null", "null"],
    ["a poisoned prototype", '{"__proto__":{"languageSymbol":"de"}}'],
    ["100,000 nested lists", "[".repeat(100_000)],
  ])("[BE-01] %s as the body is a 400", async (_, body) => {
    const response = await put(body);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ status: 400, title: "Please check what you entered." });
  });

  test("[BE-01] a body of another kind is a 415, one beyond 1 MB a 413", async () => {
    expect((await put("languageSymbol=de", { "content-type": "text/plain" })).status).toBe(415);
    expect((await put({ languageSymbol: "x".repeat(1024 * 1024) })).status).toBe(413);
  });

  test("[BE-01] keys that are not declared are dropped", async () => {
    const body = { roleName: unique("Plain "), isBuiltIn: true, permissions: ["UserView"], tenantId: "x" };
    const created = await api.request("/roles", { method: "POST", as: api.administrator, body });
    expect(created.status).toBe(200);
    const stored = await api.request(`/roles/${created.body}`, { as: api.administrator });
    expect(stored.body).toMatchObject({ roleName: body.roleName, isBuiltIn: false });
    expect(stored.body).not.toHaveProperty("permissions");
  });

  test.each([
    ["page=-1", "page"],
    ["page=1&page=2", "page"],
    ["page=abc", "page"],
    ["pageLimit=-2", "pageLimit"],
    ["pageLimit=1e3", "pageLimit"],
    ["sortBy=;drop", "sortBy"],
    ["sortDir=up", "sortDir"],
    ["phrase=%00", "phrase"],
  ])("[TL-01] the query %s is a 400 that names the parameter", async (query, propertyName) => {
    const response = await api.request(`/users?${query}`, { as: api.administrator });
    expect(response.status).toBe(400);
    expect(response.body.errors[0]).toMatchObject({ propertyName });
    expect(response.body.errors[0].errorMessage).toMatch(/^(Please|This contains)/);
  });

  test("[TL-05] names of query parameters are case-insensitive, as autocomplete sends them", async () => {
    const url = "/dictionaries/roles?Page=1&PageLimit=1&Phrase=admin&autoComplete=true";
    const response = await api.request(url, { as: api.administrator });
    expect(response.status).toBe(200);
    expect(response.body.list).toHaveLength(1);
    const twice = await api.request("/users?page=1&Page=2", { as: api.administrator });
    expect(twice.status).toBe(400);
  });

  test.each([
    "/users?page=%zz",
    "/users?phrase=%ff%fe",
    "/users?__proto__=1",
    `/users?phrase=${encodeURIComponent("'; drop table users; --")}`,
    "/users?phrase=%25%25__%5C",
    "/users?phrase=%F0%9F%92%A9",
  ])("[TL-01] the query of %s is accepted", async (url) => {
    const { status } = await api.request(url, { as: api.administrator });
    expect([200, 400]).toContain(status);
  });

  test.each([
    ["/nowhere", 404, "unknownRoute"],
    ["/users/%zz", 400, "badRequest"],
    ["/user%2Fsettings", 404, "unknownRoute"],
    ["//user", 404, "unknownRoute"],
    [`/${"x".repeat(5000)}`, 404, "unknownRoute"],
  ])("[RT-03] the address %s gets the common error format", async (url, status, code) => {
    const response = await api.request(url, { as: api.administrator });
    expect(response.body).toMatchObject({ status, code });
    expect(response.headers["x-request-id"]).toBe(response.body.requestId);
  });

  test("[BE-01] a known address without the method is a 405 that lists the allowed methods", async () => {
    const response = await api.request("/users", { method: "PUT", as: api.administrator });
    expect(response.status).toBe(405);
    expect(String(response.headers.allow).split(", ").sort()).toEqual(["DELETE", "GET", "PATCH"]);
  });

  test("[PR-02] the server responds in the language of the Lang header", async () => {
    const titles = {
      en: "Item not found",
      de: "Datensatz nicht gefunden",
      pl: "Nie znaleziono rekordu",
      sr: "Zapis nije pronađen",
    };
    for (const [lang, title] of Object.entries(titles))
      expect((await api.request("/nowhere", { headers: { lang } })).body.title).toBe(title);
    for (const lang of ["xx", "", "de-AT,en;q=0.5", "x".repeat(10_000)])
      expect((await api.request("/nowhere", { headers: { lang } })).status).toBe(404);
    const regional = await api.request("/nowhere", { headers: { lang: "de-AT,en;q=0.5" } });
    expect(regional.body.title).toBe(titles.de);
  });
});
