import { expect, test } from "vitest";
import { administratorRoleId } from "../../database/schema";
import { sql } from "../../database/sql";
import { inTenant } from "../../database/transaction";
import { ensureTenant } from "../../seed/tenant";
import { basic, describeApi } from "../../testing/api";
import { makeRole, makeUser, personWith, personWithout, unique } from "../../testing/factories";
import { administrator } from "../../testing/test-config";

describeApi("home", (api) => {
  const overview = async (as: string) => (await api.request("/home", { as })).body;

  test("[HO-05] requires signing in", async () => {
    expect((await api.request("/home")).status).toBe(401);
  });

  test("[HO-05] [PM-02] without permissions it only has one's own notifications", async () => {
    const person = await personWith(api, []);
    expect(await overview(person.as)).toEqual({ unread: 0 });
  });

  test("[HO-05] [PM-02] each part requires the permission to see the same elsewhere", async () => {
    const inviter = await personWith(api, ["UserView", "UserView_InviteAction"]);
    expect(Object.keys(await overview(inviter.as)).toSorted()).toEqual([
      "invitations",
      "neverSignedIn",
      "totals",
      "unread",
    ]);
    const reader = await personWith(api, ["UserView"]);
    expect(Object.keys(await overview(reader.as)).toSorted()).toEqual(["neverSignedIn", "totals", "unread"]);
    const ofRoles = await personWith(api, ["UserView", "UserView_RoleSection"]);
    expect(Object.keys(await overview(ofRoles.as)).toSorted()).toEqual([
      "neverSignedIn",
      "totals",
      "unread",
      "withoutRole",
    ]);
    const ofFiles = await personWith(api, ["AttachmentView"]);
    expect(await overview(ofFiles.as)).toMatchObject({ totals: { files: 0 } });
    expect((await overview(ofFiles.as)).totals).not.toHaveProperty("users");
    const helper = await personWithout(api, "RoleView_AddAction");
    expect(await overview(helper.as)).not.toHaveProperty("checklist");
  });

  test("[HO-05] [PM-02] changes are only of areas whose history the user may see", async () => {
    const roleId = await makeRole(api, { roleName: unique("Traced ") });
    const { userId } = await makeUser(api, { lastName: unique("Traced"), roleIds: [roleId] });
    const ofRoles = await personWith(api, ["RoleView", "RoleView_HistoryAction"]);
    const roles = (await overview(ofRoles.as)).changes as { area: string; type: string }[];
    expect([...new Set(roles.map(({ area }) => area))]).toEqual(["roles"]);
    const ofUsers = await personWith(api, ["UserView", "UserView_HistoryAction"]);
    const users = (await overview(ofUsers.as)).changes as { area: string; recordId: string }[];
    expect([...new Set(users.map(({ area }) => area))]).toEqual(["users"]);
    expect(users.map(({ recordId }) => recordId)).toContain(userId);
  });

  test("[HO-05] the newest ten changes, newest first, each once, without links to deleted records", async () => {
    const roleId = await makeRole(api, { roleName: unique("Sold ") });
    // A sign-in is in the history too, but changes nothing.
    await api.request("/auth", { as: basic(administrator.userName, administrator.password) });
    const { userId } = await makeUser(api, { lastName: unique("Sold"), roleIds: [roleId] });
    await api.request(`/roles?roleIds=${roleId}`, { method: "DELETE", as: api.administrator });
    const { changes } = await overview(api.administrator);
    expect(changes).toHaveLength(10);
    const moments = changes.map(({ changedOn }: { changedOn: string }) => changedOn);
    expect(moments).toEqual(moments.toSorted().toReversed());
    expect(changes[0]).toMatchObject({
      area: "roles",
      type: "RoleDeleted",
      recordId: roleId,
      changedBy: "Administrator",
      isGone: true,
    });
    const types = changes.map(({ type }: { type: string }) => type);
    expect(types).toEqual(expect.arrayContaining(["UserRoleAdded", "UserRoleRemoved"]));
    expect(types.filter((type: string) => /^RoleUser|Sign/.test(type))).toEqual([]);
    expect(changes).toContainEqual(expect.objectContaining({ recordId: userId, isGone: false }));
  });

  test("[HO-05] pending tasks are counted up to a hundred", async () => {
    const before = await overview(api.administrator);
    await makeUser(api);
    await invite(unique("late"), "-1 day");
    await invite(unique("soon"), "1 day");
    expect(await overview(api.administrator)).toMatchObject({
      neverSignedIn: before.neverSignedIn + 1,
      invitations: { open: before.invitations.open + 1, expired: before.invitations.expired + 1 },
    });
    await inTenant(api.connection, await ensureTenant(api.connection, "main"), undefined, (db) =>
      db.execute(sql`insert into invitations (email, language, expires_on)
        select ${unique("many")} || n || '@example.com', 'en', now() + interval '1 day' from generate_series(1, 150) n`),
    );
    expect((await overview(api.administrator)).invitations.open).toBe(100);
  });

  test("[HO-05] only users without any remaining role are counted", async () => {
    const count = async () => (await overview(api.administrator)).withoutRole;
    const before = await count();
    await makeUser(api);
    const roleId = await makeRole(api, { roleName: unique("Left ") });
    const { userId } = await makeUser(api, { roleIds: [roleId] });
    expect(await count()).toEqual({ count: before.count + 1, isMore: false });
    await api.request(`/users/${userId}/roles?roleIds=${roleId}`, {
      method: "DELETE",
      as: api.administrator,
    });
    expect(await count()).toEqual({ count: before.count + 2, isMore: false });
  });

  async function invite(name: string, until: string): Promise<void> {
    await inTenant(api.connection, await ensureTenant(api.connection, "main"), undefined, (db) =>
      db.execute(sql`insert into invitations (email, language, expires_on)
        values (${`${name}@example.com`}, 'en', now() + ${until}::interval)`),
    );
  }
});

