import { expect, test } from "vitest";
import { sql } from "../database/sql";
import { describeApi } from "../testing/api";
import { faultyFields, makeRole, makeUser, personWith, unique, unknownId } from "../testing/factories";

describeApi(
  "restored records",
  (api) => {
    const post = (path: string, body?: object, as = api.administrator) =>
      api.request(`/main/${path}`, { method: "POST", as, body });
    const get = async (path: string, as = api.administrator) =>
      (await api.request(`/main/${path}`, { as })).body;
    const put = (path: string, body: object) =>
      api.request(`/main/${path}`, { method: "PUT", as: api.administrator, body });
    const remove = async (path: string) =>
      expect((await api.request(`/main/${path}`, { method: "DELETE", as: api.administrator })).status).toBe(
        204,
      );
    const historyOf = async (path: string): Promise<{ id: string; type: string }[]> =>
      (await get(`${path}/history`)).list;
    const restoreState = async (path: string, type: string, as?: string) => {
      const entry = (await historyOf(path)).find((change) => change.type === type);
      return post(`${path}/history/${type}/${entry?.id}/restore`, undefined, as);
    };
    const makeStatus = async (attachmentStatusName = unique("Status "), more: object = {}) =>
      (await post("attachment-status", { attachmentStatusName, ...more })).body as string;

    test("[HI-03] [PM-02] undoing a deletion requires deleting, and a state editing and the history", async () => {
      const id = await makeStatus();
      await remove(`attachment-status?attachmentStatusIds=${id}`);
      const body = { attachmentStatusIds: [id] };
      const { as: looker } = await personWith(api, [
        "AttachmentStatusView",
        "AttachmentStatusView_EditAction",
      ]);
      expect((await post("attachment-status/deleted/restore", body, looker)).status).toBe(403);
      const { as } = await personWith(api, ["AttachmentStatusView", "AttachmentStatusView_DeleteAction"]);
      expect((await post("attachment-status/deleted/restore", body, as)).status).toBe(204);
      const path = `attachment-status/${id}`;
      for (const by of [looker, as])
        expect((await restoreState(path, "AttachmentStatusCreated", by)).status).toBe(403);
    });

    test("[HI-03] deleted records are restored unchanged, once, and all or none", async () => {
      const [one, other] = [await makeStatus(unique("One "), { color: "#2563eb" }), await makeStatus()];
      const before = await get(`attachment-status/${one}`);
      await remove(`attachment-status?attachmentStatusIds=${one}&attachmentStatusIds=${other}`);
      const restore = (...attachmentStatusIds: string[]) =>
        post("attachment-status/deleted/restore", { attachmentStatusIds });
      expect((await restore(one, unknownId)).status).toBe(404);
      expect((await get(`attachment-status/${one}`)).status).toBe(404);
      expect((await restore(one, other)).status).toBe(204);
      const { version, updatedOn, updatedBy, ...after } = await get(`attachment-status/${one}`);
      expect({ ...before, ...after }).toEqual({ ...after, version: 1, updatedOn: null, updatedBy: null });
      expect([version, updatedBy, typeof updatedOn]).toEqual([3, expect.any(String), "string"]);
      expect((await restore(one)).status).toBe(404);
      const [newest] = await historyOf(`attachment-status/${one}`);
      expect(newest?.type).toBe("AttachmentStatusRestored");
      expect((await get(`attachment-status/deleted?phrase=${before.attachmentStatusName}`)).totalCount).toBe(
        0,
      );
    });

    test("[HI-03] a name taken meanwhile is reported, for a deleted record and an earlier state", async () => {
      const [old, next] = [unique("Old "), unique("Next ")];
      const id = await makeRole(api, { roleName: old });
      await remove(`roles?roleIds=${id}`);
      await makeRole(api, { roleName: old });
      const refused = await post("roles/deleted/restore", { roleIds: [id] });
      expect([refused.status, faultyFields(refused.body)]).toEqual([400, ["roleName"]]);
      const renamed = await makeRole(api, { roleName: next });
      expect((await put(`roles/${renamed}`, { roleName: unique("Other ") })).status).toBe(200);
      await makeRole(api, { roleName: next });
      const earlier = await restoreState(`roles/${renamed}`, "RoleCreated");
      expect([earlier.status, faultyFields(earlier.body)]).toEqual([400, ["roleName"]]);
    });

    test("[HI-03] restoring a state is a new change, and keeps everything that it omits", async () => {
      const name = unique("First ");
      const id = await makeStatus(name, { sortOrder: 7, attachmentStatusNameTranslation: { de: "Erster" } });
      const path = `attachment-status/${id}`;
      const changes = {
        attachmentStatusName: unique("Second "),
        sortOrder: 8,
        attachmentStatusNameTranslation: {},
      };
      expect((await put(path, { ...changes, version: 1 })).status).toBe(200);
      const detail = await historyOf(path).then(([newest]) =>
        get(`${path}/history/${newest?.type}/${newest?.id}`),
      );
      expect(detail.isRestorable).toBe(true);
      const restored = await restoreState(path, "AttachmentStatusCreated");
      expect([restored.status, restored.body]).toEqual([
        200,
        expect.objectContaining({
          attachmentStatusName: name,
          sortOrder: 7,
          attachmentStatusNameTranslation: expect.objectContaining({ de: "Erster" }),
          version: 3,
        }),
      ]);
      const [newest, ...others] = await historyOf(path);
      expect([newest?.type, others.length]).toEqual(["AttachmentStatusUpdated", 2]);
    });

    test("[HI-03] an invalid state, a part of one, and one of a deleted record are refused", async () => {
      const id = await makeStatus();
      const path = `attachment-status/${id}`;
      await put(path, { attachmentStatusName: unique("Now "), version: 1 });
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`update history set current = current || '{"sortOrder": 1.5, "color": "#123456"}'
          where record_id = ${id} and type = 'AttachmentStatusCreated'`),
      );
      const invalid = await restoreState(path, "AttachmentStatusCreated");
      expect([invalid.status, faultyFields(invalid.body).sort()]).toEqual([400, ["color", "sortOrder"]]);
      const roleId = await makeRole(api, { permissions: ["UserView"] });
      const { userId } = await makeUser(api, { roleIds: [roleId] });
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`insert into user_settings (tenant_id, user_id, setting_name, setting_value)
          select tenant_id, user_id, 'timezone', 'Europe/Berlin' from users where user_id = ${userId}`),
      );
      const part = await restoreState(`users/${userId}`, "UserSettingsChanged");
      expect([part.status, part.body.code]).toEqual([409, "notRestorable"]);
      const [entry] = await historyOf(`users/${userId}`);
      expect((await post(`roles/${roleId}/history/${entry?.type}/${entry?.id}/restore`)).status).toBe(404);
      await remove(`attachment-status?attachmentStatusIds=${id}`);
      const deleted = await restoreState(path, "AttachmentStatusUpdated");
      expect([deleted.status, deleted.body.code]).toEqual([409, "restoreDeletedFirst"]);
    });

    test("[HI-03] [US-03] restoring a role requires its permissions, and returns its users", async () => {
      const roleId = await makeRole(api, { permissions: ["UserView", "TenantView"] });
      await makeUser(api, { roleIds: [roleId] });
      await remove(`roles?roleIds=${roleId}`);
      const body = { roleIds: [roleId] };
      const { as } = await personWith(api, ["RoleView", "RoleView_DeleteAction"]);
      expect((await post("roles/deleted/restore", body, as)).status).toBe(403);
      expect((await post("roles/deleted/restore", body)).status).toBe(204);
      expect(await get(`roles/${roleId}`)).toMatchObject({ userCount: 1, permissionCount: 2 });
    });

    test("[HI-03] [US-01] a deleted user is restored with their account and roles, and without sessions", async () => {
      const roleId = await makeRole(api, { permissions: ["UserView"] });
      const { userId, userName } = await makeUser(api, {
        firstName: "Ada",
        lastName: "Lovelace",
        roleIds: [roleId],
      });
      const as = await api.signedIn(userName);
      expect((await api.request("/main/user", { as })).status).toBe(200);
      await remove(`users?userIds=${userId}`);
      expect((await api.request("/main/user", { as })).status).toBe(401);
      expect((await post("users/deleted/restore", { userIds: [userId] })).status).toBe(204);
      expect(await get(`users/${userId}`)).toMatchObject({
        firstName: "Ada",
        userName,
        roles: [{ roleId }],
      });
      expect((await api.request("/main/user", { as })).status).toBe(401);
      const again = await api.signedIn(userName);
      expect((await api.request("/main/user", { as: again })).status).toBe(200);
      const { rows } = await api.connection.transaction("owner", (db) =>
        db.execute(sql`select from accounts where user_id = ${userId} and archived_on is null`),
      );
      expect(rows).toHaveLength(1);
      const renamed = { firstName: "Augusta", lastName: "King", userName };
      expect((await put(`users/${userId}`, renamed)).status).toBe(200);
      const restored = await restoreState(`users/${userId}`, "UserRestored");
      expect([restored.status, restored.body.firstName]).toEqual([200, "Ada"]);
    });

    test("[HI-03] [OR-04] a password set by others meanwhile blocks the restoration", async () => {
      const [one, other] = [await makeUser(api), await makeUser(api)];
      await remove(`users?userIds=${one.userId}&userIds=${other.userId}`);
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`update accounts set archived_on = null, password_changed_on = now() + interval '1 second'
          where user_id = ${one.userId}`),
      );
      const restore = (...userIds: string[]) => post("users/deleted/restore", { userIds });
      const refused = await restore(one.userId, other.userId);
      expect([refused.status, refused.body.code]).toEqual([409, "accountChangedSince"]);
      expect((await restore(other.userId)).status).toBe(204);
    });

    test("[HI-03] [OR-03] a deleted tenant is restored with the users that it had then", async () => {
      const tenantIdentifier = unique("t");
      const { body: tenantId } = await post("tenants", { tenantName: unique("Tenant "), tenantIdentifier });
      const make = () => makeUser(api, { tenant: tenantIdentifier });
      const [stays, gone, changed] = [await make(), await make(), await make()];
      const usersOf = async () => {
        const { rows } = await api.connection.transaction("owner", (db) =>
          db.execute<{ userId: string }>(
            sql`select user_id as "userId" from users where tenant_id = ${tenantId} and archived_on is null`,
          ),
        );
        return rows.map(({ userId }) => userId);
      };
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`update users set archived_on = now() where user_id = ${gone.userId}`),
      );
      const before = await usersOf();
      expect(before).toContain(stays.userId);
      await remove(`tenants?tenantIds=${tenantId}`);
      expect(await usersOf()).toEqual([]);
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`update accounts set password_changed_on = now() + interval '1 second'
          where user_id = ${changed.userId}`),
      );
      expect((await post("tenants/deleted/restore", { tenantIds: [tenantId] })).status).toBe(204);
      const left = before.filter((userId) => userId !== changed.userId);
      expect((await usersOf()).sort()).toEqual(left.sort());
      const as = await api.signedIn(stays.userName, tenantIdentifier);
      expect((await api.request(`/${tenantIdentifier}/user`, { as })).status).toBe(200);
    });
  },
  { multiTenancy: true },
);
