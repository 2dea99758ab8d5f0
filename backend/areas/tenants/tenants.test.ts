import { beforeAll, expect, test } from "vitest";
import { administratorRoleId } from "../../database/schema";
import { sql } from "../../database/sql";
import { inTenant } from "../../database/transaction";
import { basic, describeApi } from "../../testing/api";
import {
  faultyFields,
  makeAdministratorOf,
  makeRole,
  makeUser,
  type Person,
  personWith,
  unique,
  unknownId,
} from "../../testing/factories";

const everyCall = (tenantId: string) =>
  [
    ["GET", "/tenants"],
    ["GET", "/tenants/last-update"],
    ["GET", `/tenants/${tenantId}`],
    ["GET", `/tenants/${tenantId}/last-update`],
    ["POST", "/tenants"],
    ["PUT", `/tenants/${tenantId}`],
    ["DELETE", `/tenants?tenantIds=${tenantId}`],
    ["GET", `/tenants/${tenantId}/users`],
    ["PUT", `/tenants/${tenantId}/users`],
    ["DELETE", `/tenants/${tenantId}/users?userIds=${unknownId}`],
    ["PUT", `/tenants/${tenantId}/users/${unknownId}/set-password`],
    ["POST", `/tenants/${tenantId}/users/${unknownId}/second-factors/reset`],
    ["POST", "/tenants/export"],
    ["GET", "/tenants/history"],
    ["GET", `/tenants/${tenantId}/history`],
  ] as const;

