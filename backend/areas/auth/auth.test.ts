import { expect, test } from "vitest";
import { basic, describeApi } from "../../testing/api";
import { administrator } from "../../testing/test-config";

describeApi("sign-in", (api) => {
  test("[AU-02] exchanges user name and password for a secret that authorises requests", async () => {
    const answer = await api.request("/auth", { as: basic(administrator.userName, administrator.password) });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatch(/^[\w-]{43}$/);
    const user = await api.request("/user", { as: basic(administrator.userName, answer.body) });
    expect(user.body.profile.userName).toBe(administrator.userName);
  });
});
