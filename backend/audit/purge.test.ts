import { expect, test } from "vitest";
import { sql } from "../database/sql";
import { describeApi } from "../testing/api";
import { makeAdministratorOf, makeRole, makeUser, unique } from "../testing/factories";
import { purgeDeleted } from "./purge";

const day = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * day);

describeApi(
  "records deleted long ago",
  (api) => {
    const remove = async (what: string) =>
      expect((await api.request(`/main/${what}`, { method: "DELETE", as: api.administrator })).status).toBe(
        204,
      );
    const rowsOf = async (query: ReturnType<typeof sql>) =>
      (await api.connection.transaction("owner", (db) => db.execute(query))).rows.length;
    const count = (table: string, column: string, id: string) =>
      rowsOf(sql`select from ${sql.identifier(table)} where ${sql.identifier(column)} = ${id}`);

    test("[HI-03] are purged with their parts and history, and nothing else", async () => {
      const [gone, recent, living] = [await makeUser(api), await makeUser(api), await makeUser(api)];
      const roleId = await makeRole(api, { roleName: unique("Gone ") });
      const put = { method: "PUT", as: api.administrator, body: { roleIds: [roleId] } } as const;
      expect((await api.request(`/main/users/${gone.userId}/roles`, put)).status).toBe(204);
      await remove(`users?userIds=${gone.userId}&userIds=${recent.userId}`);
      await remove(`roles?roleIds=${roleId}`);
      await api.connection.transaction("owner", (db) =>
        db.execute(
          sql`update users set archived_on = now() + interval '2 days' where user_id = ${recent.userId}`,
        ),
      );
      expect(await purgeDeleted(api.connection, inDays(-1))).toBe(0);
      expect(await count("history", "record_id", gone.userId)).toBeGreaterThan(1);

      expect(await purgeDeleted(api.connection, inDays(1))).toBe(2);
      for (const [table, column, id] of [
        ["users", "user_id", gone.userId],
        ["user_settings", "user_id", gone.userId],
        ["accounts", "user_id", gone.userId],
        ["history", "record_id", gone.userId],
        ["roles", "role_id", roleId],
        ["history", "record_id", roleId],
      ] as const)
        expect([table, await count(table, column, id)]).toEqual([table, 0]);
      for (const { userId } of [recent, living]) {
        expect(await count("users", "user_id", userId)).toBe(1);
        expect(await count("history", "record_id", userId)).toBeGreaterThan(0);
      }
      const restore = { method: "POST", as: api.administrator, body: { userIds: [gone.userId] } } as const;
      expect((await api.request("/main/users/deleted/restore", restore)).status).toBe(404);
      expect(
        (await api.request(`/main/users/${gone.userId}/history`, { as: api.administrator })).status,
      ).toBe(404);
      expect(await purgeDeleted(api.connection, inDays(1))).toBe(0);
    });

    test("[OP-02] [HI-03] are purged once by several processes", async () => {
      const users = await Promise.all(Array.from({ length: 5 }, () => makeUser(api)));
      await remove(`users?${users.map(({ userId }) => `userIds=${userId}`).join("&")}`);
      const purges = [1, 2, 3].map(() => purgeDeleted(api.connection, inDays(1)));
      expect((await Promise.all(purges)).reduce((sum, purged) => sum + purged)).toBe(users.length);
    });

    test("[HI-03] goes in batches, attributes with their values and attachments with their versions", async () => {
      const tenantId = sql`(select tenant_id from tenants where identifier = 'main')`;
      await api.connection.transaction("owner", async (db) => {
        await db.execute(sql`select set_config('app.tenant', ${tenantId}::text, true)`);
        await db.execute(sql`insert into roles (tenant_id, role_name, archived_on)
          select ${tenantId}, 'Purged ' || n, now() from generate_series(1, 250) n`);
        await db.execute(sql`
          with made as (insert into attachments (tenant_id, file_name, archived_on) values (${tenantId}, 'Old', now()) returning *),
          version as (insert into attachment_files (tenant_id, attachment_file_id, attachment_id, sync_version, file_name,
            file_extension, file_type, file_checksum, url)
            select tenant_id, gen_random_uuid(), attachment_id, 1, 'Old', 'pdf', 'Document', '', '' from made)
          insert into attributes (tenant_id, attribute_name, attribute_type_id, archived_on)
            select tenant_id, 'old', 'String', now() from made`);
      });
      expect(await purgeDeleted(api.connection, inDays(1))).toBe(252);
      for (const table of ["roles", "attachments", "attributes"])
        expect(
          await rowsOf(
            sql`select from ${sql.identifier(table)} where archived_on < ${inDays(1).toISOString()}`,
          ),
        ).toBe(0);
      expect(await rowsOf(sql`select from history where record_name ~ '^(Purged |Old$|old$)'`)).toBe(0);
    });

    test("[HI-03] [OR-03] stays in a tenant that is deleted itself, which may be restored", async () => {
      const tenant = unique("t");
      await makeAdministratorOf(api, tenant);
      await api.connection.transaction("owner", (db) =>
        db.execute(sql`update tenants set archived_on = now() where identifier = ${tenant}`),
      );
      expect(await purgeDeleted(api.connection, inDays(1))).toBe(0);
      expect(
        await rowsOf(
          sql`select from users u join tenants t using (tenant_id) where t.identifier = ${tenant}`,
        ),
      ).toBeGreaterThan(0);
    });
  },
  { multiTenancy: true },
);
