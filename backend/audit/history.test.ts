import { expect, test } from "vitest";
import { sql } from "../database/sql";
import { ensureTenant } from "../seed/tenant";
import { describeApi } from "../testing/api";
import { makeRole, makeUser, personWith, personWithout, unique, unknownId } from "../testing/factories";

const idOf = ({ id }: { id: string }) => id;
/** Milliseconds. */
const clockDrift = 1000;

describeApi("history", (api) => {
  const as = () => api.administrator;
  const changesOf = async (url: string) => {
    const { body } = await api.request(`${url}/history?pageLimit=-1&sortDir=asc`, { as: as() });
    const details = [];
    for (const { type, id } of body.list)
      details.push((await api.request(`${url}/history/${type}/${id}`, { as: as() })).body);
    return details;
  };

  test("[HI-01] events of a user are recorded with author, time, before and after", async () => {
    const editor = await personWith(
      api,
      ["UserView", "UserView_EditAction", "UserView_DeleteAction", "UserView_RoleSection"],
      { firstName: "Eda", lastName: "Editor" },
    );
    const began = Date.now();
    const { userId, userName } = await makeUser(api, { firstName: "Ada", lastName: "Byron" });
    const roleName = unique("Clerk ");
    const roleId = await makeRole(api, { roleName });
    const url = `/users/${userId}`;
    const edit = { userName, firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };
    await api.request(url, { method: "PUT", as: editor.as, body: edit });
    await api.request(url, { method: "PUT", as: editor.as, body: edit });
    await api.request(`${url}/roles`, { method: "PUT", as: editor.as, body: { roleIds: [roleId] } });
    await api.request(`/users?userIds=${userId}`, { method: "DELETE", as: editor.as });
    const changes = await changesOf(url);
    expect(changes.map(({ type }) => type)).toEqual([
      "UserCreated",
      "UserUpdated",
      "UserRoleAdded",
      "UserRoleRemoved",
      "UserDeleted",
    ]);
    const [created, updated, added, removed, deleted] = changes;
    const stored = { userName, firstName: "Ada", lastName: "Byron", email: "" };
    expect(created).toMatchObject({
      changedBy: "System",
      recordName: "Ada Byron",
      previous: null,
      current: stored,
    });
    expect(updated).toMatchObject({
      changedBy: "Eda Editor",
      recordId: userId,
      recordName: "Ada Lovelace",
      previous: stored,
      current: { ...edit },
    });
    expect(added).toMatchObject({ previous: {}, current: { roleId, roleName } });
    expect(removed).toMatchObject({ previous: { roleId, roleName }, current: {} });
    expect(deleted.previous).toEqual({ ...edit, isActive: true, suspendedUntil: null });
    expect(deleted.current).toMatchObject({
      ...edit,
      archivedOn: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect(updated).toMatchObject({ subject: null, fields: ["email", "lastName"] });
    expect(added).toMatchObject({ subject: roleName, fields: [] });
    expect(removed).toMatchObject({ subject: roleName, fields: [] });
    for (const whole of [created, deleted]) expect(whole).toMatchObject({ subject: null, fields: [] });
    const times = changes.map(({ changedOn }) => Date.parse(changedOn));
    // The database's clock may differ from this process's by some milliseconds.
    const span = [began - clockDrift, ...times, Date.now() + clockDrift];
    expect(span).toEqual(span.toSorted((a, b) => a - b));
  });

  test("[HI-01] events of a role are recorded, with its users by name", async () => {
    const roleName = unique("Chief ");
    const { body: roleId } = await api.request("/roles", { method: "POST", as: as(), body: { roleName } });
    const url = `/roles/${roleId}`;
    const { userId, userName } = await makeUser(api, { firstName: "Ada", lastName: "Byron" });
    await api.request(url, { method: "PUT", as: as(), body: { roleName: `${roleName}!`, isDefault: true } });
    await api.request(`${url}/users`, { method: "PUT", as: as(), body: { userIds: [userId] } });
    await api.request(`${url}/users?userIds=${userId}`, { method: "DELETE", as: as() });
    const changes = await changesOf(url);
    expect(changes.map(({ type }) => type)).toEqual([
      "RoleCreated",
      "RoleUpdated",
      "RoleUserAdded",
      "RoleUserRemoved",
    ]);
    expect(changes[0]).toMatchObject({ changedBy: "Administrator", previous: null, current: { roleName } });
    expect(changes[1]).toMatchObject({
      previous: { roleName, isDefault: false },
      current: { roleName: `${roleName}!`, isDefault: true },
    });
    expect(changes[2].current).toEqual({ userId, userName, displayName: "Ada Byron" });
    expect(changes[3]).toMatchObject({ previous: { userId, userName }, current: {} });
  });

  test("[HI-02] the list of all changes is paged, sorted and searched", async () => {
    const person = unique("Searchable");
    await makeUser(api, { lastName: person });
    const found = await api.request(`/users/history?phrase=${person}`, { as: as() });
    expect(found.body).toMatchObject({ totalCount: 1, list: [{ type: "UserCreated", recordName: person }] });
    for (const sortBy of ["changedOn", "changedBy"]) {
      const all = await api.request(`/users/history?sortBy=${sortBy}&sortDir=asc&pageLimit=-1`, { as: as() });
      const values = all.body.list.map((row: Record<string, string>) => row[sortBy]?.toLowerCase());
      expect(values).toEqual([...values].sort());
      expect(all.body.totalCount).toBe(values.length);
    }
  });

  test("[HI-02] [PR-02] changes are sorted by their names in the reader's language", async () => {
    const { userId } = await makeUser(api);
    const url = `/users/${userId}`;
    const password = { password: "Another-horse-1!", passwordRepeat: "Another-horse-1!" };
    await api.request(`${url}/set-password`, { method: "PUT", as: as(), body: password });
    await api.request(`/users?userIds=${userId}`, { method: "DELETE", as: as() });
    const sorted = async (lang: string, query: string) => {
      const { body } = await api.request(`${url}/history?sortBy=type&${query}`, {
        as: as(),
        headers: { lang },
      });
      return body.list.map(({ type }: { type: string }) => type);
    };
    // Password set, User created, User deleted; Benutzer erstellt, Benutzer gelöscht, Passwort gesetzt.
    const english = ["UserPasswordChanged", "UserCreated", "UserDeleted"];
    const german = ["UserCreated", "UserDeleted", "UserPasswordChanged"];
    expect(await sorted("en", "sortDir=asc")).toEqual(english);
    expect(await sorted("en", "sortDir=desc")).toEqual(english.toReversed());
    expect(await sorted("de", "sortDir=asc")).toEqual(german);
    expect(await sorted("de", "sortDir=desc&pageLimit=2&page=2")).toEqual(german.slice(0, 1));
  });

  test("[HI-02] [PR-02] a change is found by its name in the reader's language", async () => {
    const { userId } = await makeUser(api);
    const typesFound = async (phrase: string, lang: string) => {
      const url = `/users/${userId}/history?phrase=${encodeURIComponent(phrase)}`;
      const { body } = await api.request(url, { as: as(), headers: { lang } });
      return body.list.map(({ type }: { type: string }) => type);
    };
    expect(await typesFound("user created", "en")).toEqual(["UserCreated"]);
    expect(await typesFound("BENUTZER ERSTELLT", "de")).toEqual(["UserCreated"]);
    expect(await typesFound("utworzono uzytkownika", "pl")).toEqual(["UserCreated"]);
    expect(await typesFound("korisnik kreiran", "sr")).toEqual(["UserCreated"]);
    expect(await typesFound("UserCreated", "de")).toEqual(["UserCreated"]);
    expect(await typesFound("korisnik kreiran", "de")).toEqual([]);
  });

  test("[HI-02] ten thousand changes of a record are paged, with quick first and last pages", async () => {
    const { userId } = await makeUser(api, { firstName: "0" });
    const tenantId = await ensureTenant(api.connection, "main");
    // Inserted as by the triggers; ten thousand real updates of one row take a minute.
    await api.connection.transaction("owner", (db) =>
      db.execute(sql`
        insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
        select ${tenantId}::uuid, 'users', ${userId}::uuid, 'Ada', 'UserUpdated', jsonb_build_object('firstName', n - 1),
          jsonb_build_object('firstName', n) from generate_series(1, 10000) as n`),
    );
    const page = async (number: number) => {
      const url = `/users/${userId}/history?page=${number}&pageLimit=100`;
      return (await api.request(url, { as: as() })).body;
    };
    const [first, last] = [await page(1), await page(101)];
    expect([first.totalCount, first.list.length, last.list.length]).toEqual([10_001, 100, 1]);
    expect(last.list[0]).toMatchObject({ type: "UserCreated" });
    const ids = new Set([first, await page(2), await page(100)].flatMap(({ list }) => list.map(idOf)));
    expect(ids.size).toBe(300);
  });

  test("[HI-02] a change is found under its own record, type and area only", async () => {
    const { userId } = await makeUser(api);
    const { body } = await api.request(`/users/${userId}/history`, { as: as() });
    const { id, type } = body.list[0];
    expect((await api.request(`/users/history/${type}/${id}`, { as: as() })).status).toBe(200);
    const other = await makeUser(api);
    for (const url of [
      `/users/${other.userId}/history/${type}/${id}`,
      `/users/${userId}/history/UserUpdated/${id}`,
      `/roles/history/${type}/${id}`,
      `/users/history/${type}/${unknownId}`,
      `/users/history/${type}/17`,
      `/users/${unknownId}/history`,
    ])
      expect([url, (await api.request(url, { as: as() })).status]).toEqual([url, 404]);
  });

  test("[HI-02] without the history permission it is unavailable", async () => {
    const person = await personWithout(api, "UserView_HistoryAction", "RoleView_HistoryAction");
    for (const url of ["/users/history", `/users/${person.userId}/history`, "/roles/history"])
      expect((await api.request(url, { as: person.as })).status).toBe(403);
  });

  test("[HI-03] a change shows the record's state at its time, with separately recorded parts", async () => {
    const [first, second] = [unique("First "), unique("Second ")];
    const { body: roleId } = await api.request("/roles", {
      method: "POST",
      as: as(),
      body: { roleName: first, isDefault: true },
    });
    const url = `/roles/${roleId}`;
    const grant = { method: "PUT", as: as(), body: [{ permissionId: "UserView" }] } as const;
    await api.request(`${url}/permissions`, grant);
    await api.request(url, { method: "PUT", as: as(), body: { roleName: second } });
    await api.request(`/roles?roleIds=${roleId}`, { method: "DELETE", as: as() });
    const states = (await changesOf(url)).map(({ type, asOf }) => [type, asOf]);
    const permissions = ["UserView"];
    expect(states).toEqual([
      ["RoleCreated", { roleName: first, isDefault: true }],
      ["RolePermissionsChanged", { roleName: first, isDefault: true, permissions }],
      ["RoleUpdated", { roleName: second, isDefault: true, permissions }],
      ["RoleDeleted", { roleName: second, isDefault: true, permissions }],
    ]);
  });
});
