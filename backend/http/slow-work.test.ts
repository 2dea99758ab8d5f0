import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { gate } from "../../tests/support/gate";
import { sql } from "../database/sql";
import { argon2id, hashPassword } from "../queues/password";
import { describeApi, type TestApi, type TestRequest } from "../testing/api";
import { cheapHash } from "../testing/cheap-passwords";
import { makeRole, makeUser, personWith, personWithout, unique, unknownId } from "../testing/factories";

/** Delays every hash until it resolves. */
let held: Promise<void> = Promise.resolve();
/** The number of hashes in progress, and the highest so far. */
let running = 0;
let max = 0;

const hash = vi.spyOn(argon2id, "hash");
beforeEach(() => {
  hash.mockImplementation(async (password) => {
    running += 1;
    max = Math.max(max, running);
    try {
      await held;
      return await cheapHash(password);
    } finally {
      running -= 1;
    }
  });
});
afterEach(() => {
  held = Promise.resolve();
});
afterAll(() => hash.mockRestore());

/** Begins a request and resolves, with a promise of its response, once a password is being hashed for it. */
async function whileHashing(api: TestApi, url: string, options: TestRequest) {
  const { passed, open } = gate();
  held = passed;
  hash.mockClear();
  const response = api.request(url, options);
  await expect.poll(() => hash.mock.calls.length).toBe(1);
  return { response, goOn: open };
}

const present = "Correct-horse-7";
const body = { password: "Another-horse-8", passwordRepeat: "Another-horse-8" };

async function withPassword(api: TestApi) {
  const person = await personWith(api, []);
  const hashed = await hashPassword(present);
  await api.connection.transaction("owner", (db) =>
    db.execute(sql`update accounts set password_hash = ${hashed} where user_id = ${person.userId}`),
  );
  return person;
}

