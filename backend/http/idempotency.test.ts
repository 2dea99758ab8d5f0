import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { describeApi } from "../testing/api";
import { personWith, unique } from "../testing/factories";

describeApi("Idempotency-Key", (api) => {
  const create = (roleName: string, key: string, as = api.administrator) =>
    api.request("/roles", { method: "POST", as, headers: { "idempotency-key": key }, body: { roleName } });
  const countOf = async (phrase: string) =>
    (await api.request(`/roles?phrase=${phrase}`, { as: api.administrator })).body.totalCount;

  test("[BE-01] a repeated POST creates one record and gets the first response", async () => {
    const key = randomUUID();
    const [first, second] = [await create("Once", key), await create("Once", key)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.text).toBe(first.text);
    expect(await countOf("Once")).toBe(1);
  });

  test("[BE-01] of ten concurrent requests one creates the record", async () => {
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 10 }, () => create("Together", key)));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(await countOf("Together")).toBe(1);
  });

  test("[BE-01] a key that was used for another request is refused", async () => {
    const key = randomUUID();
    await create("First use", key);
    const response = await create("Second use", key);
    expect(response.status).toBe(409);
    expect(response.body.code).toBe("idempotencyKeyReused");
  });

  test("[BE-01] a failed request may be repeated with the same key", async () => {
    const key = randomUUID();
    expect((await create("", key)).status).toBe(400);
    expect((await create("Named now", key)).status).toBe(200);
  });

  test("[BE-01] a key longer than 200 characters is a 400", async () => {
    expect((await create("Long", "k".repeat(201))).status).toBe(400);
  });

  test("[US-02] proceeding with isProceed after a lost response creates no second user", async () => {
    const userName = unique("Proceeding");
    const create = (isProceed: boolean | undefined, key: string) =>
      api.request("/users/create", {
        method: "POST",
        as: api.administrator,
        headers: { "idempotency-key": key },
        body: { userName, password: "long enough", roleIds: [], isProceed },
      });
    const key = randomUUID();
    const [first, second] = [await create(false, key), await create(true, key)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toBe(first.body);
  });

  test("[BE-01] the same key of two users is independent", async () => {
    const key = randomUUID();
    const other = await personWith(api, ["RoleView", "RoleView_AddAction"]);
    const [mine, theirs] = [await create("Of one", key), await create("Of another", key, other.as)];
    expect([mine.status, theirs.status]).toEqual([200, 200]);
    expect(theirs.text).not.toBe(mine.text);
  });

  test("[BE-01] a stored response is only returned to callers who still have the permission", async () => {
    const key = randomUUID();
    const person = await personWith(api, ["RoleView", "RoleView_AddAction"]);
    expect((await create("Allowed", key, person.as)).status).toBe(200);
    await api.request(`/users?userIds=${person.userId}`, { method: "DELETE", as: api.administrator });
    expect((await create("Allowed", key, person.as)).status).toBe(401);
  });

  test("[BE-01] undeclared input may be nested as deep as the body is long", async () => {
    const depth = 200_000;
    const body = `{"roleName":"Deep","junk":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    const response = await api.request("/roles", {
      method: "POST",
      as: api.administrator,
      headers: { "idempotency-key": randomUUID() },
      body,
    });
    expect(response.status).toBe(200);
  });
});
