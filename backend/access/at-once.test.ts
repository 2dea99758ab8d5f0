import { expect, test } from "vitest";
import { administratorRoleId } from "../database/schema";
import { sql } from "../database/sql";
import { describeApi } from "../testing/api";
import { makeRole, makeUser, unique } from "../testing/factories";

describeApi("concurrent changes of memberships", (api) => {
  const as = () => api.administrator;
  const send = async (method: "PUT" | "DELETE" | "POST", url: string, body?: object) => {
    const response = await api.request(url, { method, as: as(), body });
    return `${response.status} ${response.body?.code ?? ""}`.trim();
  };
  const people = (count: number) => Promise.all(Array.from({ length: count }, () => makeUser(api)));
  const repeated = (name: string, ids: readonly string[]) => ids.map((id) => `${name}=${id}`).join("&");

  test("[US-04] the administrator role is given and removed from both sides without deadlock", async () => {
    const ids = (await people(4)).map(({ userId }) => userId);
    const role = `/roles/${administratorRoleId}/users`;
    for (let round = 0; round < 12; round += 1) {
      const responses = await Promise.all([
        send("PUT", role, { userIds: ids }),
        send("DELETE", `${role}?${repeated("userIds", ids)}`),
        send("PUT", role, { userIds: ids.toReversed() }),
        send("DELETE", `${role}?${repeated("userIds", ids.toReversed())}`),
        ...ids.flatMap((id) => [
          send("PUT", `/users/${id}/roles`, { roleIds: [administratorRoleId] }),
          send("DELETE", `/users/${id}/roles?roleIds=${administratorRoleId}`),
        ]),
      ]);
      expect(new Set(responses)).toEqual(new Set(["204"]));
    }
  });

  test("[US-03] roles are deleted while they are given and removed, and their users are deleted", async () => {
    for (let round = 0; round < 8; round += 1) {
      const roles = await Promise.all([makeRole(api), makeRole(api)]);
      const roleIds = roles.toReversed();
      const ids = (await Promise.all(Array.from({ length: 4 }, () => makeUser(api, { roleIds })))).map(
        ({ userId }) => userId,
      );
      const responses = await Promise.all([
        send("DELETE", `/roles?${repeated("roleIds", roles)}`),
        send("DELETE", `/users?${repeated("userIds", ids.slice(2))}`),
        send("DELETE", `/roles/${roles[0]}/users?${repeated("userIds", ids.slice(0, 2).toReversed())}`),
        send("PUT", `/roles/${roles[1]}/users`, { userIds: ids.slice(0, 2).toReversed() }),
        send("DELETE", `/users/${ids[0]}/roles?${repeated("roleIds", roleIds)}`),
        send("PUT", `/users/${ids[1]}/roles`, { roleIds }),
      ]);
      // Late requests get a 404.
      for (const response of responses) expect(response).toMatch(/^(204|404 notFound|400 invalid)$/);
    }
  });

  test("[BE-01] totals stay exact while users are created and deleted concurrently", async () => {
    const prefix = unique("both");
    const roleId = await makeRole(api);
    const doomed = await Promise.all(Array.from({ length: 12 }, () => makeUser(api, { roleIds: [roleId] })));
    const before = (await api.request("/users?pageLimit=0", { as: as() })).body.totalCount;
    const responses = await Promise.all(
      doomed.flatMap(({ userId }, index) => [
        send("DELETE", `/users?userIds=${userId}`),
        send("POST", "/users/create", {
          userName: `${prefix}${index}`,
          password: "Correct-horse-7",
          roleIds: [roleId],
        }),
      ]),
    );
    for (const response of responses) expect(response).toMatch(/^20[014]$/);
    const total = async (url: string) => (await api.request(url, { as: as() })).body.totalCount;
    expect(await total("/users?pageLimit=0")).toBe(before);
    expect(await total(`/roles/${roleId}/users?pageLimit=0`)).toBe(doomed.length);
    const { rows } = await api.connection.transaction("owner", (db) =>
      db.execute<{ slots: number }>(sql`select max(slots) as slots from (
        select count(*) as slots from record_counts group by tenant_id, counter) as spread`),
    );
    expect(Number(rows[0]?.slots)).toBeLessThanOrEqual(12);
  });
});
