import { afterAll, beforeEach, expect, test } from "vitest";
import type { PermissionName } from "../../lib/contract/permissions";
import { administratorRoleId } from "../database/schema";
import { sql } from "../database/sql";
import { ensureTenant } from "../seed/tenant";
import { describeApi } from "../testing/api";
import { faultyFields, makeRole, makeUser, unique } from "../testing/factories";
import { startProvider } from "../testing/identity-provider";

const provider = await startProvider();
afterAll(() => provider.stop());
const oidc = { issuer: provider.issuer, audience: "hub", roleClaim: "realm.groups" };

describeApi(
  "roles by groups of a provider",
  (api) => {
    const path = "/organisation-settings/provider-groups";
    let issued = 0;
    /** A token with groups, issued later than earlier ones. */
    const bearer = (sub: string, groups?: unknown, claims: object = {}) => {
      issued += 1;
      const iat = Math.floor(Date.now() / 1000) - 5_000 + issued;
      return provider.bearer({ sub, iat, ...(groups !== undefined && { realm: { groups } }), ...claims });
    };
    const send = async (
      method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
      url: string,
      as: string,
      body?: object,
      headers?: Record<string, string>,
    ) => {
      const { status, body: answer } = await api.request(url, { method, as, body, headers });
      return { status, body: answer };
    };
    /** The status of a call in a web session. */
    const inWeb = async (url: string, as: string) =>
      (await send("GET", url, as, undefined, { "x-web-session": "w" })).status;
    const administrator = () => bearer("admin");
    const map = async (groupName: string, roleIds: string[], tenant = "main", sub = "admin") =>
      send("POST", `/${tenant}${path}`, await bearer(sub), { groupName, roleIds });
    const unmap = async (groupName: string) => {
      const as = await administrator();
      const { body } = await send("GET", `/main${path}?phrase=${groupName}`, as);
      const ids = body.list.map(
        (row: { providerGroupId: string }) => `providerGroupIds=${row.providerGroupId}`,
      );
      return send("DELETE", `/main${path}?${ids.join("&")}`, as);
    };
    const member = () => makeUser(api);
    const roleWith = (...permissions: PermissionName[]) => makeRole(api, { permissions });
    /** Ids of a user's roles, with a mark on those from the provider. */
    const rolesOf = async (userId: string) => {
      const { body } = await send("GET", `/main/users/${userId}`, await administrator());
      return body.roles.map(
        (role: { roleId: string; isFromProvider?: boolean }) =>
          role.roleId + (role.isFromProvider ? " provider" : ""),
      );
    };
    const changesOf = async (userId: string) => {
      const { body } = await send(
        "GET",
        `/main/users/${userId}/history?pageLimit=-1&sortDir=asc`,
        await administrator(),
      );
      return body.list.filter(({ type }: { type: string }) => type.startsWith("UserRole"));
    };
    beforeEach(async () => {
      expect((await send("GET", "/main/user", await administrator())).status).toBe(200);
    });

    test("[US-07] [PM-02] letting a group give a role, and ending that, needs the permission to give it", async () => {
      const group = unique("g");
      const full = await roleWith(
        "OrganisationSettingView",
        "OrganisationSettingView_EditAction",
        "UserView",
        "UserView_EditAction",
        "UserView_RoleSection",
      );
      const part = await roleWith(
        "OrganisationSettingView",
        "OrganisationSettingView_EditAction",
        "UserView",
      );
      const helper = await makeUser(api, { roleIds: [full] });
      const looker = await makeUser(api, { roleIds: [part] });
      const stronger = await roleWith("RoleView_DeleteAction");
      expect((await api.request(`/main${path}`)).status).toBe(401);
      expect((await send("GET", `/main${path}`, await bearer((await member()).userName))).status).toBe(403);
      expect((await map(group, [full], "main", looker.userName)).status).toBe(403);
      for (const roleId of [stronger, administratorRoleId]) {
        const refused = await map(group, [full, roleId], "main", helper.userName);
        expect([refused.status, refused.body.code]).toEqual([403, "permissionNotHeld"]);
      }
      expect(faultyFields((await map("", [])).body)).toEqual(["groupName", "roleIds"]);
      expect((await map(group, [crypto.randomUUID()])).status).toBe(400);
      expect((await send("GET", `/main${path}?phrase=${group}`, await administrator())).body.totalCount).toBe(
        0,
      );
      expect((await map(group, [full], "main", helper.userName)).status).toBe(204);
      expect((await map(group, [full, stronger])).status).toBe(204);
      const { body } = await send("GET", `/main${path}?phrase=${group}`, await bearer(helper.userName));
      expect(body.totalCount).toBe(2);
      const ids = body.list.map(
        (row: { providerGroupId: string }) => `providerGroupIds=${row.providerGroupId}`,
      );
      const refused = await send("DELETE", `/main${path}?${ids.join("&")}`, await bearer(helper.userName));
      expect([refused.status, refused.body.code]).toEqual([403, "permissionNotHeld"]);
      expect((await unmap(group)).status).toBe(204);
      const history = await send(
        "GET",
        "/main/organisation-settings/history?pageLimit=-1",
        await administrator(),
      );
      const types = history.body.list.filter((change: { recordName: string }) => change.recordName === group);
      expect(types.map(({ type }: { type: string }) => type).sort()).toEqual([
        ...["ProviderGroupAdded", "ProviderGroupAdded", "ProviderGroupRemoved", "ProviderGroupRemoved"],
      ]);
    });

    test("[US-07] [PM-04] groups give and take roles at once; those given by hand stay", async () => {
      const [one, two] = [unique("g"), unique("g")];
      const [given, byHand] = [await roleWith("RoleView"), await roleWith("AttributeView")];
      const { userId, userName } = await makeUser(api, { roleIds: [byHand] });
      await map(one, [given, byHand]);
      await map(two, [given]);
      const sees = async (groups: unknown) =>
        (await send("GET", "/main/roles", await bearer(userName, groups))).status;
      expect(await sees([])).toBe(403);
      expect(await sees(["unknown", one, one])).toBe(200);
      expect((await rolesOf(userId)).sort()).toEqual([byHand, `${given} provider`].sort());
      // Unchanged by a single text, another group with the same role, and a missing or unreadable claim.
      for (const groups of [
        two,
        [two],
        undefined,
        { a: 1 },
        7,
        [7, { a: 1 }, " "],
        Array.from({ length: 2_000 }, () => "x"),
      ])
        expect(await sees(groups)).toBe(200);
      expect(await sees([two.toUpperCase(), 5, null, ""])).toBe(403);
      expect(await rolesOf(userId)).toEqual([byHand]);
      // A change of the table applies with the next request, even with the same token.
      const as = await bearer(userName, [one]);
      const status = async () => (await send("GET", "/main/roles", as)).status;
      expect(await status()).toBe(200);
      await unmap(one);
      expect(await status()).toBe(403);
      await map(one, [given]);
      expect(await status()).toBe(200);
      const changes = await changesOf(userId);
      expect(new Set(changes.slice(1).map(({ changedBy }: { changedBy: string }) => changedBy))).toEqual(
        new Set(["127.0.0.1"]),
      );
      const { id, type } = changes.at(-1);
      const last = await send("GET", `/main/users/history/${type}/${id}`, await administrator());
      expect(last.body.current).toMatchObject({ roleId: given, isFromProvider: true });
    });

    test("[US-07] an older token that is still valid changes nothing, and equal groups write nothing", async () => {
      const group = unique("g");
      const { userId, userName } = await member();
      await map(group, [await roleWith("RoleView")]);
      const older = await bearer(userName, []);
      const newer = await bearer(userName, [group]);
      for (const as of [older, newer, older, newer, older])
        expect((await send("GET", "/main/user", as)).status).toBe(200);
      expect(await rolesOf(userId)).toHaveLength(1);
      expect(await changesOf(userId)).toHaveLength(1);
      const written = async () => {
        const { rows } = await api.connection.transaction("owner", (db) =>
          db.execute<{ xmin: string }>(sql`select xmin::text from identities where user_id = ${userId}`),
        );
        return rows;
      };
      const before = await written();
      // In another order, and twice.
      const same = await bearer(userName, [group, group], { sid: undefined });
      expect((await send("GET", "/main/user", same)).status).toBe(200);
      expect(await written()).toEqual(before);
    });

    test("[US-07] concurrent requests apply a claim once", async () => {
      const group = unique("g");
      const { userId, userName } = await member();
      await map(group, [await roleWith("RoleView"), await roleWith("AttributeView")]);
      const as = await bearer(userName, [group]);
      const statuses = await Promise.all(
        Array.from(
          { length: 8 },
          async (_, index) => (await send("GET", index % 2 ? "/main/roles" : "/main/user", as)).status,
        ),
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(await changesOf(userId)).toHaveLength(2);
    });

    test("[US-07] [US-04] such roles are not removed by hand, while the table has them", async () => {
      const group = unique("g");
      const roleId = await roleWith("RoleView");
      const { userId, userName } = await member();
      await map(group, [roleId]);
      await send("GET", "/main/user", await bearer(userName, [group]));
      const as = await administrator();
      const remove = [
        () => send("DELETE", `/main/users/${userId}/roles?roleIds=${roleId}`, as),
        () => send("DELETE", `/main/roles/${roleId}/users?userIds=${userId}`, as),
      ] as const;
      for (const attempt of remove) {
        const refused = await attempt();
        expect([refused.status, refused.body.code]).toEqual([403, "roleFromProvider"]);
      }
      const bulk = await send("PATCH", "/main/users", as, {
        userIds: [userId],
        values: { removedRoleIds: [roleId] },
      });
      expect(bulk.body.results).toMatchObject([{ isSaved: false }]);
      const page = await send("GET", `/main/users/${userId}/roles`, as);
      expect(page.body.list).toMatchObject([{ roleId, isFromProvider: true }]);
      const sources = await send("GET", `/main/users/${userId}/permissions`, as);
      expect(sources.body[0].roles).toMatchObject([{ roleId, isFromProvider: true }]);
      await unmap(group);
      expect((await remove[0]()).status).toBe(204);
      expect(await rolesOf(userId)).toEqual([]);
    });

    test("[US-07] a group never takes the last administrator's role", async () => {
      const tenant = unique("t");
      const tenantId = await ensureTenant(api.connection, tenant);
      const [group, sub] = [unique("g"), unique("s")];
      const boss = await makeUser(api, { tenant, roleIds: [administratorRoleId] });
      const other = await makeUser(api, { tenant, userName: sub });
      const isAdministrator = async (as: string) =>
        (await send("GET", `/${tenant}/users`, as)).status === 200;
      expect((await map(group, [administratorRoleId], tenant, boss.userName)).status).toBe(204);
      expect(await isAdministrator(await bearer(sub, [group]))).toBe(true);
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`delete from user_roles where tenant_id = ${tenantId} and user_id = ${boss.userId}`),
      );
      const without = await bearer(sub, []);
      expect(await isAdministrator(without)).toBe(true);
      // The claim applies once there is another administrator.
      const added = await send("PUT", `/${tenant}/users/${boss.userId}/roles`, without, {
        roleIds: [administratorRoleId],
      });
      expect(added.status).toBe(204);
      expect(await isAdministrator(without)).toBe(false);
      expect(await isAdministrator(await bearer(boss.userName, []))).toBe(true);
      expect(other.userId).toBeDefined();
      // Also with another one from a group.
      expect(await isAdministrator(await bearer(sub, [group]))).toBe(true);
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`delete from user_roles where tenant_id = ${tenantId} and user_id = ${boss.userId}`),
      );
      const kept = await bearer(sub, []);
      expect(await isAdministrator(kept)).toBe(true);
      const third = await makeUser(api, { tenant });
      expect(await isAdministrator(await bearer(third.userName, [group]))).toBe(true);
      expect(await isAdministrator(kept)).toBe(false);
    });

    test("[US-07] a provider that omits the claim of the last group takes its role, in web sessions", async () => {
      const group = unique("g");
      const roleId = await roleWith("RoleView");
      const { userId, userName } = await member();
      await map(group, [roleId]);
      const sees = async (groups?: unknown, claims?: object) =>
        inWeb("/main/roles", await bearer(userName, groups, claims));
      const older = await bearer(userName);
      expect(await sees([group])).toBe(200);
      // Programs' tokens, older ones, references to groups elsewhere, and unreadable claims.
      expect((await send("GET", "/main/roles", await bearer(userName))).status).toBe(200);
      expect(await inWeb("/main/roles", older)).toBe(200);
      for (const reference of [
        { _claim_names: { groups: "src1" } },
        { _claim_sources: { src1: { endpoint: "https://graph.example" } } },
        { hasgroups: true },
      ])
        expect(await sees(undefined, reference)).toBe(200);
      for (const groups of [7, { a: 1 }, [{ a: 1 }]]) expect(await sees(groups)).toBe(200);
      // Of another provider behind the broker, whose claim was never applied.
      expect(await sees(undefined, { idp: "google" })).toBe(200);
      expect(await rolesOf(userId)).toEqual([`${roleId} provider`]);
      expect(await sees()).toBe(403);
      expect(await rolesOf(userId)).toEqual([]);
      expect(await sees([group])).toBe(200);
      expect(await sees(undefined, { realm: { groups: null } })).toBe(403);
    });

    test("[US-07] an omitted claim never takes the last administrator's role", async () => {
      const tenant = unique("t");
      const tenantId = await ensureTenant(api.connection, tenant);
      const group = unique("g");
      const boss = await makeUser(api, { tenant, roleIds: [administratorRoleId] });
      const { userName } = await makeUser(api, { tenant });
      expect((await map(group, [administratorRoleId], tenant, boss.userName)).status).toBe(204);
      expect(await inWeb(`/${tenant}/users`, await bearer(userName, [group]))).toBe(200);
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`delete from user_roles where tenant_id = ${tenantId} and user_id = ${boss.userId}`),
      );
      const without = await bearer(userName);
      expect(await inWeb(`/${tenant}/users`, without)).toBe(200);
      const added = await send("PUT", `/${tenant}/users/${boss.userId}/roles`, without, {
        roleIds: [administratorRoleId],
      });
      expect(added.status).toBe(204);
      expect(await inWeb(`/${tenant}/users`, without)).toBe(403);
    });

    test("[US-07] groups of several brokered providers of one person replace each other", async () => {
      const group = unique("g");
      const roleId = await roleWith("RoleView");
      const { userId, userName } = await member();
      await map(group, [roleId]);
      const apply = async (groups: string[], idp: string) =>
        send("GET", "/main/user", await bearer(userName, groups, { idp }));
      await apply([], "google");
      await apply([group], "microsoft");
      expect(await rolesOf(userId)).toEqual([`${roleId} provider`]);
      await apply([], "google");
      expect(await rolesOf(userId)).toEqual([]);
    });

    test("[US-07] a role that ended gives nothing until it is restored, and a restored user's claim counts again", async () => {
      const group = unique("g");
      const roleId = await roleWith("RoleView");
      const { userId, userName } = await member();
      await map(group, [roleId]);
      const as = await bearer(userName, [group]);
      const sees = async () => (await send("GET", "/main/roles", as)).status;
      expect(await sees()).toBe(200);
      expect((await send("DELETE", `/main/roles?roleIds=${roleId}`, await administrator())).status).toBe(204);
      expect(await sees()).toBe(403);
      const restored = await send("POST", "/main/roles/deleted/restore", await administrator(), {
        roleIds: [roleId],
      });
      expect(restored.status).toBeLessThan(300);
      expect(await rolesOf(userId)).toEqual([]);
      expect(await sees()).toBe(200);
      expect((await send("DELETE", `/main/users?userIds=${userId}`, await administrator())).status).toBe(204);
      const back = await send("POST", "/main/users/deleted/restore", await administrator(), {
        userIds: [userId],
      });
      expect(back.status).toBeLessThan(300);
      expect(await rolesOf(userId)).toEqual([]);
      expect(await sees()).toBe(200);
      expect(await rolesOf(userId)).toEqual([`${roleId} provider`]);
    });

    test("[US-07] [OR-03] groups of one tenant give nothing in another", async () => {
      const [tenant, group] = [unique("t"), unique("g")];
      const boss = await makeUser(api, { tenant, roleIds: [administratorRoleId] });
      const { userName } = await makeUser(api, { tenant });
      await map(group, [await roleWith("RoleView")]);
      expect((await send("GET", `/${tenant}/roles`, await bearer(userName, [group]))).status).toBe(403);
      const { body } = await send("GET", `/${tenant}${path}`, await bearer(boss.userName));
      expect(body.list).toEqual([]);
      const foreign = await map(group, [await roleWith("RoleView")], tenant, boss.userName);
      expect(faultyFields(foreign.body)).toEqual(["roleIds"]);
    });

    test("[US-07] [HI-01] changes name the party that acts for a person, from the claim act", async () => {
      const { userId, userName } = await makeUser(api, { firstName: "Ada", roleIds: [administratorRoleId] });
      const as = await bearer(userName, undefined, { act: { sub: "robot-7" }, sid: "s1" });
      expect((await send("POST", "/main/roles", as, { roleName: unique("Role ") })).status).toBe(200);
      const { body } = await send("GET", `/main/users/${userId}/history?pageLimit=-1`, await administrator());
      const signedIn = body.list.find(({ type }: { type: string }) => type === "UserSignedIn");
      expect(signedIn.changedBy).toBe("Ada (robot-7)");
      const roles = await send("GET", "/main/roles/history?phrase=RoleCreated", await administrator());
      expect(roles.body.list[0]).toMatchObject({ type: "RoleCreated", changedBy: "Ada (robot-7)" });
    });
  },
  { authMode: "oidc", oidc, multiTenancy: true },
);