describeApi(
  "a password that is being hashed",
  (api) => {
    const asked: Record<string, () => Promise<[string, TestRequest, number]>> = {
      "one's own": async () => {
        const { as } = await withPassword(api);
        const own = { ...body, currentPassword: present };
        return ["/main/user/password", { method: "PUT", as, body: own }, 204];
      },
      "another's": async () => {
        const { userId } = await makeUser(api);
        return [`/main/users/${userId}/set-password`, { method: "PUT", as: api.administrator, body }, 204];
      },
      "a new user's": async () => {
        const given = { userName: unique("new"), password: body.password, roleIds: [] };
        return ["/main/users/create", { method: "POST", as: api.administrator, body: given }, 200];
      },
      "a tenant's user's": async () => {
        const { userId } = await makeUser(api, { tenant: unique("t") });
        const { rows } = await api.connection.transaction("owner", (db) =>
          db.execute<{ id: string }>(sql`select tenant_id as id from users where user_id = ${userId}`),
        );
        const url = `/main/tenants/${rows[0]?.id}/users/${userId}/set-password`;
        return [url, { method: "PUT", as: api.administrator, body }, 204];
      },
    };

    test.each(Object.entries(asked))("[HO-04] [US-01] does not delay others: %s", async (_, ask) => {
      const [url, options, status] = await ask();
      const { response, goOn } = await whileHashing(api, url, options);
      const settings = { method: "PUT", as: api.administrator, body: { languageSymbol: "pl" } } as const;
      expect((await api.request("/main/users", { as: api.administrator })).status).toBe(200);
      expect((await api.request("/main/user/settings", settings)).status).toBe(204);
      goOn();
      const { status: answered, body: told } = await response;
      expect([answered, told]).toEqual([status, status === 204 ? undefined : expect.any(String)]);
    });

    test("[PM-02] is not hashed without permission, or for a request that would be refused", async () => {
      const reader = await personWithout(api, "UserView_EditAction", "UserView_AddAction");
      const { userId, userName } = await makeUser(api);
      const created = { userName, password: body.password, roleIds: [] };
      const helper = await personWithout(api, "RoleView_DeleteAction");
      const stronger = await makeUser(api, {
        roleIds: [await makeRole(api, { permissions: ["RoleView_DeleteAction"] })],
      });
      const roleIds = [await makeRole(api, { permissions: ["RoleView_DeleteAction"] })];
      hash.mockClear();
      const set = (as: string | undefined, id: string, given: unknown = body) =>
        api.request(`/main/users/${id}/set-password`, { method: "PUT", as, body: given });
      const create = (as: string | undefined, given: object) =>
        api.request("/main/users/create", { method: "POST", as, body: { ...created, ...given } });
      const responses = [
        await set(undefined, userId),
        await set(reader.as, userId),
        await set(api.administrator, unknownId),
        await set(helper.as, stronger.userId),
        await set(api.administrator, userId, { ...body, passwordRepeat: "another" }),
        await create(undefined, {}),
        await create(reader.as, { userName: unique("new") }),
        await create(api.administrator, {}),
        await create(helper.as, { userName: unique("new"), roleIds }),
        await create(api.administrator, { userName: unique("new"), roleIds: [unknownId] }),
      ];
      expect(responses.map(({ status }) => status)).toEqual([
        401, 403, 404, 403, 400, 401, 403, 400, 403, 400,
      ]);
      expect(hash).not.toHaveBeenCalled();
    });

    test("[PM-04] has no effect once the permission is lost", async () => {
      const roleIds = [await makeRole(api, { permissions: ["UserView", "UserView_EditAction"] })];
      const helper = await personWith(api, [], { roleIds });
      const { userId } = await makeUser(api);
      const { response, goOn } = await whileHashing(api, `/main/users/${userId}/set-password`, {
        method: "PUT",
        as: helper.as,
        body,
      });
      const url = `/main/users/${helper.userId}/roles?roleIds=${roleIds[0]}`;
      expect((await api.request(url, { method: "DELETE", as: api.administrator })).status).toBe(204);
      goOn();
      expect((await response).status).toBe(403);
    });

    test("[US-06] has no effect once its caller is suspended", async () => {
      const helper = await personWith(api, ["UserView", "UserView_EditAction"]);
      const { userId } = await makeUser(api);
      const { response, goOn } = await whileHashing(api, `/main/users/${userId}/set-password`, {
        method: "PUT",
        as: helper.as,
        body,
      });
      const save = {
        method: "PUT",
        as: api.administrator,
        body: { userName: helper.userName, isActive: false },
      };
      expect((await api.request(`/main/users/${helper.userId}`, save as TestRequest)).status).toBe(200);
      goOn();
      expect([(await response).status, (await response).body.code]).toEqual([401, "accountSuspended"]);
    });

    test("[HO-04] one's own has no effect after another change, or once the session has ended", async () => {
      const own = { ...body, currentPassword: present };
      const change = async (meanwhile: (userId: string) => Promise<unknown>) => {
        const { as, userId } = await withPassword(api);
        const { response, goOn } = await whileHashing(api, "/main/user/password", {
          method: "PUT",
          as,
          body: own,
        });
        await meanwhile(userId);
        goOn();
        return (await response).status;
      };
      const execute = (statement: ReturnType<typeof sql>) =>
        api.connection.transaction("owner", (db) => db.execute(statement));
      const hashed = "$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAA";
      const statuses = [
        await change((id) =>
          execute(sql`update accounts set password_hash = ${hashed} where user_id = ${id}`),
        ),
        await change((id) => execute(sql`delete from secrets where user_id = ${id}`)),
      ];
      expect(statuses).toEqual([409, 401]);
    });

    test("[BE-01] a repeated POST gets the first response without another hash", async () => {
      const given = { userName: unique("once"), password: body.password, roleIds: [] };
      const options = {
        method: "POST",
        as: api.administrator,
        headers: { "idempotency-key": randomUUID() },
        body: given,
      } as const;
      const { response, goOn } = await whileHashing(api, "/main/users/create", options);
      const beside = api.request("/main/users/create", options);
      goOn();
      const [first, second] = [await response, await beside];
      hash.mockClear();
      const third = await api.request("/main/users/create", options);
      expect([first, second, third].map(({ status, text }) => [status, text])).toEqual(
        Array.from({ length: 3 }, () => [200, first.text]),
      );
      expect(hash).not.toHaveBeenCalled();
      const other = await api.request("/main/users/create", {
        ...options,
        body: { ...given, userName: unique("twice") },
      });
      expect([other.status, other.body.code]).toEqual([409, "idempotencyKeyReused"]);
    });

    test("[HO-04] only a few of one person's many own changes are hashed, sequentially", async () => {
      const { as } = await withPassword(api);
      hash.mockClear();
      max = 0;
      const own = { password: present, passwordRepeat: present, currentPassword: present };
      const { passed, open } = gate();
      held = passed;
      let refused = 0;
      const change = async () => {
        const response = await api.request("/main/user/password", { method: "PUT", as, body: own });
        if (response.status === 429) refused += 1;
        return response;
      };
      const changes = Array.from({ length: 60 }, change);
      // The others wait for the first one's hash.
      await expect.poll(() => refused).toBe(40);
      open();
      const responses = await Promise.all(changes);
      const made = responses.filter(({ status }) => status === 204).length;
      expect(made).toBeGreaterThan(0);
      // Changed by a concurrent request, or too many at once.
      expect(responses.filter(({ status }) => ![204, 409, 429].includes(status))).toEqual([]);
      expect(hash.mock.calls.length).toBeLessThanOrEqual(20);
      expect(max).toBe(1);
      expect((await change()).status).toBe(204);
    });

    test("[US-01] one person's many hashes are made sequentially", async () => {
      const people = await Promise.all(Array.from({ length: 4 }, () => makeUser(api)));
      const set = (userId: string) =>
        api.request(`/main/users/${userId}/set-password`, { method: "PUT", as: api.administrator, body });
      max = 0;
      const responses = await Promise.all(people.map(({ userId }) => set(userId)));
      expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
      expect(max).toBe(1);
    });
  },
  { multiTenancy: true },
);
