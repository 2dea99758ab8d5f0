import sharp from "sharp";
import { expect, test } from "vitest";
import type { HistoryRow } from "../../lib/contract/history";
import { sql } from "../database/sql";
import { inTenant } from "../database/transaction";
import { ensureTenant } from "../seed/tenant";
import { describeApi } from "../testing/api";
import { makeRole, makeUser, personWith, unique } from "../testing/factories";

const grants = (...names: string[]) => names.map((permissionId) => ({ permissionId }));
const ofRoles = ["RoleView", "RoleView_HistoryAction"] as const;

describeApi("changed values", (api) => {
  const get = async (url: string, as = api.administrator) => (await api.request(url, { as })).body;
  const put = async (url: string, body: object, as = api.administrator) =>
    expect((await api.request(url, { method: "PUT", as, body })).status).toBeLessThan(300);
  const places = (collection: string, recordId: string, name: string) => [
    async (as?: string) => (await get(`/${collection}/${recordId}/history`, as)).list,
    async (as?: string) => (await get(`/audit?phrase=${encodeURIComponent(name)}`, as)).list,
    async (as?: string) =>
      (await get("/home", as)).changes?.filter((change: HistoryRow) => change.recordId === recordId),
  ];

  test("[HI-02] [PM-02] values are only in changes that the reader may see, and pictures need UserView", async () => {
    const { userId } = await makeUser(api, { lastName: unique("Hidden") });
    const roleName = unique("Values ");
    const roleId = await makeRole(api, { roleName });
    const author = await personWith(api, ["UserView", "RoleView", "RoleView_EditAction"]);
    const form = new FormData();
    const blob = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#c05030" } })
      .png()
      .toBuffer();
    form.append("firstName", "Pia");
    form.append("lastName", "Pictured");
    form.append("avatar", new Blob([new Uint8Array(blob)], { type: "image/png" }), "me.png");
    expect((await api.request("/user", { method: "PUT", as: author.as, form })).status).toBe(200);
    await put(`/roles/${roleId}`, { roleName: `${roleName} 2` }, author.as);
    await put(`/roles/${roleId}/permissions`, grants("UserView"));

    const reader = await personWith(api, ofRoles);
    const answers = await Promise.all(
      [get("/audit", reader.as), get("/home", reader.as), get(`/roles/${roleId}/history`, reader.as)].map(
        async (answer) => JSON.stringify(await answer),
      ),
    );
    for (const text of answers) {
      expect(text).not.toContain(userId);
      expect(text).not.toContain(author.userId);
      expect(text).not.toContain("RolePermissionsChanged");
    }
    for (const list of places("roles", roleId, roleName)) {
      const edited = (as?: string) =>
        list(as).then((changes: HistoryRow[]) => changes.find(({ type }) => type === "RoleUpdated"));
      const change = {
        values: [{ name: "roleName", previous: roleName, current: `${roleName} 2`, isCut: false }],
      };
      expect(await edited(reader.as)).toMatchObject({ ...change, author: null });
      const { author: shown, ...rest } = (await edited()) as HistoryRow;
      expect(rest).toMatchObject(change);
      expect(shown).toMatchObject({ userId: author.userId, avatar: expect.any(String) });
    }
  });

  test("[HI-02] values have no secrets, creations and deletions have none, and long ones are shortened", async () => {
    const { userId, userName } = await makeUser(api);
    const password = unique("A-secret-password-1");
    await put(`/users/${userId}/set-password`, { password, passwordRepeat: password });
    await put(`/users/${userId}`, { userName, firstName: "Ada", lastName: "Short", email: "" });
    const tenantId = await ensureTenant(api.connection, "main");
    await inTenant(api.connection, tenantId, undefined, async (db) => {
      await db.execute(sql`select set_config('role', 'none', true)`);
      await db.execute(sql`
        insert into history (tenant_id, collection, record_id, record_name, type, previous, current)
        values (app_tenant(), 'users', ${userId}, 'Long', 'UserSettingsChanged', '{"text": "a"}',
          ${JSON.stringify({ text: "b".repeat(500) })}::jsonb)`);
    });
    const { list } = await get(`/users/${userId}/history`);
    expect(JSON.stringify(list)).not.toMatch(/argon2|A-secret/);
    const valuesOf = (type: string) => list.find((change: HistoryRow) => change.type === type).values;
    expect(valuesOf("UserCreated")).toBeNull();
    expect(valuesOf("UserPasswordChanged")).toBeNull();
    expect(valuesOf("UserUpdated")).toContainEqual(
      expect.objectContaining({ name: "lastName", current: "Short", isCut: false }),
    );
    expect(valuesOf("UserSettingsChanged")).toEqual([
      { name: "text", previous: "a", current: "b".repeat(300), isCut: true },
    ]);
    const roleId = await makeRole(api, { permissions: ["UserView", "RoleView"] });
    await put(`/roles/${roleId}/permissions`, grants("UserView", "AttachmentView"));
    const [changed] = (await get(`/roles/${roleId}/history`)).list;
    expect(changed.values).toEqual([
      { name: "permissions", previous: ["RoleView"], current: ["AttachmentView"], isCut: false },
    ]);
  });

  test("[HI-03] rows say which states can be restored", async () => {
    const roleId = await makeRole(api);
    await put(`/roles/${roleId}`, { roleName: unique("Restorable ") });
    const { list } = await get(`/roles/${roleId}/history`);
    expect(list.map(({ type, isRestorable }: HistoryRow) => [type, isRestorable])).toEqual([
      ["RoleUpdated", true],
      ["RoleCreated", true],
    ]);
  });
});