describeApi(
  "home of a tenant",
  (api) => {
    test("[HO-05] the initial records of a tenant are not changes", async () => {
      const tenant = unique("begun").toLowerCase();
      const person = await personWith(api, ["ReportView", "ReportView_HistoryAction"], { tenant });
      expect((await api.request(`/${tenant}/home`, { as: person.as })).body.changes).toEqual([]);
      const { body } = await api.request(`/${tenant}/reports`, { as: person.as });
      expect(body.list).toHaveLength(4);
    });

    test("[HO-05] [CF-02] nothing of another tenant is counted or shown", async () => {
      const other = unique("elsewhere").toLowerCase();
      const person = await personWith(api, ["UserView", "UserView_InviteAction", "UserView_HistoryAction"], {
        tenant: other,
      });
      const answer = await api.request(`/${other}/home`, { as: person.as });
      expect(answer.body).toMatchObject({
        unread: 0,
        invitations: { open: 0, expired: 0 },
        neverSignedIn: 1,
      });
      expect(answer.body).not.toHaveProperty("withoutRole");
      const names = answer.body.changes.map(({ recordId }: { recordId: string }) => recordId);
      expect(new Set(names)).toEqual(new Set([person.userId]));
    });
  },
  { multiTenancy: true },
);

describeApi(
  "home of many users",
  (api) => {
    test("[HO-05] of many users only the newest are read", async () => {
      const tenant = unique("many").toLowerCase();
      const person = await personWith(api, ["UserView", "UserView_RoleSection"], { tenant });
      const withoutRole = async () =>
        (await api.request(`/${tenant}/home`, { as: person.as })).body.withoutRole;
      const make = (first: number, last: number) =>
        api.connection.transaction("owner", (db) =>
          db.execute(sql`with made as (
              insert into accounts (user_name) select ${tenant} || n from generate_series(${first}::int, ${last}::int) n
              returning user_id, user_name
            ), users_made as (
              insert into users (tenant_id, user_id, user_name, created_by_name)
              select tenant_id, made.user_id, made.user_name, '' from made, tenants where identifier = ${tenant}
              returning tenant_id, user_id
            ) select count(*) from users_made`),
        );
      await make(1, 3);
      expect(await withoutRole()).toEqual({ count: 3, isMore: false });
      await make(4, 150);
      expect(await withoutRole()).toEqual({ count: 100, isMore: true });
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`insert into user_roles (tenant_id, user_id, role_id, created_by_name)
          select tenant_id, user_id, ${administratorRoleId}, '' from users u join tenants using (tenant_id)
          where identifier = ${tenant} and u.user_name <> ${`${tenant}150`}
          on conflict do nothing`),
      );
      expect(await withoutRole()).toEqual({ count: 1, isMore: false });
      await make(151, 1000);
      expect((await withoutRole()).isMore).toBe(true);
    });
  },
  { multiTenancy: true },
);

