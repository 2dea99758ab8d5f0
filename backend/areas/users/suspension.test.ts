import { expect, test } from "vitest";
import type { PermissionName } from "../../../lib/contract/permissions";
import { removeExpired } from "../../database/housekeeping";
import { administratorRoleId } from "../../database/schema";
import { sql } from "../../database/sql";
import { hashPassword } from "../../queues/password";
import { describeApi } from "../../testing/api";
import {
  faultyFields,
  makeAdministratorOf,
  makeUser,
  type Person,
  personWith,
  unique,
} from "../../testing/factories";
import { importHelpers } from "../../testing/imports";

const editing = ["UserView", "UserView_EditAction", "UserView_RoleSection"] as const;
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

describeApi("suspended users", (api) => {
  const save = async (user: { userId: string; userName: string }, values: object, as = api.administrator) => {
    const { status, body } = await api.request(`/users/${user.userId}`, {
      method: "PUT",
      as,
      body: { userName: user.userName, ...values },
    });
    return status === 200 ? body : [status, body.code, ...faultyFields(body)];
  };
  const suspend = (user: { userId: string; userName: string }, as?: string) =>
    save(user, { isActive: false }, as);
  const asked = async (as: string, url = "/user") => {
    const { status, body } = await api.request(url, { as });
    return [status, body?.code];
  };
  const detail = async ({ userId }: { userId: string }, as = api.administrator) =>
    (await api.request(`/users/${userId}`, { as })).body;
  const run = (statement: ReturnType<typeof sql>) =>
    api.connection.transaction("owner", (db) => db.execute(statement));
  const signIn = async (userName: string, password: string) => {
    const basic = `Basic ${Buffer.from(`${userName}:${password}`).toString("base64")}`;
    const { status, body } = await api.request("/auth", { as: basic });
    return [status, body?.code];
  };

  test("[US-06] [PM-02] suspending needs the permission, and spares oneself and stronger users", async () => {
    const plain = await makeUser(api);
    expect(await suspend(plain, "")).toEqual([401, "unauthorized"]);
    expect(await suspend(plain, (await personWith(api, ["UserView"])).as)).toEqual([403, "forbidden"]);
    const editor = await personWith(api, editing);
    expect(await suspend(editor, editor.as)).toEqual([403, "suspendingSelf"]);
    const stronger = await personWith(api, [...editing, "RoleView"]);
    expect(await suspend(stronger, editor.as)).toEqual([403, "suspensionOfStronger"]);
    await suspend(stronger);
    expect(await save(stronger, { isActive: true }, editor.as)).toEqual([403, "suspensionOfStronger"]);
    expect((await detail(stronger, editor.as)).denied).toEqual(
      expect.arrayContaining(["suspensionOfStronger", "viewingOfSuspended"]),
    );
    expect((await suspend(plain, editor.as)).isActive).toBe(false);
  });

  test("[US-06] a suspended user's sessions end for good, and their API keys until reactivated", async () => {
    const person = await personWith(api, ["UserView", "UserView_CreateApiKey"]);
    const { body: key } = await api.request("/user/create-api-key", { as: person.as });
    const own = `Bearer ${key}`;
    const other = await makeUser(api);
    const { body: given } = await api.request(`/users/${other.userId}/create-api-key`, { as: person.as });
    expect(await asked(own)).toEqual([200, undefined]);
    expect(await suspend(person)).toMatchObject({ isActive: false, suspendedUntil: null });
    expect(await asked(person.as)).toEqual([401, "accountSuspended"]);
    expect(await asked(own)).toEqual([401, "accountSuspended"]);
    expect(await asked(`Bearer ${given}`)).toEqual([401, "unauthorized"]);
    await removeExpired(api.connection);
    expect(await asked(person.as)).toEqual([401, "accountSuspended"]);
    expect(await save(person, { isActive: true })).toMatchObject({ isActive: true });
    expect(await asked(person.as)).toEqual([401, "unauthorized"]);
    expect(await asked(own)).toEqual([200, undefined]);
    expect(await asked(`Bearer ${given}`)).toEqual([200, undefined]);
    expect((await detail(person)).roles).toHaveLength(1);
  });

  test("[US-06] [AU-02] only the right password learns of the suspension", async () => {
    const person = await makeUser(api);
    const hash = await hashPassword("Correct-horse-7");
    await run(sql`update accounts set password_hash = ${hash} where user_id = ${person.userId}`);
    await suspend(person);
    expect(await signIn(person.userName, "wrong")).toEqual([401, "wrongCredentials"]);
    expect(await signIn(unique("none"), "wrong")).toEqual([401, "wrongCredentials"]);
    expect(await signIn(person.userName, "Correct-horse-7")).toEqual([403, "accountSuspended"]);
    const { rows } = await run(sql`select from secrets where user_id = ${person.userId}`);
    expect(rows).toEqual([]);
    await save(person, { isActive: true });
    expect(await signIn(person.userName, "Correct-horse-7")).toEqual([200, undefined]);
  });

  test("[US-06] no session outlives a suspension that runs at the same time as sign-ins", async () => {
    const person = await makeUser(api);
    const hash = await hashPassword("Correct-horse-7");
    await run(sql`update accounts set password_hash = ${hash} where user_id = ${person.userId}`);
    const attempts = Array.from({ length: 4 }, () => signIn(person.userName, "Correct-horse-7"));
    await Promise.all([suspend(person), ...attempts]);
    await save(person, { isActive: true });
    const { rows } = await run(
      sql`select from secrets where user_id = ${person.userId} and expires_on > now()`,
    );
    expect(rows).toEqual([]);
  });

  test("[US-06] until: the user is active again at the beginning of that day in the caller's time zone", async () => {
    const person = await makeUser(api);
    expect(await save(person, { isActive: false, suspendedUntil: "2020-01-01" })).toEqual([
      400,
      "invalid",
      "suspendedUntil",
    ]);
    expect(await save(person, { suspendedUntil: tomorrow() })).toEqual([400, "invalid", "suspendedUntil"]);
    const { body } = await api.request(`/users/${person.userId}`, {
      method: "PUT",
      as: api.administrator,
      headers: { timezone: "Europe/Berlin" },
      body: { userName: person.userName, isActive: false, suspendedUntil: "2099-07-01" },
    });
    expect(body).toMatchObject({ isActive: false, suspendedUntil: "2099-06-30T22:00:00.000Z" });
    expect(await save(person, { suspendedUntil: "" })).toMatchObject({
      isActive: false,
      suspendedUntil: null,
    });
    await save(person, { suspendedUntil: tomorrow() });
    await run(sql`update users set suspended_until = now() where user_id = ${person.userId}`);
    expect(await detail(person)).toMatchObject({ isActive: true, suspendedUntil: null });
    expect(await asked(await api.signedIn(person.userName))).toEqual([200, undefined]);
    await removeExpired(api.connection);
    const { body: changes } = await api.request(`/users/${person.userId}/history`, { as: api.administrator });
    const [last] = changes.list;
    const { body: told } = await api.request(`/users/${person.userId}/history/${last.type}/${last.id}`, {
      as: api.administrator,
    });
    expect([told.previous.isActive, told.current.isActive]).toEqual([false, true]);
  });

  test("[US-06] a suspension ends sessions right after an earlier one has ended, too", async () => {
    const person = await makeUser(api);
    await save(person, { isActive: false, suspendedUntil: tomorrow() });
    await run(sql`update users set suspended_until = now() where user_id = ${person.userId}`);
    const as = await api.signedIn(person.userName);
    expect(await asked(as)).toEqual([200, undefined]);
    await suspend(person);
    await save(person, { isActive: true });
    expect(await asked(as)).toEqual([401, "unauthorized"]);
  });

  test("[US-06] the list filters by the state, with a phrase too, and several are suspended at once", async () => {
    const name = unique("Susp");
    const people = [
      await makeUser(api, { lastName: name }),
      await makeUser(api, { lastName: name }),
      await makeUser(api, { lastName: name }),
    ];
    const [first, second] = people as [Person, Person];
    const editor = await personWith(api, editing);
    const { body } = await api.request("/users", {
      method: "PATCH",
      as: editor.as,
      body: {
        userIds: [first.userId, second.userId, editor.userId],
        values: { isActive: false, suspendedUntil: "2099-01-01" },
      },
    });
    expect(body.results.map(({ error }: { error?: { code: string } }) => error?.code)).toEqual([
      undefined,
      undefined,
      "suspendingSelf",
    ]);
    const found = async (filter: string) => {
      const answer = await api.request(`/users?phrase=${name}&filters=${filter}`, { as: api.administrator });
      return answer.body.list.map(({ isActive }: { isActive: boolean }) => isActive);
    };
    expect(await found("isActive:is:no")).toEqual([false, false]);
    expect(await found("isActive:is:yes")).toEqual([true]);
  });

  test("[US-06] [TL-09] files suspend users; a suspended importer's next rows and undo are refused", async () => {
    const { begun, through, call, rowsOf } = importHelpers(api, "");
    const [first, second] = [await makeUser(api), await makeUser(api)];
    const importer = await personWith(api, [...editing, "UserView_AddAction"]);
    const heading = "Username,Active,Suspended until";
    const csv = `${heading}\n${first.userName},no,2099-01-01\n${second.userName},yes,\n${importer.userName},no,\n`;
    const { importId } = await begun("users", csv, { as: importer.as });
    const by = { as: importer.as };
    expect(await through(importId, "run", { isAllOrNothing: false }, by)).toMatchObject({
      run: { changed: 1, unchanged: 1, faulty: 1 },
    });
    const rows = await rowsOf(importId, "", importer.as);
    expect(rows.map(({ error }) => error?.code)).toEqual([undefined, undefined, "suspendingSelf"]);
    expect(await detail(first)).toMatchObject({
      isActive: false,
      suspendedUntil: "2099-01-01T00:00:00.000Z",
    });
    await suspend(importer);
    for (const what of ["run", "undo"]) {
      const { status, body } = await call(importId, what, { isAllOrNothing: false }, by);
      expect([what, status, body.code]).toEqual([what, 401, "accountSuspended"]);
    }
    expect((await detail(first)).isActive).toBe(false);
  });

  test("[US-06] viewing as a suspended user is refused, and ends with the suspension", async () => {
    const viewer = await personWith(api, editing);
    const viewed = await personWith(api, ["UserView"] satisfies PermissionName[]);
    const view = async () => {
      const { status, body } = await api.request(`/users/${viewed.userId}/view-as`, {
        method: "POST",
        as: viewer.as,
        body: {},
      });
      return [status, body?.code];
    };
    expect(await view()).toEqual([204, undefined]);
    await suspend(viewed);
    expect((await api.request("/user", { as: viewer.as })).body.profile.userId).toBe(viewer.userId);
    expect(await view()).toEqual([403, "viewingOfSuspended"]);
  });

  test("[US-06] restoring an earlier state or the deleted user lets no suspended user in", async () => {
    const person = await makeUser(api);
    await save(person, { email: `${unique("a")}@example.test` });
    await suspend(person);
    const { body } = await api.request(`/users/${person.userId}/history`, { as: api.administrator });
    const created = body.list.at(-1);
    const restored = await api.request(
      `/users/${person.userId}/history/${created.type}/${created.id}/restore`,
      { method: "POST", as: api.administrator, body: {} },
    );
    expect([restored.status, restored.body.isActive]).toEqual([200, false]);
    await api.request(`/users?userIds=${person.userId}`, { method: "DELETE", as: api.administrator });
    await api.request("/users/deleted/restore", {
      method: "POST",
      as: api.administrator,
      body: { userIds: [person.userId] },
    });
    expect((await detail(person)).isActive).toBe(false);
  });
});

