import { expect, test } from "vitest";
import { allEndpoints } from "../../lib/contract";
import { type Endpoint, isAllowedWhileViewing, isRead } from "../../lib/contract/endpoint";
import type { PermissionName } from "../../lib/contract/permissions";
import { administratorRoleId } from "../database/schema";
import { sql } from "../database/sql";
import { ensureTenant } from "../seed/tenant";
import { describeApi } from "../testing/api";
import {
  makeAdministratorOf,
  makeRole,
  makeUser,
  type Person,
  personWith,
  unique,
  unknownId,
} from "../testing/factories";

test("[PM-05] lists the personal reads that a viewer may see", () => {
  const shown = allEndpoints.filter(
    ({ access, whileViewing }) => access === "signedIn" && whileViewing === true,
  );
  expect(shown.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    "GET /home",
    "GET /list-views",
    "GET /list-views/:listViewId",
    "GET /notifications",
    "GET /organisation-settings/avatar/:avatarId",
    "GET /search",
    "GET /settings/version",
    "GET /user",
    "GET /user/actions",
    "GET /user/avatar/:avatarId",
  ]);
  const asOneself = allEndpoints.filter(({ whileViewing }) => whileViewing === "asOneself");
  expect(asOneself.map(({ name }) => name).sort()).toEqual(["endViewing", "signOut"]);
});

const helping = ["UserView", "UserView_EditAction", "UserView_HistoryAction"] as const;

