import { expect, test } from "vitest";
import { basic, describeApi } from "../testing/api";
import { faultyFields, makeAdministratorOf, makeUser, type Person, unique } from "../testing/factories";

const password = "Correct-horse-7";

describeApi(
  "a user name",
  (api) => {
    const create = (tenant: string, { as }: Pick<Person, "as">, given: object) =>
      api.request(`/${tenant}/users/create`, {
        method: "POST",
        as,
        body: { password, roleIds: [], ...given },
      });
    const signIn = (tenant: string, userName: string, secret: string) =>
      api.request(`/${tenant}/auth`, { as: basic(userName, secret) });
    /** Two tenants with an administrator each. */
    async function two() {
      const [ours, theirs] = [unique("t"), unique("t")];
      const [us, them] = [await makeAdministratorOf(api, ours), await makeAdministratorOf(api, theirs)];
      return { ours, theirs, us, them };
    }

    test("[OR-03] [US-01] used in another tenant counts as free, for creating and renaming", async () => {
      const { ours, theirs, us, them } = await two();
      const [taken, free] = [unique("Name"), unique("Name")];
      expect((await create(theirs, them, { userName: taken, email: "a@example.com" })).status).toBe(200);
      const responses = [];
      for (const userName of [taken, free]) {
        const made = await create(ours, us, { userName, email: "a@example.com" });
        const user = { userId: made.body, email: "b@example.com" };
        const renamed = [];
        for (const name of [unique("other"), userName.toLowerCase()])
          renamed.push(
            await api.request(`/${ours}/users/${user.userId}`, {
              method: "PUT",
              as: us.as,
              body: { userName: name },
            }),
          );
        const shapes = [made, ...renamed].map(({ status, headers, body }) => [
          status,
          Object.keys(headers),
          typeof body,
        ]);
        responses.push([shapes, renamed.map(({ body }) => Object.keys(body))]);
        const again = await create(ours, us, { userName: userName.toUpperCase() });
        expect([again.status, faultyFields(again.body)]).toEqual([400, ["userName"]]);
      }
      expect(responses[0]).toEqual(responses[1]);
      expect((await create("main", { as: api.administrator }, { userName: taken })).status).toBe(200);
    });

    test("[AU-02] [OR-03] means a separate person per tenant, with password, session and throttling", async () => {
      const { ours, theirs, us, them } = await two();
      const userName = unique("same");
      const mine = (await create(ours, us, { userName })).body;
      await create(theirs, them, { userName, password: "Another-horse-8" });
      expect((await signIn(ours, userName, "Another-horse-8")).status).toBe(401);
      const { body: secret } = await signIn(ours, userName, password);
      const as = basic(userName, secret);
      expect((await api.request(`/${ours}/user`, { as })).body.profile.userId).toBe(mine);
      expect((await api.request(`/${theirs}/user`, { as })).status).toBe(401);
      // A user of the same name elsewhere neither throttles its owner nor resets the count of their guesses.
      for (let count = 0; count < 4; count++)
        await api.request(`/${ours}/auth`, { as: basic(userName, "wrong"), address: `192.0.2.${count}` });
      expect((await signIn(theirs, userName, "Another-horse-8")).status).toBe(200);
      await api.request(`/${ours}/auth`, { as: basic(userName, "wrong"), address: "192.0.2.9" });
      expect((await signIn(ours, userName, password)).status).toBe(429);
      expect((await signIn(theirs, userName, "Another-horse-8")).status).toBe(200);
    });

    test("[OR-03] used by two people is reported when their accounts meet", async () => {
      const { ours, us } = await two();
      const userName = unique("met");
      await create(ours, us, { userName });
      const ofHost = await makeUser(api, { userName });
      const { body } = await api.request(`/main/tenants?phrase=${ours}`, { as: api.administrator });
      const admitted = await api.request(`/main/tenants/${body.list[0].tenantId}/users`, {
        method: "PUT",
        as: api.administrator,
        body: { userIds: [ofHost.userId] },
      });
      expect([admitted.status, faultyFields(admitted.body)]).toEqual([400, ["userIds"]]);
      expect(admitted.body.errors[0].errorMessage).toContain(
        "Someone else already has one of these usernames",
      );
    });

    test("[OR-03] of users of a deleted tenant is free again, except for users of others", async () => {
      const { ours, us } = await two();
      const userName = unique("gone");
      await create(ours, us, { userName });
      const ofHost = await makeUser(api, {});
      const host = { as: api.administrator };
      const { body } = await api.request(`/main/tenants?phrase=${ours}`, host);
      const { tenantId } = body.list[0];
      const userIds = [ofHost.userId];
      const admitted = await api.request(`/main/tenants/${tenantId}/users`, {
        method: "PUT",
        ...host,
        body: { userIds },
      });
      expect(admitted.status).toBe(204);
      expect(
        (await api.request(`/main/tenants?tenantIds=${tenantId}`, { method: "DELETE", ...host })).status,
      ).toBe(204);
      const renamed = await api.request(`/main/users/${ofHost.userId}`, {
        method: "PUT",
        ...host,
        body: { userName },
      });
      expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
      expect(renamed.body.userName).toBe(userName);
    });
  },
  { multiTenancy: true },
);
