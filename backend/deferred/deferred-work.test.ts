import { expect, test } from "vitest";
import { sql } from "../database/sql";
import { holdersInRequest } from "../members/holders";
import { describeApi, type TestApi } from "../testing/api";
import { makeAdministratorOf, makeRole, personWith, unique } from "../testing/factories";
import { runDeferredWork } from "./deferred-work";

/** A role with more holders than one request handles, and a signed-in one of them. */
async function roleOfMany(api: TestApi) {
  const roleId = await makeRole(api, { permissions: ["RoleView"] });
  const person = await personWith(api, [], { roleIds: [roleId] });
  const holders = holdersInRequest + 1;
  const name = unique("many");
  await api.connection.transaction("owner", async (db) => {
    await db.execute(sql`
      with account as (
        insert into accounts (user_name) select ${name} || n from generate_series(1, ${holders}::integer) n
        returning user_id, user_name
      ), person as (
        insert into users (tenant_id, user_id, user_name)
        select tenant_id, user_id, user_name from account, tenants where identifier = 'main' returning tenant_id, user_id
      )
      select count(*) from person`);
    // The planner would assume that so many new rows do not exist.
    await db.execute(sql`analyze users`);
    await db.execute(sql`
      insert into user_roles (tenant_id, user_id, role_id)
      select tenant_id, user_id, ${roleId} from users where user_name like ${`${name}%`}`);
  });
  return { roleId, person, holders: holders + 1 };
}

describeApi("changes to a role with many holders", (api) => {
  const count = async (query: ReturnType<typeof sql>) => {
    const { rows } = await api.connection.transaction("owner", (db) => db.execute<{ count: number }>(query));
    return Number(rows[0]?.count);
  };
  const left = () => count(sql`select count(*) from deferred_work`);
  const countNotified = (roleId: string, event: string) =>
    count(sql`select count(*) from notifications where domain_object_id = ${roleId} and event = ${event}`);

  test("[US-03] [PM-04] it is deleted at once, and its holders are notified and removed afterwards", async () => {
    const { roleId, person, holders } = await roleOfMany(api);
    expect((await api.request("/roles", { as: person.as })).status).toBe(200);
    const removed = await api.request(`/roles?roleIds=${roleId}`, {
      method: "DELETE",
      as: api.administrator,
    });
    expect(removed.status).toBe(204);
    expect((await api.request("/roles", { as: person.as })).status).toBe(403);
    // A second server, or the same one after an interruption, processes nothing twice.
    await Promise.all([runDeferredWork(api.connection), runDeferredWork(api.connection)]);
    await expect.poll(left).toBe(0);
    expect(await count(sql`select count(*) from user_roles where role_id = ${roleId}`)).toBe(0);
    expect(await countNotified(roleId, "roleDeleted")).toBe(holders);
    const { body } = await api.request(`/roles/${roleId}/history?phrase=RoleUserRemoved&pageLimit=1`, {
      as: api.administrator,
    });
    expect(body).toMatchObject({ totalCount: holders, list: [{ changedBy: "Administrator" }] });
  });

  test("[US-03] failing work does not block other work", async () => {
    // Only one of two people with the same name can come back.
    const name = unique("twice");
    const rows = async (query: ReturnType<typeof sql>) =>
      (await api.connection.transaction("owner", (db) => db.execute<{ id: string }>(query))).rows;
    const [work] = await rows(sql`
      with account as (
        insert into accounts (user_name) select ${name} from generate_series(1, 2) returning user_id
      ), person as (
        insert into users (tenant_id, user_id, user_name, archived_on)
        select tenant_id, user_id, ${name}, now() from account, tenants where identifier = 'main' returning tenant_id
      )
      insert into deferred_work (tenant_id, event, subject_id, since)
      select distinct tenant_id, 'tenantRestored', tenant_id, now() - interval '1 second' from person returning work_id as id`);
    const { roleId } = await roleOfMany(api);
    await api.request(`/roles?roleIds=${roleId}`, { method: "DELETE", as: api.administrator });
    await expect(runDeferredWork(api.connection)).rejects.toThrow();
    await expect.poll(left).toBe(1);
    expect(await count(sql`select count(*) from user_roles where role_id = ${roleId}`)).toBe(0);
    await rows(sql`delete from deferred_work where work_id = ${work?.id}`);
  });

  test("[HO-03] its permissions change at once, and its holders are notified once afterwards", async () => {
    const { roleId, person, holders } = await roleOfMany(api);
    const saved = await api.request(`/roles/${roleId}/permissions`, {
      method: "PUT",
      as: api.administrator,
      body: [{ permissionId: "UserView", permissionValue: true }],
    });
    expect(saved.status).toBe(204);
    expect((await api.request("/users", { as: person.as })).status).toBe(200);
    expect((await api.request("/roles", { as: person.as })).status).toBe(403);
    await runDeferredWork(api.connection);
    await expect.poll(left).toBe(0);
    expect(await countNotified(roleId, "permissionsChanged")).toBe(holders);
    expect(await count(sql`select count(*) from user_roles where role_id = ${roleId}`)).toBe(holders);
  });
});

describeApi(
  "changes to a tenant with many users",
  (api) => {
    test("[OR-03] it closes at once, and its accounts' names become free, except those used elsewhere", async () => {
      const [identifier, other] = [unique("large"), unique("other")];
      const administrator = await makeAdministratorOf(api, identifier);
      await makeAdministratorOf(api, other);
      const name = unique("many");
      const owner = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
        (await api.connection.transaction("owner", (db) => db.execute<Row>(query))).rows;
      await owner(sql`
        with account as (
          insert into accounts (user_name) select ${name} || '-' || n from generate_series(1, ${holdersInRequest + 1}::integer) n
          returning user_id, user_name
        )
        insert into users (tenant_id, user_id, user_name)
        select tenant_id, user_id, user_name from account, tenants where identifier = ${identifier}`);
      await owner(sql`
        insert into users (tenant_id, user_id, user_name)
        select tenant_id, user_id, user_name from accounts, tenants where user_name = ${`${name}-7`} and identifier = ${other}`);
      const living = async () =>
        (
          await owner<{ name: string }>(sql`
            select user_name as name from accounts where archived_on is null and user_name like ${`${name}-%`}`)
        ).map((row) => row.name);
      const [{ tenantId }] = (await owner<{ tenantId: string }>(sql`
        select tenant_id as "tenantId" from tenants where identifier = ${identifier}`)) as [
        { tenantId: string },
      ];

      const removed = await api.request(`/main/tenants?tenantIds=${tenantId}`, {
        method: "DELETE",
        as: api.administrator,
      });
      expect(removed.status).toBe(204);
      expect((await api.request(`/${identifier}/user`, { as: administrator.as })).status).toBe(404);
      await Promise.all([runDeferredWork(api.connection), runDeferredWork(api.connection)]);
      // The first one may still be busy.
      await expect.poll(living).toEqual([`${name}-7`]);
      await expect.poll(() => owner(sql`select from deferred_work`)).toEqual([]);
    });
  },
  { multiTenancy: true },
);
