import { expect, test } from "vitest";
import { type SQL, sql } from "../../database/sql";
import { inTenant } from "../../database/transaction";
import { notifyUser } from "../../notifications/notify";
import { ensureTenant } from "../../seed/tenant";
import { describeApi } from "../../testing/api";
import {
  makeAdministratorOf,
  makeRole,
  makeUser,
  personWith,
  unique,
  unknownId,
} from "../../testing/factories";

describeApi("notifications", (api) => {
  const list = async (as: string, query = "", lang = "en") =>
    (await api.request(`/notifications?${query}`, { as, headers: { lang } })).body;
  const messages = async (as: string, query = "", lang = "en"): Promise<string[]> =>
    (await list(as, query, lang)).list.map((row: { eventMessage: string }) => row.eventMessage);
  const write = (method: "PUT" | "DELETE" | "POST", url: string, body?: unknown) =>
    api.request(url, { method, as: api.administrator, body });
  const read = (as: string | undefined, id: string) =>
    api.request(`/notifications/${id}/status/read`, { method: "PATCH", as });

  /** A user with that many notifications. */
  async function told(times: number) {
    const person = await personWith(api, []);
    for (let count = 0; count < times; count += 1) {
      const tenantId = await ensureTenant(api.connection, "main");
      await inTenant(api.connection, tenantId, undefined, (db) =>
        notifyUser(db, person.userId, "passwordSet"),
      );
    }
    return person;
  }

  test("[HO-03] another user's notification is treated as missing", async () => {
    const owner = await told(1);
    const [row] = (await list(owner.as)).list;
    const stranger = await personWith(api, []);
    const elsewhere = await makeAdministratorOf(api, unique("t"));
    for (const as of [stranger.as, api.administrator]) {
      const response = await read(as, row.notificationId);
      expect([response.status, response.body.code]).toEqual([404, "notFound"]);
      expect(JSON.stringify(await list(as))).not.toContain(row.notificationId);
    }
    expect((await read(undefined, row.notificationId)).status).toBe(401);
    expect((await read(elsewhere.as, row.notificationId)).status).not.toBe(204);
    expect((await read(owner.as, unknownId)).status).toBe(404);
    await api.request("/notifications/all/status/read", { method: "PATCH", as: stranger.as });
    expect((await list(owner.as)).list[0].status).toBe("Unread");
  });

  test("[OR-03] the database itself shows hub_app the rows of the acting user only", async () => {
    const { userId } = await told(1);
    const tenantId = await ensureTenant(api.connection, "main");
    const other = await makeUser(api);
    const seen = (actor: string) =>
      inTenant(api.connection, tenantId, { userId: actor, userName: "x" }, async (db) => {
        const { rows } = await db.execute(sql`select from notifications where user_id = ${userId}`);
        const marked = await db.execute(
          sql`update notifications set read_on = now() where user_id = ${userId} returning notification_id`,
        );
        return [rows.length, marked.rows.length];
      });
    expect(await seen(other.userId)).toEqual([0, 0]);
    expect(await seen(userId)).toEqual([1, 1]);
  });

  test("[HO-03] the list is paged, newest first, optionally only unread, and counted", async () => {
    const { as } = await told(12);
    const first = await list(as);
    expect([first.list.length, first.totalCount]).toEqual([10, 12]);
    const second = await list(as, "page=2");
    expect(second.list).toHaveLength(2);
    const dates = [...first.list, ...second.list].map((row) => row.createdOn);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect((await read(as, first.list[3].notificationId)).status).toBe(204);
    expect((await read(as, first.list[3].notificationId)).status).toBe(204);
    expect(await list(as, "onlyUnread=true&pageLimit=0")).toEqual({ list: [], totalCount: 11 });
    expect((await list(as)).list.map((row: { status: string }) => row.status)).toEqual([
      ...Array(3).fill("Unread"),
      "Read",
      ...Array(6).fill("Unread"),
    ]);
    expect((await api.request("/notifications/all/status/read", { method: "PATCH", as })).status).toBe(204);
    expect(await list(as, "onlyUnread=true")).toEqual({ list: [], totalCount: 0 });
    expect((await list(as)).totalCount).toBe(12);
  });

  test("[HO-03] filters by update time and by kinds of records", async () => {
    const { as } = await told(2);
    const before = new Date(Date.now() - 60_000).toISOString();
    const after = new Date(Date.now() + 60_000).toISOString();
    expect((await list(as, `lastUpdate=${before}`)).totalCount).toBe(2);
    expect((await list(as, `lastUpdate=${after}`)).totalCount).toBe(0);
    expect((await list(as, "domainObjects=role")).totalCount).toBe(0);
    expect((await list(as, "domainObjects=role&domainObjects=user")).totalCount).toBe(2);
    expect((await list(as, "domainObjects=User")).totalCount).toBe(2);
    // Kinds without notifications have none.
    expect((await list(as, "domainObjects=attachment")).totalCount).toBe(0);
    expect((await api.request("/notifications?lastUpdate=yesterday", { as })).status).toBe(400);
  });

  test("[HO-03] reading an old notification counts as an update, for other windows", async () => {
    const { userId, as } = await told(2);
    await api.connection.transaction("owner", (db) =>
      db.execute(
        sql`update notifications set created_on = now() - interval '1 hour' where user_id = ${userId}`,
      ),
    );
    const since = `lastUpdate=${new Date(Date.now() - 60_000).toISOString()}`;
    expect((await list(as, since)).totalCount).toBe(0);
    const [{ notificationId }] = (await list(as)).list;
    await read(as, notificationId);
    expect((await list(as, since)).list).toMatchObject([{ notificationId, status: "Read" }]);
  });

  test("[HO-03] the moment of the last update may have any offset from UTC", async () => {
    const { as } = await told(1);
    const inZone = (time: number, hours: number, offset: string) =>
      new Date(time + hours * 3_600_000).toISOString().replace("Z", offset);
    const zones = [
      [2, "+02:00"],
      [-8, "-08:00"],
      [5.5, "+0530"],
      [2, "+02"],
      [0, "+00:00"],
    ] as const;
    for (const [hours, offset] of zones) {
      const since = (time: number) =>
        list(as, `lastUpdate=${encodeURIComponent(inZone(time, hours, offset))}`);
      expect((await since(Date.now() - 60_000)).totalCount, offset).toBe(1);
      expect((await since(Date.now() + 60_000)).totalCount, offset).toBe(0);
    }
    // From clients that do not encode the plus.
    expect((await list(as, `lastUpdate=${inZone(Date.now() - 60_000, 2, "+02:00")}`)).totalCount).toBe(1);
    for (const wrong of [
      "2026-02-30T00:00:00Z",
      "2026-03-01T00:00:00",
      "2026-03-01T00:00:00%2B25:00",
      "2026-03-01",
    ])
      expect((await api.request(`/notifications?lastUpdate=${wrong}`, { as })).status, wrong).toBe(400);
  });

  test("[HO-03] users are notified of roles given and removed, in their language", async () => {
    const { userId, as } = await personWith(api, []);
    const roleName = unique("Editors ");
    const roleId = await makeRole(api, { roleName });
    await write("PUT", `/users/${userId}/roles`, { roleIds: [roleId] });
    await write("PUT", `/users/${userId}/roles`, { roleIds: [roleId] });
    expect(await messages(as)).toEqual([`You were given the role “${roleName}”.`]);
    expect((await list(as)).list[0]).toMatchObject({
      status: "Unread",
      createdBy: "Administrator",
      link: `/roles/${roleId}`,
    });
    await write("DELETE", `/roles/${roleId}/users?userIds=${userId}`);
    await write("PUT", `/roles/${roleId}/users`, { userIds: [userId] });
    await write("DELETE", `/users/${userId}/roles?roleIds=${roleId}`);
    await write("DELETE", `/users/${userId}/roles?roleIds=${roleId}`);
    expect(await messages(as, "", "de")).toEqual([
      `Ihnen wurde die Rolle „${roleName}“ entzogen.`,
      `Ihnen wurde die Rolle „${roleName}“ zugewiesen.`,
      `Ihnen wurde die Rolle „${roleName}“ entzogen.`,
      `Ihnen wurde die Rolle „${roleName}“ zugewiesen.`,
    ]);
  });

  test("[HO-03] holders are notified of a role's changes and deletion, the acting user is not", async () => {
    const changer = await personWith(api, [
      "RoleView",
      "RoleView_EditAction",
      "RoleView_PermissionSection",
      "UserView",
    ]);
    const roleName = unique("Readers ");
    const roleId = await makeRole(api, { roleName });
    const holder = await makeUser(api, { roleIds: [roleId] });
    const as = await api.signedIn(holder.userName);
    const save = (permissionValue: boolean) =>
      api.request(`/roles/${roleId}/permissions`, {
        method: "PUT",
        as: changer.as,
        body: [{ permissionId: "UserView", permissionValue }],
      });
    await write("PUT", `/roles/${roleId}/users`, { userIds: [changer.userId] });
    const heard = (await list(changer.as)).totalCount;
    expect((await save(true)).status).toBe(204);
    expect((await save(true)).status).toBe(204);
    expect(await messages(as)).toEqual([`The permissions of your role “${roleName}” have changed.`]);
    expect((await list(changer.as)).totalCount).toBe(heard);
    await write("DELETE", `/roles?roleIds=${roleId}`);
    expect((await messages(as))[0]).toBe(`Your role “${roleName}” was deleted.`);
    expect((await list(as)).list[0].link).toBeNull();
  });

  test("[HO-03] users are notified of a new password and user name, but not of a refused change", async () => {
    const { userId, userName } = await makeUser(api);
    const password = "Correct-horse-9";
    const set = (passwordRepeat: string) =>
      write("PUT", `/users/${userId}/set-password`, { password, passwordRepeat });
    expect((await set("Other-horse-9")).status).toBe(400);
    expect((await set(password)).status).toBe(204);
    const renamed = unique("renamed");
    await write("PUT", `/users/${userId}`, { userName: renamed, firstName: "A", lastName: "B", email: "" });
    await write("PUT", `/users/${userId}`, { userName, firstName: "", lastName: "B", email: "" });
    expect(await messages(await api.signedIn(renamed))).toEqual([
      `Your username is now “${renamed}”.`,
      "A new password was set for you.",
    ]);
  });

  test("[HO-03] an event unknown to this version is still listed", async () => {
    const { userId, as } = await personWith(api, []);
    await api.connection.transaction("owner", (db) =>
      db.execute(sql`insert into notifications (tenant_id, user_id, event, domain_object, domain_object_id)
        select tenant_id, user_id, 'moonLanding', 'user', user_id from users where user_id = ${userId}`),
    );
    expect(await messages(as)).toEqual(["Something that concerns you has changed."]);
  });

  const mute = (as: string | undefined, kind: string, isMuted: unknown) =>
    api.request(`/notifications/kinds/${kind}`, { method: "PUT", as, body: { isMuted } });
  const mutedOf = async (as: string) =>
    (await api.request("/notifications/kinds", { as })).body.flatMap(
      (one: { kind: string; isMuted: boolean }) => (one.isMuted ? [one.kind] : []),
    );

  test("[HO-03] users mute kinds for themselves, except changes to their account", async () => {
    const { userId, userName, as } = await personWith(api, []);
    const other = await personWith(api, []);
    expect((await mute(undefined, "roleGiven", true)).status).toBe(401);
    expect((await api.request("/notifications/kinds")).status).toBe(401);
    for (const kind of ["passwordSet", "apiKeyCreated", "userNameChanged", "moonLanding"])
      expect((await mute(as, kind, true)).status, kind).toBe(404);
    for (const isMuted of ["yes", null, undefined])
      expect((await mute(as, "roleGiven", isMuted)).status).toBe(400);
    expect(await mutedOf(as)).toEqual([]);

    const [before, during, after] = [unique("A"), unique("B"), unique("C")];
    const give = async (roleName: string) => {
      const roleIds = [await makeRole(api, { roleName })];
      for (const to of [userId, other.userId]) await write("PUT", `/users/${to}/roles`, { roleIds });
    };
    await give(before);
    for (const isMuted of [true, true]) expect((await mute(as, "roleGiven", isMuted)).status).toBe(204);
    expect([await mutedOf(as), await mutedOf(other.as)]).toEqual([["roleGiven"], []]);
    await give(during);
    await write("PUT", `/users/${userId}/set-password`, {
      password: "Correct-horse-9",
      passwordRepeat: "Correct-horse-9",
    });
    for (const isMuted of [false, false])
      expect((await mute(other.as, "roleGiven", isMuted)).status).toBe(204);
    const again = await api.signedIn(userName);
    expect(await mutedOf(again)).toEqual(["roleGiven"]);
    expect((await mute(again, "roleGiven", false)).status).toBe(204);
    await give(after);
    const given = (name: string) => `You were given the role “${name}”.`;
    expect(await messages(again)).toEqual([given(after), "A new password was set for you.", given(before)]);
    expect(await messages(other.as)).toEqual([after, during, before].map(given));
  });

  test("[OR-03] the database prevents muting for others", async () => {
    const { userId, as } = await personWith(api, []);
    await mute(as, "roleGiven", true);
    const tenantId = await ensureTenant(api.connection, "main");
    const other = await makeUser(api);
    const acting = (statement: SQL) =>
      inTenant(api.connection, tenantId, { userId: other.userId, userName: "x" }, (db) =>
        db.execute(statement),
      );
    const removed = await acting(
      sql`delete from notification_mutes where user_id = ${userId} returning event`,
    );
    expect(removed.rows).toEqual([]);
    await expect(
      acting(sql`insert into notification_mutes (user_id, event) values (${userId}, 'roleTaken')`),
    ).rejects.toThrow();
    expect(await mutedOf(as)).toEqual(["roleGiven"]);
  });

  test("[HO-03] similar notifications are marked as read together", async () => {
    const { userId, as } = await personWith(api, []);
    const other = await told(2);
    const roleIds = [await makeRole(api)];
    for (let count = 0; count < 3; count += 1) {
      await write("PUT", `/users/${userId}/roles`, { roleIds });
      await write("DELETE", `/users/${userId}/roles?roleIds=${roleIds}`);
    }
    const readAlike = (reader: string | undefined, id: string) =>
      api.request(`/notifications/${id}/status/read/alike`, { method: "PATCH", as: reader });
    const [newest] = (await list(as)).list;
    expect((await readAlike(undefined, newest.notificationId)).status).toBe(401);
    expect((await readAlike(other.as, newest.notificationId)).status).toBe(404);
    expect((await readAlike(as, unknownId)).status).toBe(404);
    expect((await list(as, "onlyUnread=true&pageLimit=0")).totalCount).toBe(6);
    for (const _ of [1, 2]) expect((await readAlike(as, newest.notificationId)).status).toBe(204);
    const left = (await list(as, "onlyUnread=true")).list;
    expect(left).toHaveLength(3);
    expect(left.map((row: { eventMessage: string }) => row.eventMessage)).not.toContain(newest.eventMessage);
    expect((await list(other.as, "onlyUnread=true&pageLimit=0")).totalCount).toBe(2);
  });
});