describeApi(
  "home of a new installation",
  (api) => {
    const checklist = async (as = api.administrator) => (await api.request("/home", { as })).body.checklist;

    test("[HO-05] the steps of a new installation are ticked off, and disappear when all are done", async () => {
      expect(await checklist()).toEqual({ others: false, role: false, brand: false, mail: true });
      await makeRole(api);
      expect(await checklist()).toEqual({ others: false, role: true, brand: false, mail: true });
      await makeUser(api);
      await api.request("/organisation-settings", {
        method: "PUT",
        as: api.administrator,
        body: { companyName: "Acme" },
      });
      expect(await checklist()).toBeUndefined();
    });
  },
  { smtpUrl: "smtp://127.0.0.1:9", mailFrom: "hub@example.com" },
);

describeApi("home of an installation without e-mail", (api) => {
  test("[HO-05] [PM-02] only those who may do a step are asked for it", async () => {
    const checklist = async (as: string) => (await api.request("/home", { as })).body.checklist;
    const without = await personWithout(api, "OrganisationSettingView_EditAction", "SystemView");
    // That user and their role are the other two steps.
    expect(await checklist(without.as)).toBeUndefined();
    const open = { others: true, role: true, mail: false, brand: false };
    expect(await checklist(api.administrator)).toEqual(open);
  });
});

describeApi(
  "home of an installation that made its administrator's password",
  (api) => {
    test("[HO-05] only the first administrator is asked to set a new password", async () => {
      const checklist = async (as: string) => (await api.request("/home", { as })).body.checklist;
      await makeRole(api);
      const { body: userId } = await api.request("/users/create", {
        method: "POST",
        as: api.administrator,
        body: { userName: unique("second"), password: "long enough", roleIds: [administratorRoleId] },
      });
      expect(await checklist(api.administrator)).toMatchObject({ others: true, role: true, password: false });
      const { body: second } = await api.request(`/users/${userId}`, { as: api.administrator });
      expect(await checklist(await api.signedIn(second.userName))).not.toHaveProperty("password");
      await api.request("/user/password", {
        method: "PUT",
        as: api.administrator,
        body: {
          currentPassword: administrator.password,
          password: "long enough",
          passwordRepeat: "long enough",
        },
      });
      expect(await checklist(api.administrator)).toMatchObject({ password: true });
    });
  },
  { adminPassword: undefined },
);

describeApi("figures of the home page", (api) => {
  const figures = (as?: string, timezone = "UTC") =>
    api.request("/home/figures", { as, headers: { timezone } });

  test("[HO-05] [PM-02] require the permission for the history of users", async () => {
    expect((await figures()).status).toBe(401);
    expect((await figures((await personWith(api, ["UserView"])).as)).status).toBe(403);
    const { as } = await personWith(api, ["UserView", "UserView_HistoryAction"]);
    expect((await figures(as)).status).toBe(200);
  });

  test.each([
    "CTT",
    "US/Pacific-New",
    "asia/CALCUTTA",
    "Etc/Unknown",
    "+02:00",
    "Mars/Base",
    "x".repeat(2_000),
  ])("[PR-01] [HO-05] are returned for any name of a browser's time zone: %s", async (timezone) => {
    const { status, body } = await figures(api.administrator, timezone);
    expect([status, body.length]).toEqual([200, 30]);
  });

  test("[HO-05] count sign-ins, failed ones and new users, each on its day in the reader's zone", async () => {
    const sum = async () => {
      const { body } = await figures(api.administrator);
      const today = body.at(-1);
      expect(body).toHaveLength(30);
      expect(today.day).toBe(new Date().toISOString().slice(0, 10));
      return today;
    };
    const before = await sum();
    await makeUser(api);
    await api.request("/auth", { as: basic(administrator.userName, administrator.password) });
    await api.request("/auth", { as: basic(administrator.userName, "wrong") });
    const after = await sum();
    expect(after).toEqual({
      day: before.day,
      signIns: before.signIns + 1,
      failures: before.failures + 1,
      newUsers: before.newUsers + 1,
      newFiles: before.newFiles,
    });
    const { as } = await personWith(api, ["UserView", "UserView_HistoryAction"]);
    expect((await figures(as)).body.at(-1)).not.toHaveProperty("newFiles");
    const days = new Set(
      await Promise.all(
        ["Pacific/Kiritimati", "Pacific/Niue"].map(
          async (zone) => (await figures(api.administrator, zone)).body.at(-1).day,
        ),
      ),
    );
    expect(days.size).toBe(2);
  });
});