describeApi("viewing as another person", (api) => {
  const viewAs = (as: string | undefined, { userId }: { userId: string }) =>
    api.request(`/users/${userId}/view-as`, { method: "POST", as });
  const end = (as: string) => api.request("/user/viewing", { method: "DELETE", as });
  const get = (url: string, as: string) => api.request(url, { as });
  const codeOf = async (answer: ReturnType<typeof api.request>) => {
    const { status, body } = await answer;
    return [status, body?.code];
  };
  /** The user that a session is viewing as; undefined for itself. */
  const seenAs = async (as: string) => {
    const { body } = await get("/user", as);
    return body.viewedBy && body.profile.userId;
  };
  /** A viewer already viewing as a user with fewer permissions. */
  const looking = async (
    theirs: readonly PermissionName[] = ["UserView"],
    own: readonly PermissionName[] = helping,
  ) => {
    const viewer = await personWith(api, own, { firstName: "Vera", lastName: unique("V") });
    const viewed = await personWith(api, theirs, { firstName: "Ida", lastName: unique("I") });
    expect(await codeOf(viewAs(viewer.as, viewed))).toEqual([204, undefined]);
    return { viewer, viewed };
  };
  const historyOf = async ({ userId }: Person) => {
    const { body } = await get(`/users/${userId}/history?pageLimit=50`, api.administrator);
    return body.list
      .filter(({ type }: { type: string }) => type.startsWith("UserViewing"))
      .map(({ type, changedBy }: { type: string; changedBy: string }) => [type, changedBy]);
  };
  const alter = (statement: ReturnType<typeof sql>) =>
    api.connection.transaction("owner", (db) => db.execute(statement));

  test("[PM-05] requires a session, editing users, and all permissions of the other", async () => {
    const plain = await personWith(api, ["UserView"]);
    expect(await codeOf(viewAs(undefined, plain))).toEqual([401, "unauthorized"]);
    for (const held of [[], ["UserView"], ["UserView_EditAction"]] as PermissionName[][])
      expect(await codeOf(viewAs((await personWith(api, held)).as, plain))).toEqual([403, "forbidden"]);
    const { as } = await personWith(api, helping);
    const stronger = await personWith(api, ["UserView", "RoleView"]);
    const administrator = await makeUser(api, { roleIds: [administratorRoleId] });
    for (const one of [stronger, administrator])
      expect(await codeOf(viewAs(as, one))).toEqual([403, "viewingOfStronger"]);
    expect(await seenAs(as)).toBeUndefined();
    const { body } = await get(`/users/${stronger.userId}`, as);
    expect(body.denied).toContain("viewingOfStronger");
  });

  test("[PM-05] is refused for oneself, unknown or foreign users, by an API key, and while viewing", async () => {
    const viewer = await personWith(api, [...helping, "UserView_CreateApiKey"]);
    expect(await codeOf(viewAs(viewer.as, viewer))).toEqual([403, "viewingSelf"]);
    expect(await codeOf(viewAs(viewer.as, { userId: viewer.userId.toUpperCase() }))).toEqual([
      403,
      "viewingSelf",
    ]);
    const foreign = await makeAdministratorOf(api, unique("other"));
    const [none, theirs] = await Promise.all(
      [{ userId: unknownId }, foreign].map((one) => viewAs(api.administrator, one)),
    );
    expect([theirs?.status, theirs?.body.code]).toEqual([404, "notFound"]);
    const said = ({ requestId: _, ...body }: Record<string, unknown>) => body;
    expect(said(theirs?.body)).toEqual(said(none?.body));
    const viewed = await personWith(api, helping);
    const { body: key } = await get("/user/create-api-key", viewer.as);
    expect(await codeOf(viewAs(`Bearer ${key}`, viewed))).toEqual([403, "notByApiKey"]);
    expect(await codeOf(viewAs(viewer.as, viewed))).toEqual([204, undefined]);
    const third = await personWith(api, []);
    expect(await codeOf(viewAs(viewer.as, third))).toEqual([403, "viewing"]);
    // Only that session is viewing, not the key or the person's other sessions.
    expect(await seenAs(`Bearer ${key}`)).toBeUndefined();
    expect(await seenAs(await api.signedIn(viewer.userName))).toBeUndefined();
    expect(await seenAs(viewer.as)).toBe(viewed.userId);
  });

  test("[PM-05] a viewer reads as the other user, and nothing of the session leaks", async () => {
    const { viewer, viewed } = await looking(["RoleView"], [...helping, "RoleView", "AttachmentView"]);
    const { body: user, headers } = await get("/user", viewer.as);
    expect(user).toMatchObject({
      profile: { userId: viewed.userId },
      userPermissions: ["RoleView"],
      viewedBy: { userId: viewer.userId, displayName: expect.stringMatching(/^Vera /) },
    });
    const minutes = (Date.parse(user.viewedBy.until) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(28);
    expect(minutes).toBeLessThan(31);
    expect(headers["x-permissions"]).toBe(user.permissionStamp);
    expect(user.permissionStamp.split(".")[1]).toBe(viewed.userId);
    expect((await get("/roles", viewer.as)).status).toBe(200);
    expect(await codeOf(get("/attachments", viewer.as))).toEqual([403, "forbidden"]);
    expect(await codeOf(get("/users", viewer.as))).toEqual([403, "forbidden"]);
    // The viewed user, and the viewer afterwards, are unchanged.
    expect((await get("/user", viewed.as)).body).toMatchObject({ userPermissions: ["RoleView"] });
    expect(await seenAs(viewed.as)).toBeUndefined();
    expect(await codeOf(end(viewer.as))).toEqual([204, undefined]);
    const { body: own } = await get("/user", viewer.as);
    expect(own.profile.userId).toBe(viewer.userId);
    expect(own.viewedBy).toBeUndefined();
    expect(own.userPermissions).toHaveLength(5);
    expect(own.permissionStamp).not.toContain(".");
  });

  test("[PM-05] an administrator viewing as an administrator cannot change anything", async () => {
    const [viewer, viewed] = (await Promise.all([1, 2].map(() => makeAdministratorOf(api, "main")))) as [
      Person,
      Person,
    ];
    expect((await viewAs(viewer.as, viewed)).status).toBe(204);
    const permissionsOf = async (as: string) => (await get("/user", as)).body.userPermissions as string[];
    const isAction = (name: string) =>
      /(Action|CreateApiKey)$/.test(name) && !name.endsWith("_HistoryAction");
    const held = await permissionsOf(viewed.as);
    expect(held.filter(isAction).length).toBeGreaterThan(20);
    expect(await permissionsOf(viewer.as)).toEqual(held.filter((name) => !isAction(name)));
    const before = await rows();
    const called = allEndpoints.filter(
      ({ access, whileViewing }) => access !== "public" && whileViewing !== "asOneself",
    );
    const check = async (endpoint: Endpoint) => {
      const url = endpoint.path.replace(/:\w+Id\b/g, viewed.userId).replace(/:\w+/g, "en");
      const [status, code] = await codeOf(api.request(url, { method: endpoint.method, as: viewer.as }));
      const call = `${endpoint.method} ${endpoint.path}`;
      if (isAllowedWhileViewing(endpoint))
        expect([call, status === 401, code === "viewing"]).toEqual([call, false, false]);
      else expect([call, status, code]).toEqual([call, 403, "viewing"]);
      if (!isRead(endpoint)) expect([call, status]).toEqual([call, 403]);
    };
    // Only a few exports may run concurrently.
    const queue = called.values();
    const lane = async () => {
      for (const endpoint of queue) await check(endpoint);
    };
    await Promise.all([lane(), lane()]);
    expect(await rows()).toEqual(before);
    expect(await seenAs(viewer.as)).toBe(viewed.userId);
  });

  /** Row count and newest writing transaction of each table, except the recorded uses of sessions. */
  async function rows() {
    const { rows: tables } = await alter(sql`
      select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'secrets' order by relname`);
    const each = (tables as { relname: string }[]).map(
      ({ relname }) => sql`select ${relname}::text as name, count(*)::int as count,
        coalesce(max(xmin::text::bigint), 0)::text as newest from ${sql.identifier(relname)}`,
    );
    return (await alter(sql.join(each, " union all "))).rows;
  }

  test.each([
    ["/user/api-keys", "viewing"],
    ["/user/create-api-key", "viewing"],
    ["/user/identity-providers", "viewing"],
    ["/notifications/kinds", "viewing"],
    ["/imports/00000000-0000-4000-8000-00000000dead", "viewing"],
    ["/users/invitations", "forbidden"],
    [`/users/${unknownId}/api-keys`, "forbidden"],
    [`/attachments/${unknownId}/download`, "viewing"],
    [`/reports/${unknownId}/documents`, "forbidden"],
  ])("[PM-05] %s is unavailable to a viewer", async (url, code) => {
    const [viewer, viewed] = (await Promise.all([1, 2].map(() => makeAdministratorOf(api, "main")))) as [
      Person,
      Person,
    ];
    await viewAs(viewer.as, viewed);
    expect(await codeOf(get(url, viewer.as))).toEqual([403, code]);
  });

  test("[PM-05] the hub notifies no viewer", async () => {
    const { viewer } = await looking();
    const negotiate = { method: "POST", as: viewer.as, body: "" } as const;
    expect(await codeOf(api.request("/hubs/notifications/negotiate", negotiate))).toEqual([403, "viewing"]);
    await end(viewer.as);
    expect((await api.request("/hubs/notifications/negotiate", negotiate)).status).toBe(200);
  });

  test("[PM-05] ends with the viewer's rights and does not resume with them", async () => {
    const { viewer, viewed } = await looking();
    const roleId = await makeRole(api, { permissions: ["RoleView"] });
    const give = (method: "PUT" | "DELETE", userId: string) =>
      api.request(`/users/${userId}/roles${method === "PUT" ? "" : `?roleIds=${roleId}`}`, {
        method,
        as: api.administrator,
        body: method === "PUT" ? { roleIds: [roleId] } : undefined,
      });
    expect((await give("PUT", viewed.userId)).status).toBe(204);
    expect(await seenAs(viewer.as)).toBeUndefined();
    await give("DELETE", viewed.userId);
    expect(await seenAs(viewer.as)).toBeUndefined();
    expect(await historyOf(viewed)).toEqual([
      ["UserViewingEnded", expect.stringMatching(/^Vera /)],
      ["UserViewingBegun", expect.stringMatching(/^Vera /)],
    ]);

    expect((await viewAs(viewer.as, viewed)).status).toBe(204);
    const { body: own } = await get(`/users/${viewer.userId}/roles`, api.administrator);
    await api.request(`/users/${viewer.userId}/roles?roleIds=${own.list[0].roleId}`, {
      method: "DELETE",
      as: api.administrator,
    });
    expect(await seenAs(viewer.as)).toBeUndefined();
    expect((await get("/user", viewer.as)).body.userPermissions).toEqual([]);
  });

  test("[PM-05] it ends when either is deleted, with the session, and after half an hour", async () => {
    const remove = ({ userId }: Person) =>
      api.request(`/users?userIds=${userId}`, { method: "DELETE", as: api.administrator });
    const one = await looking();
    await remove(one.viewed);
    expect(await seenAs(one.viewer.as)).toBeUndefined();
    const two = await looking();
    await remove(two.viewer);
    expect((await get("/user", two.viewer.as)).status).toBe(401);
    const three = await looking();
    expect((await api.request("/auth", { method: "DELETE", as: three.viewer.as })).status).toBe(204);
    expect((await get("/user", three.viewer.as)).status).toBe(401);
    for (const { viewed } of [two, three])
      expect((await historyOf(viewed)).map(([type]: string[]) => type)).toEqual([
        "UserViewingEnded",
        "UserViewingBegun",
      ]);

    const four = await looking();
    await alter(sql`update viewings set ends_on = now() where user_id = ${four.viewed.userId}`);
    // The first change afterwards is refused rather than made in the viewer's own name.
    const save = () =>
      api.request("/user/settings", { method: "PUT", as: four.viewer.as, body: { layout: unique() } });
    expect(await codeOf(save())).toEqual([403, "viewingOver"]);
    expect(await codeOf(save())).toEqual([204, undefined]);
    expect(await seenAs(four.viewer.as)).toBeUndefined();
    expect((await historyOf(four.viewed)).map(([type]: string[]) => type)).toEqual([
      "UserViewingEnded",
      "UserViewingBegun",
    ]);
  });

  test("[PM-05] [HI-01] the person is notified, and their history names the viewer", async () => {
    const { viewer, viewed } = await looking();
    await end(viewer.as);
    await end(viewer.as);
    const names = [expect.stringMatching(/^Vera /), expect.stringMatching(/^Vera /)];
    expect(await historyOf(viewed)).toEqual([
      ["UserViewingEnded", names[0]],
      ["UserViewingBegun", names[1]],
    ]);
    const { body } = await get("/notifications", viewed.as);
    expect(body.list).toMatchObject([{ eventMessage: expect.stringMatching(/^Vera .* as you see it/) }]);
    expect((await get("/notifications", viewer.as)).body.totalCount).toBe(0);
  });

  test("[PM-05] of the viewed user's tenants only the current one is shown", async () => {
    const { viewer, viewed } = await looking();
    const tenantId = await ensureTenant(api.connection, unique("other"));
    await alter(
      sql`insert into users (tenant_id, user_id, user_name) values (${tenantId}, ${viewed.userId}, ${viewed.userName})`,
    );
    expect((await get("/user", viewed.as)).body.tenants).toHaveLength(2);
    const { body } = await get("/user", viewer.as);
    expect(body.tenants.map((one: { tenantIdentifier: string }) => one.tenantIdentifier)).toEqual(["main"]);
    expect(await seenAs(viewer.as)).toBe(viewed.userId);
  });

  test("[PM-05] two concurrent starts leave one, and a running request keeps its identity", async () => {
    const viewer = await personWith(api, helping);
    const [one, other] = await Promise.all([personWith(api, []), personWith(api, [])]);
    const answers = await Promise.all([codeOf(viewAs(viewer.as, one)), codeOf(viewAs(viewer.as, other))]);
    for (const answer of answers)
      expect([
        [204, undefined],
        [403, "viewing"],
      ]).toContainEqual(answer);
    expect([one.userId, other.userId]).toContain(await seenAs(viewer.as));
  });
});
