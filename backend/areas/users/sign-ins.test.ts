import { expect, test } from "vitest";
import { basic, describeApi } from "../../testing/api";
import { personWith, unique, unknownId } from "../../testing/factories";

describeApi("sign-ins of a user", (api) => {
  test("[US-01] [PM-02] are counted by day, for readers of the history", async () => {
    const userName = unique("often");
    const { body: userId } = await api.request("/users/create", {
      method: "POST",
      as: api.administrator,
      body: { userName, password: "long enough", roleIds: [] },
    });
    const path = `/users/${userId}/sign-ins`;
    expect((await api.request(path)).status).toBe(401);
    expect((await api.request(path, { as: (await personWith(api, ["UserView"])).as })).status).toBe(403);
    const { as } = await personWith(api, ["UserView", "UserView_HistoryAction"]);
    expect((await api.request(`/users/${unknownId}/sign-ins`, { as })).status).toBe(404);
    const count = async () => {
      const { body } = await api.request(path, { as, headers: { timezone: "UTC" } });
      expect(body).toHaveLength(30);
      expect(body.at(-1).day).toBe(new Date().toISOString().slice(0, 10));
      return body.map(({ signIns }: { signIns: number }) => signIns);
    };
    const none = Array.from({ length: 29 }, () => 0);
    expect(await count()).toEqual([...none, 0]);
    for (const password of ["long enough", "wrong", "long enough"])
      await api.request("/auth", { as: basic(userName, password) });
    expect(await count()).toEqual([...none, 2]);
  });
});