describeApi(
  "tenants",
  (api) => {
    let host: Person;
    beforeAll(async () => {
      const made = await makeUser(api, {
        firstName: "Hedy",
        lastName: "Host",
        roleIds: [administratorRoleId],
      });
      host = { ...made, as: await api.signedIn(made.userName) };
    });
    const create = (more: object = {}, as = host.as) =>
      api.request("/main/tenants", {
        method: "POST",
        as,
        body: { tenantName: unique("Tenant "), tenantIdentifier: unique("t"), ...more },
      });
    const made = async (more: object = {}) => {
      const identifier = unique("t");
      const response = await create({ tenantIdentifier: identifier, ...more });
      expect(response.status, response.text).toBe(200);
      return { tenantId: response.body as string, identifier };
    };
    const detail = async (tenantId: string) =>
      (await api.request(`/main/tenants/${tenantId}`, { as: host.as })).body;
    const save = (tenantId: string, body: object, as = host.as) =>
      api.request(`/main/tenants/${tenantId}`, { method: "PUT", as, body });
    const usersOf = async (tenantId: string) =>
      (await api.request(`/main/tenants/${tenantId}/users?pageLimit=-1`, { as: host.as })).body.list;

    test("[OR-03] [PM-02] belong to the host: an administrator of another tenant is refused every call", async () => {
      const { tenantId, identifier } = await made();
      const elsewhere = await makeAdministratorOf(api, identifier);
      const { body: user } = await api.request(`/${identifier}/user`, { as: elsewhere.as });
      expect(user.userPermissions.filter((name: string) => name.startsWith("TenantView"))).toEqual([]);
      for (const [method, url] of everyCall(tenantId)) {
        const body = method === "POST" || method === "PUT" ? {} : undefined;
        const response = await api.request(`/${identifier}${url}`, { method, as: elsewhere.as, body });
        expect([url, response.status, response.body.code]).toEqual([url, 403, "forbidden"]);
      }
    });

    test("[OR-03] another tenant's role has no effect with host permissions, and cannot get them", async () => {
      const tenant = unique("t");
      const { as } = await personWith(api, ["TenantView", "RoleView"], { tenant });
      expect((await api.request(`/${tenant}/tenants`, { as })).status).toBe(403);
      const administrator = await makeAdministratorOf(api, tenant);
      const roleId = await makeRole(api, { tenant });
      const nodes = await api.request(`/${tenant}/roles/${roleId}/permissions`, { as: administrator.as });
      const views = nodes.body.map(({ view }: { view: { permissionId: string } }) => view.permissionId);
      expect(views).not.toContain("TenantView");
      const grant = await api.request(`/${tenant}/roles/${roleId}/permissions`, {
        method: "PUT",
        as: administrator.as,
        body: [{ permissionId: "TenantView", permissionValue: true }],
      });
      expect([grant.status, faultyFields(grant.body)]).toEqual([400, ["0.permissionId"]]);
      // Its administrator role can still be given: permissions that the tenant does not offer are ignored.
      const { userId } = await makeUser(api, { tenant });
      const given = await api.request(`/${tenant}/roles/${administratorRoleId}/users`, {
        method: "PUT",
        as: administrator.as,
        body: { userIds: [userId] },
      });
      expect(given.status).toBe(204);
    });

    test("[OR-03] a new tenant has its administrator role, with its creator as administrator", async () => {
      const { tenantId, identifier } = await made({ tenantColour: "#2563eb" });
      expect(await usersOf(tenantId)).toMatchObject([
        { userId: host.userId, firstName: "Hedy", isAdministrator: true, createdBy: "Hedy Host" },
      ]);
      const as = await api.signedIn(host.userName, identifier);
      const { body } = await api.request(`/${identifier}/user`, { as });
      expect(body.userPermissions).toContain("UserView_AddAction");
      expect(body.tenants).toContainEqual({
        tenantIdentifier: identifier,
        tenantName: expect.any(String),
        tenantColour: "#2563eb",
      });
      expect((await api.request(`/${identifier}/users`, { as })).body.totalCount).toBe(1);
      expect(await detail(tenantId)).toMatchObject({ userCount: 1, isActive: true, isHost: false });
    });

    test("[OR-03] administrators can be named, but must be users of the host", async () => {
      const chosen = await makeUser(api);
      const { tenantId } = await made({ administratorIds: [chosen.userId] });
      expect((await usersOf(tenantId)).map(({ userId }: Person) => userId)).toEqual([chosen.userId]);
      const stranger = await makeUser(api, { tenant: unique("t") });
      const refused = await create({ administratorIds: [stranger.userId] });
      expect([refused.status, faultyFields(refused.body)]).toEqual([400, ["administratorIds"]]);
    });

    test("[OR-03] [FM-04] an identifier is lower case, valid, not reserved and not taken", async () => {
      const { identifier } = await made();
      for (const tenantIdentifier of [
        "",
        "-a",
        "a_b",
        "a.b",
        "ä",
        "x".repeat(64),
        "api",
        "Users",
        identifier.toUpperCase(),
      ]) {
        const response = await create({ tenantIdentifier });
        expect([tenantIdentifier, response.status, faultyFields(response.body)[0]]).toEqual([
          tenantIdentifier,
          400,
          "tenantIdentifier",
        ]);
      }
      const upper = unique("T");
      const { body } = await create({ tenantIdentifier: ` ${upper} ` });
      expect((await detail(body)).tenantIdentifier).toBe(upper.toLowerCase());
      const { tenantId } = await made();
      const taken = await save(tenantId, { tenantName: "x", tenantIdentifier: identifier });
      expect([taken.status, taken.body.errors]).toEqual([
        400,
        [
          {
            propertyName: "tenantIdentifier",
            errorMessage: "This is already in use. Please choose another.",
          },
        ],
      ]);
      const nameless = await create({ tenantName: "  " });
      expect([nameless.status, faultyFields(nameless.body)]).toEqual([400, ["tenantName"]]);
      const painted = await create({ tenantColour: "red" });
      expect([painted.status, faultyFields(painted.body)]).toEqual([400, ["tenantColour"]]);
    });

    test("[OR-03] [FM-09] saving an old version is refused with the stored tenant", async () => {
      const { tenantId, identifier } = await made();
      const { version } = await detail(tenantId);
      const body = { tenantName: "Renamed", tenantIdentifier: identifier, version };
      expect((await save(tenantId, body)).body).toMatchObject({
        tenantName: "Renamed",
        version: version + 1,
      });
      const stale = await save(tenantId, body);
      expect([stale.status, stale.body.current.tenantName]).toEqual([409, "Renamed"]);
      expect((await save(unknownId, body)).status).toBe(404);
    });

    test("[OR-03] an inactive tenant refuses all, open sessions too, and explains it to former users only", async () => {
      const { tenantId, identifier } = await made();
      const inside = await api.signedIn(host.userName, identifier);
      const body = { tenantName: "Closed", tenantIdentifier: identifier };
      expect((await save(tenantId, { ...body, isActive: false })).status).toBe(200);
      const refused = await api.request(`/${identifier}/user`, { as: inside });
      expect([refused.status, refused.body.code]).toEqual([404, "inactiveTenant"]);
      const same = { "x-request-id": "same" };
      for (const as of [undefined, basic(host.userName, "wrong"), host.as]) {
        const [there, nowhere] = [
          await api.request(`/${identifier}/user`, { as, headers: same }),
          await api.request(`/${unique("no")}/user`, { as, headers: same }),
        ];
        expect([there.status, there.text]).toEqual([404, nowhere.text]);
        const signIn = await api.request(`/${identifier}/auth`, { as, headers: same });
        expect([signIn.status, signIn.text]).toEqual([404, nowhere.text]);
      }
      const { body: mine } = await api.request("/main/user", { as: host.as });
      expect(mine.tenants.map((one: { tenantIdentifier: string }) => one.tenantIdentifier)).not.toContain(
        identifier,
      );
      expect((await save(tenantId, { ...body, isActive: true })).status).toBe(200);
      expect((await api.request(`/${identifier}/user`, { as: inside })).status).toBe(200);
    });

    test("[OR-03] the host's identifier and activity cannot change, unlike its name and colour", async () => {
      const { body } = await api.request("/main/tenants?phrase=main", { as: host.as });
      const { tenantId, tenantName } = body.list.find((row: { isHost: boolean }) => row.isHost);
      const renamed = await save(tenantId, { tenantName, tenantIdentifier: "other", isActive: false });
      expect([renamed.status, faultyFields(renamed.body)]).toEqual([400, ["tenantIdentifier", "isActive"]]);
      const painted = await save(tenantId, { tenantName, tenantIdentifier: "main", tenantColour: "#d1242f" });
      expect(painted.body).toMatchObject({ tenantColour: "#d1242f", isActive: true });
      const { tenantId: other } = await made();
      const removed = await api.request(`/main/tenants?tenantIds=${tenantId}&tenantIds=${other}`, {
        method: "DELETE",
        as: host.as,
      });
      expect([removed.status, removed.body.code]).toEqual([403, "hostTenant"]);
      expect((await detail(other)).tenantId).toBe(other);
    });

    test("[OR-03] a deleted tenant is gone, and its identifier and its accounts' names are free again", async () => {
      const { tenantId, identifier } = await made();
      const own = await makeAdministratorOf(api, identifier);
      const shared = await api.signedIn(host.userName, identifier);
      const remove = (ids: string[]) =>
        api.request(`/main/tenants?${ids.map((id) => `tenantIds=${id}`).join("&")}`, {
          method: "DELETE",
          as: host.as,
        });
      expect((await remove([tenantId, unknownId])).status).toBe(404);
      expect((await remove([tenantId])).status).toBe(204);
      for (const as of [own.as, shared]) {
        const response = await api.request(`/${identifier}/user`, { as });
        expect([response.status, response.body.code]).toEqual([404, "unknownTenant"]);
      }
      expect((await api.request(`/main/tenants/${tenantId}`, { as: host.as })).status).toBe(404);
      expect((await create({ tenantIdentifier: identifier })).status).toBe(200);
      const again = await api.request("/main/users", {
        method: "POST",
        as: host.as,
        body: {},
      });
      expect(again.status).toBe(405);
      const taken = await api.request("/main/users/create", {
        method: "POST",
        as: host.as,
        body: { userName: own.userName, password: "long enough", roleIds: [] },
      });
      expect(taken.status).toBe(200);
      const history = await api.request(`/main/tenants/${tenantId}/history`, { as: host.as });
      expect(history.body.list.map(({ type }: { type: string }) => type)).toEqual([
        "TenantDeleted",
        "TenantCreated",
      ]);
    });

    test("[HI-01] [OR-03] each change is only in the host's history, with its author", async () => {
      const { tenantId, identifier } = await made();
      await save(tenantId, { tenantName: "After", tenantIdentifier: identifier, tenantColour: "#c93a8b" });
      const { body } = await api.request(`/main/tenants/${tenantId}/history`, { as: host.as });
      expect(body.list).toMatchObject([
        { type: "TenantUpdated", changedBy: "Hedy Host", recordName: "After" },
        { type: "TenantCreated", changedBy: "Hedy Host" },
      ]);
      const change = await api.request(`/main/tenants/${tenantId}/history/TenantUpdated/${body.list[0].id}`, {
        as: host.as,
      });
      expect(change.body).toMatchObject({
        previous: { tenantIdentifier: identifier, tenantColour: "" },
        current: { tenantName: "After", tenantColour: "#c93a8b", isActive: true },
      });
      const updated = await api.request("/main/tenants/last-update", { as: host.as });
      expect(updated.body.updatedBy).toBe("Hedy Host");
    });

    test("[OR-03] users of the host are added with the tenant's default roles, removed, and added again", async () => {
      const { tenantId, identifier } = await made();
      await makeRole(api, {
        tenant: identifier,
        roleName: "Everyone",
        isDefault: true,
        permissions: ["UserView"],
      });
      const person = await makeUser(api, { firstName: "Ada", lastName: "Guest" });
      const change = (method: "PUT" | "DELETE", userIds: string[], more: object = {}) =>
        api.request(
          `/main/tenants/${tenantId}/users${method === "DELETE" ? `?userIds=${userIds.join("&userIds=")}` : ""}`,
          { method, as: host.as, body: method === "PUT" ? { userIds, ...more } : undefined },
        );
      const options = async () =>
        (
          await api.request(
            `/main/dictionaries/users?tenantId=${tenantId}&isExcludedById=true&phrase=${person.userName}`,
            { as: host.as },
          )
        ).body.totalCount;
      expect(await options()).toBe(1);
      expect((await change("PUT", [person.userId])).status).toBe(204);
      expect(await options()).toBe(0);
      const inside = await api.signedIn(person.userName, identifier);
      const { body } = await api.request(`/${identifier}/user`, { as: inside });
      expect([body.profile.lastName, body.userPermissions]).toEqual(["Guest", ["UserView"]]);
      expect((await change("DELETE", [person.userId])).status).toBe(204);
      expect((await api.request(`/${identifier}/user`, { as: inside })).status).toBe(401);
      expect((await change("PUT", [person.userId], { asAdministrators: true })).status).toBe(204);
      // Existing users become administrators, too, and repeating the call changes nothing.
      expect((await change("PUT", [person.userId, host.userId], { asAdministrators: true })).status).toBe(
        204,
      );
      expect(
        (await usersOf(tenantId)).map((one: { isAdministrator: boolean }) => one.isAdministrator),
      ).toEqual([true, true]);
      const as = await api.signedIn(host.userName, identifier);
      const history = await api.request(`/${identifier}/users/${person.userId}/history`, { as });
      const types = history.body.list.map(({ type }: { type: string }) => type);
      expect(types).toEqual(expect.arrayContaining(["UserCreated", "UserDeleted", "UserRestored"]));
      expect(history.body.list[0].changedBy).toBe("Hedy Host");
    });

    test("[OR-03] the last administrator of a tenant is not removed, and unknown users are not added", async () => {
      const { tenantId, identifier } = await made();
      const url = `/main/tenants/${tenantId}/users`;
      const last = await api.request(`${url}?userIds=${host.userId}`, { method: "DELETE", as: host.as });
      expect([last.status, last.body.code]).toEqual([409, "lastAdministrator"]);
      const stranger = await makeUser(api, { tenant: identifier });
      for (const userIds of [[stranger.userId], [unknownId], ["x"]]) {
        const refused = await api.request(url, { method: "PUT", as: host.as, body: { userIds } });
        expect([refused.status, faultyFields(refused.body)]).toEqual([400, ["userIds"]]);
      }
      expect((await api.request(`/main/tenants/${unknownId}/users`, { as: host.as })).status).toBe(404);
    });

    test("[PM-02] making administrators of another tenant requires all permissions in the host", async () => {
      const { tenantId, identifier } = await made();
      const helper = await personWith(api, [
        "TenantView",
        "TenantView_UserSection",
        "TenantView_UserSection_AddAction",
      ]);
      const add = (asAdministrators: boolean) =>
        api.request(`/main/tenants/${tenantId}/users`, {
          method: "PUT",
          as: helper.as,
          body: { userIds: [helper.userId], asAdministrators },
        });
      const refused = await add(true);
      expect([refused.status, refused.body.code]).toEqual([403, "permissionNotHeld"]);
      // Admitting users, oneself included, requires the permissions of the default roles.
      const roleId = await makeRole(api, {
        tenant: identifier,
        isDefault: true,
        permissions: ["UserView_DeleteAction"],
      });
      const still = await add(false);
      expect([still.status, still.body.code]).toEqual([403, "permissionNotHeld"]);
      expect(await usersOf(tenantId)).toHaveLength(1);
      await api.request(`/${identifier}/roles?roleIds=${roleId}`, {
        method: "DELETE",
        as: await api.signedIn(host.userName, identifier),
      });
      expect((await add(false)).status).toBe(204);
    });

    test("[US-01] [OR-03] the host sets the password of an account in several tenants other than the host", async () => {
      const [one, other] = [await made(), await made()];
      const account = await makeUser(api, { tenant: one.identifier });
      await inTenant(api.connection, other.tenantId, undefined, (db) =>
        db.execute(
          sql`insert into users (user_id, user_name) values (${account.userId}, ${account.userName})`,
        ),
      );
      const password = "a new password";
      const body = { password, passwordRepeat: password };
      const set = (path: string, as = host.as) => api.request(path, { method: "PUT", as, body });
      const there = `/main/tenants/${other.tenantId}/users/${account.userId}/set-password`;

      // An administrator of one tenant would gain access to the other.
      const ofOne = await makeAdministratorOf(api, one.identifier);
      const refused = await set(`/${one.identifier}/users/${account.userId}/set-password`, ofOne.as);
      expect([refused.status, refused.body.code]).toEqual([403, "foreignAccount"]);
      const helper = await personWith(api, ["TenantView", "TenantView_UserSection", "TenantView_EditAction"]);
      const weak = await set(there, helper.as);
      expect([weak.status, weak.body.code]).toEqual([403, "passwordOfStronger"]);
      const stranger = await makeUser(api);
      for (const path of [
        `/main/tenants/${other.tenantId}/users/${stranger.userId}/set-password`,
        `/main/tenants/${other.tenantId}/users/${unknownId}/set-password`,
        `/main/tenants/${unknownId}/users/${account.userId}/set-password`,
      ])
        expect([path, (await set(path)).status]).toEqual([path, 404]);

      const session = await api.signedIn(account.userName, one.identifier);
      expect((await set(there)).status).toBe(204);
      expect((await api.request(`/${one.identifier}/user`, { as: session })).status).toBe(401);
      for (const { identifier } of [one, other])
        expect(
          (await api.request(`/${identifier}/auth`, { as: basic(account.userName, password) })).status,
        ).toBe(200);
      const mismatch = await api.request(there, {
        method: "PUT",
        as: host.as,
        body: { password, passwordRepeat: "another one" },
      });
      expect(faultyFields(mismatch.body)).toEqual(["passwordRepeat"]);
    });

    test("[OR-03] work in another tenant does not affect the rest of the request", async () => {
      const { tenantId } = await made();
      const key = { "idempotency-key": unique("key-") };
      const person = await makeUser(api);
      const ask = () =>
        api.request(`/main/tenants/${tenantId}/users`, {
          method: "PUT",
          as: host.as,
          headers: key,
          body: { userIds: [person.userId] },
        });
      // The response is stored in the request's tenant, where a repetition finds it.
      expect([(await ask()).status, (await ask()).status]).toEqual([204, 204]);
    });

    test("[TL-01] [BE-01] are listed by page, phrase, filter and every column", async () => {
      const mark = unique("mark");
      for (const isActive of [true, false])
        await made({ tenantName: `${mark} ${isActive ? "Žal" : "Above"}`, isActive });
      const list = async (query: string) =>
        (await api.request(`/main/tenants?phrase=${mark}&${query}`, { as: host.as })).body;
      expect(await list("pageLimit=1")).toMatchObject({
        totalCount: 2,
        list: [{ tenantName: `${mark} Above` }],
      });
      expect((await list("filters=isActive:is:no")).list).toMatchObject([{ isActive: false }]);
      for (const column of ["tenantName", "tenantIdentifier", "isActive", "createdOn", "createdBy"])
        for (const sortDir of ["asc", "desc"])
          expect((await list(`sortBy=${column}&sortDir=${sortDir}`)).list).toHaveLength(2);
      for (const column of ["lastName", "firstName", "userName", "lastLoginDate", "createdOn", "createdBy"]) {
        const { tenantId } = (await list("pageLimit=1")).list[0];
        const { status } = await api.request(`/main/tenants/${tenantId}/users?sortBy=${column}&phrase=he`, {
          as: host.as,
        });
        expect(status).toBe(200);
      }
      const exported = await api.request("/main/tenants/export", {
        method: "POST",
        as: host.as,
        body: { columns: [{ dataField: "tenantName" }, { dataField: "userCount" }], phrase: mark },
      });
      expect(exported.status).toBe(200);
    });
  },
  { multiTenancy: true },
);

describeApi("tenants, with multi-tenancy off", (api) => {
  test("[CF-02] [OR-03] are not administered, and their permissions are not offered to roles", async () => {
    const { body } = await api.request("/user", { as: api.administrator });
    expect(body.userPermissions.filter((name: string) => name.startsWith("TenantView"))).toEqual([]);
    expect((await api.request("/tenants", { as: api.administrator })).status).toBe(403);
    const tree = await api.request(`/roles/${administratorRoleId}/permissions`, { as: api.administrator });
    expect(tree.text).not.toContain("TenantView");
    const { as } = await personWith(api, ["TenantView"]);
    expect((await api.request("/tenants", { as })).status).toBe(403);
  });
});