describeApi(
  "suspended administrators",
  (api) => {
    test("[US-06] the last active administrator stays, also when two suspend each other", async () => {
      const tenant = unique("last");
      const [one, other] = [
        await makeAdministratorOf(api, tenant),
        await makeAdministratorOf(api, tenant),
      ] as const;
      const call = async (as: string, method: "PUT" | "DELETE", url: string, body?: object) => {
        const answer = await api.request(`/${tenant}${url}`, { method, as, body });
        return answer.status < 300 ? "done" : answer.body.code;
      };
      const put = (by: Person, { userId, userName }: Person, isActive: boolean) =>
        call(by.as, "PUT", `/users/${userId}`, { userName, isActive });
      const said = await Promise.all([put(one, other, false), put(other, one, false)]);
      expect(said.filter((answer) => answer === "done")).toHaveLength(1);
      expect(["accountSuspended", "lastAdministrator"]).toContain(said.find((answer) => answer !== "done"));
      const left = said[0] === "done" ? one : other;
      const roles = `/users/${left.userId}/roles?roleIds=${administratorRoleId}`;
      expect(await call(left.as, "DELETE", roles)).toBe("lastAdministrator");
      expect(await call(left.as, "DELETE", `/users?userIds=${left.userId}`)).toBe("lastAdministrator");
    }, 30_000);

    test("[US-06] [US-04] an administrator who has no password or passkey is not the one who stays", async () => {
      const tenant = unique("able");
      const { userId, userName, as } = await makeAdministratorOf(api, tenant);
      const other = await makeUser(api, { tenant, roleIds: [administratorRoleId] });
      const by = await api.signedIn(other.userName, tenant);
      const call = async (method: "PUT" | "DELETE", url: string, caller: string, body?: object) => {
        const answer = await api.request(`/${tenant}${url}`, { method, as: caller, body });
        return answer.status < 300 ? "done" : answer.body.code;
      };
      const demote = () => call("DELETE", `/users/${userId}/roles?roleIds=${administratorRoleId}`, as);
      expect([
        await demote(),
        await call("DELETE", `/roles/${administratorRoleId}/users?userIds=${userId}`, as),
        await call("DELETE", `/users?userIds=${userId}`, as),
        await call("PUT", `/users/${userId}`, by, { userName, isActive: false }),
      ]).toEqual(Array(4).fill("lastAdministrator"));
      const run = (statement: ReturnType<typeof sql>) =>
        api.connection.transaction("owner", (db) => db.execute(statement));
      await run(sql`insert into passkeys (credential_id, user_id, name, public_key, counter, needs_password)
        values (${unique("credential")}, ${other.userId}, 'x', '', 0, true)`);
      expect(await demote()).toBe("lastAdministrator");
      await run(sql`update passkeys set needs_password = false where user_id = ${other.userId}`);
      expect(await demote()).toBe("done");
    });
  },
  { multiTenancy: true },
);
