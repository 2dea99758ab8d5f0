import { describe, expect, test } from "vitest";
import { describeApi } from "../../testing/api";
import {
  faultyFields,
  makeRole,
  makeUser,
  personWith,
  personWithout,
  unique,
  unknownId,
} from "../../testing/factories";

const edited = { firstName: "Zoë", lastName: "O'Brien", email: "zoe@example.com" };

describeApi("users", (api) => {
  test("[US-01] a user is created, shown, listed and found", async () => {
    const roleId = await makeRole(api, { roleName: unique("Clerk ") });
    const userName = unique("Zoe");
    const created = await api.request("/users/create", {
      method: "POST",
      as: api.administrator,
      body: { userName, password: "long enough", firstName: "Zoë", lastName: "Müller", roleIds: [roleId] },
    });
    expect(created.status).toBe(200);
    const detail = await api.request(`/users/${created.body}`, { as: api.administrator });
    expect(detail.body).toMatchObject({
      userId: created.body,
      userName,
      firstName: "Zoë",
      lastName: "Müller",
      email: "",
      lastLoginDate: null,
      createdBy: "Administrator",
      updatedOn: null,
      updatedBy: null,
      version: 1,
      roles: [{ roleId }],
    });
    for (const phrase of [
      userName.toUpperCase(),
      `zoe muller`,
      "MÜLLER ZOË",
      "zoë \t müller ",
      "mül zo",
      "Müller, Zoë",
      "Mu\u0308ller",
    ]) {
      const found = await api.request(`/users?phrase=${encodeURIComponent(phrase)}`, {
        as: api.administrator,
      });
      expect(found.body.list.map((row: { userId: string }) => row.userId)).toContain(created.body);
    }
    const all = await api.request("/users?pageLimit=-1", { as: api.administrator });
    expect(all.body.totalCount).toBe(all.body.list.length);
    const count = await api.request("/users?pageLimit=0", { as: api.administrator });
    expect(count.body).toEqual({ list: [], totalCount: all.body.totalCount });
  });

  test("[US-01] [PM-02] the list shows roles of users, to users who may see them", async () => {
    const roleNames = [unique("B "), unique("A ")];
    const roleIds = await Promise.all(roleNames.map((roleName) => makeRole(api, { roleName })));
    const phrase = unique("holder");
    await makeUser(api, { userName: `${phrase}.1`, roleIds });
    await makeUser(api, { userName: `${phrase}.2` });
    const list = (as: string) => api.request(`/users?phrase=${phrase}&sortBy=userName`, { as });
    const refused = await list((await personWith(api, ["UserView"])).as);
    expect(refused.body.list).toHaveLength(2);
    for (const row of refused.body.list) expect(row).not.toHaveProperty("roles");
    const rolesOf = async () =>
      (await list(api.administrator)).body.list.map(({ roles }: { roles: { roleName: string }[] }) =>
        roles.map(({ roleName }) => roleName),
      );
    expect(await rolesOf()).toEqual([[...roleNames].sort(), []]);
    await api.request(`/roles?roleIds=${roleIds[0]}`, { method: "DELETE", as: api.administrator });
    expect(await rolesOf()).toEqual([[roleNames[1]], []]);
  });

  test("[US-01] a new user signs in with the given password, and it is nowhere in the history", async () => {
    const userName = unique("new");
    const password = "Kennwort mit Ümläuten";
    const { body: userId } = await api.request("/users/create", {
      method: "POST",
      as: api.administrator,
      body: { userName, password, roleIds: [] },
    });
    const signIn = await api.request("/auth", {
      as: `Basic ${Buffer.from(`${userName}:${password}`).toString("base64")}`,
    });
    expect(signIn.status).toBe(200);
    const history = await api.request(`/users/${userId}/history?pageLimit=-1`, { as: api.administrator });
    for (const { type, id } of history.body.list) {
      const change = await api.request(`/users/${userId}/history/${type}/${id}`, { as: api.administrator });
      expect(change.status).toBe(200);
      expect(change.text).not.toMatch(/argon2|assword"|ecret/);
    }
  });

  test("[US-01] a taken user name is refused in any case, on its field", async () => {
    const { userName } = await makeUser(api, { userName: unique("Taken") });
    const other = await makeUser(api);
    const create = await api.request("/users/create", {
      method: "POST",
      as: api.administrator,
      body: { userName: userName.toUpperCase(), password: "long enough", roleIds: [] },
    });
    expect([create.status, faultyFields(create.body)]).toEqual([400, ["userName"]]);
    const rename = await api.request(`/users/${other.userId}`, {
      method: "PUT",
      as: api.administrator,
      body: { ...edited, userName: userName.toLowerCase() },
    });
    expect([rename.status, faultyFields(rename.body)]).toEqual([400, ["userName"]]);
  });

  test("[US-01] an edit is saved, versioned and recorded", async () => {
    const { userId } = await makeUser(api);
    const editor = await personWithout(api, "UserView_DeleteAction");
    const userName = unique("renamed");
    const saved = await api.request(`/users/${userId}`, {
      method: "PUT",
      as: editor.as,
      body: { ...edited, userName, version: 1 },
    });
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({ ...edited, userName, version: 2, updatedBy: editor.userName });
    const { body } = await api.request(`/users/${userId}`, { as: api.administrator });
    expect(body).toEqual(saved.body);
    const update = await api.request(`/users/${userId}/last-update`, { as: api.administrator });
    expect(update.body).toEqual({
      createdOn: body.createdOn,
      createdBy: "System",
      updatedOn: body.updatedOn,
      updatedBy: editor.userName,
    });
    const list = await api.request("/users/last-update", { as: api.administrator });
    expect(list.body).toMatchObject({ updatedOn: body.updatedOn, updatedBy: editor.userName });
  });

  test("[US-01] all invalid fields are named together", async () => {
    const { userId } = await makeUser(api);
    const { status, body } = await api.request(`/users/${userId}`, {
      method: "PUT",
      as: api.administrator,
      body: { firstName: " ", lastName: "x".repeat(10_000), userName: "no spaces", email: "nowhere" },
    });
    expect(status).toBe(400);
    expect(faultyFields(body).sort()).toEqual(["email", "firstName", "lastName", "userName"]);
  });

  test("[US-01] users created without names stay editable, others keep some", async () => {
    const { body: userId } = await api.request("/users/create", {
      method: "POST",
      as: api.administrator,
      body: { userName: unique("nameless"), password: "long enough", roleIds: [] },
    });
    const url = `/users/${userId}`;
    const save = (body: unknown) => api.request(url, { method: "PUT", as: api.administrator, body });
    const stored = async () => (await api.request(url, { as: api.administrator })).body;
    const { userName } = await stored();
    expect((await save({ userName, email: "a@example.com" })).status).toBe(200);
    expect((await save({ ...(await stored()), email: "b@example.com" })).status).toBe(200);
    expect(await stored()).toMatchObject({ userName, firstName: "", lastName: "", email: "b@example.com" });
    expect((await save({ userName, firstName: "Ada" })).status).toBe(200);
    expect(await stored()).toMatchObject({ firstName: "Ada", lastName: "", email: "b@example.com" });
    for (const body of [{ userName }, { userName, firstName: "" }]) {
      const emptied = await save(body);
      expect([emptied.status, faultyFields(emptied.body)]).toEqual([400, ["firstName"]]);
    }
    expect((await save({ userName, firstName: "Ada", email: "" })).body).toMatchObject({ email: "" });
  });

  test("[US-01] names in any script are stored unchanged", async () => {
    const { userId, userName } = await makeUser(api);
    for (const name of [
      "Ærøskøbing 😀",
      "שלום עולם",
      "<script>alert(1)</script>",
      "a'); drop table users;--",
      "日本 語",
    ]) {
      const body = { ...edited, userName, firstName: name, lastName: name };
      const saved = await api.request(`/users/${userId}`, { method: "PUT", as: api.administrator, body });
      expect(saved.body).toMatchObject({ firstName: name, lastName: name });
      const found = await api.request(`/users?phrase=${encodeURIComponent(name)}`, { as: api.administrator });
      expect(found.body.totalCount).toBe(1);
    }
  });

  test("[FM-09] a stale save returns the stored version, and of fifty concurrent ones one wins", async () => {
    const { userId, userName } = await makeUser(api);
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        api.request(`/users/${userId}`, {
          method: "PUT",
          as: api.administrator,
          body: { ...edited, firstName: `Person ${index}`, userName, version: 1 },
        }),
      ),
    );
    const winners = responses.filter(({ status }) => status === 200);
    const losers = responses.filter(({ status }) => status === 409);
    expect([winners.length, losers.length]).toEqual([1, 49]);
    for (const { body } of losers) {
      expect(body.code).toBe("stale");
      expect(body.current).toEqual(winners[0]?.body);
    }
  });

  test("[US-01] deleting archives: the list forgets, the name is free, sessions end, history stays", async () => {
    const leaving = await personWith(api, ["UserView"]);
    const { userId, userName } = leaving;
    expect((await api.request("/users", { as: leaving.as })).status).toBe(200);
    const before = await api.request("/users?pageLimit=0", { as: api.administrator });
    const removed = await api.request(`/users?userIds=${userId}`, {
      method: "DELETE",
      as: api.administrator,
    });
    expect(removed.status).toBeLessThan(300);
    expect((await api.request("/users", { as: leaving.as })).status).toBe(401);
    const after = await api.request("/users?pageLimit=0", { as: api.administrator });
    expect(after.body.totalCount).toBe(before.body.totalCount - 1);
    expect((await api.request(`/users/${userId}`, { as: api.administrator })).status).toBe(404);
    const history = await api.request(`/users/${userId}/history`, { as: api.administrator });
    expect(history.body.list[0]).toMatchObject({
      type: "UserDeleted",
      recordId: userId,
      recordName: userName,
    });
    const again = await api.request("/users/create", {
      method: "POST",
      as: api.administrator,
      body: { userName, password: "long enough", roleIds: [] },
    });
    expect(again.status).toBe(200);
    expect(again.body).not.toBe(userId);
  });

  test("[US-01] several users are deleted all or none", async () => {
    const { userId } = await makeUser(api);
    const both = `/users?userIds=${userId}&userIds=${unknownId}`;
    expect((await api.request(both, { method: "DELETE", as: api.administrator })).status).toBe(404);
    expect((await api.request(`/users/${userId}`, { as: api.administrator })).status).toBe(200);
  });

  test("[AU-09] users may delete their own account, which ends their session", async () => {
    const me = await personWith(api, ["UserView", "UserView_DeleteAction"]);
    const gone = await api.request(`/users?userIds=${me.userId}`, { method: "DELETE", as: me.as });
    expect(gone.status).toBeLessThan(300);
    expect((await api.request("/user", { as: me.as })).status).toBe(401);
  });

  test("[US-01] an omitted e-mail address stays, an empty one is removed", async () => {
    const { userId, userName } = await makeUser(api, { email: "kept@example.com" });
    const save = (body: object) =>
      api.request(`/users/${userId}`, {
        method: "PUT",
        as: api.administrator,
        body: { firstName: "Ann", lastName: "Other", userName, ...body },
      });
    expect((await save({})).body.email).toBe("kept@example.com");
    expect((await save({ email: "" })).body.email).toBe("");
    expect(faultyFields((await save({ email: "nobody" })).body)).toEqual(["email"]);
  });

  describe("a user's settings as seen by others", () => {
    const defaults = {
      languageSymbol: "en",
      longDateFormat: "DD.MM.YYYY",
      shortDateFormat: "DD.MM.YYYY",
      longTimeFormat: "HH:mm:ss",
      shortTimeFormat: "HH:mm",
      timezone: "",
    };

    test("[PM-02] are omitted without the permission for their section", async () => {
      const { userId, as } = await personWith(api, []);
      await api.request("/user/settings", { method: "PUT", as, body: { timezone: "Europe/Berlin" } });
      const reader = await personWith(api, ["UserView", "UserView_EditAction"]);
      const { body } = await api.request(`/users/${userId}`, { as: reader.as });
      expect(body.userId).toBe(userId);
      expect(body).not.toHaveProperty("settings");
      expect(body).not.toHaveProperty("roles");
      const changes = { firstName: "Ann", lastName: "Other", userName: body.userName, email: "" };
      const saved = await api.request(`/users/${userId}`, { method: "PUT", as: reader.as, body: changes });
      expect(saved.status).toBe(200);
      expect(saved.body).not.toHaveProperty("settings");
    });

    test("[US-01] are returned with the permission, chosen or default, and no other setting", async () => {
      const { userId, as } = await personWith(api, []);
      const reader = await personWith(api, ["UserView", "UserView_SettingSection"]);
      const settings = async () =>
        (await api.request(`/users/${userId}`, { as: reader.as })).body.settings as unknown;
      expect(await settings()).toEqual(defaults);
      const change = { languageSymbol: "de", shortTimeFormat: "hh:mm a", timezone: "Europe/Berlin" };
      const body = { ...change, subTabsExpanded: false, "users.columns": "secret" };
      expect((await api.request("/user/settings", { method: "PUT", as, body })).status).toBe(204);
      expect(await settings()).toEqual({ ...defaults, ...change });
      const { body: own } = await api.request(`/users/${reader.userId}`, { as: reader.as });
      expect(own.settings).toEqual(defaults);
    });

    test("[OR-03] settings of one tenant are not those of another", async () => {
      const tenant = unique("t");
      const { userId, as } = await personWith(api, [], { tenant });
      await api.request("/user/settings", { method: "PUT", as, body: { timezone: "Europe/Berlin" } });
      const { status } = await api.request(`/users/${userId}`, { as: api.administrator });
      expect(status).toBe(404);
    });
  });
});
