import { expect, test } from "vitest";
import { describeApi } from "../testing/api";
import { makeUser, unique } from "../testing/factories";
import { sql } from "./sql";
import { sqlStateOf } from "./unavailable";

/** `insufficient_privilege` (PostgreSQL manual, appendix A). */
const forbidden = "42501";

describeApi("tenancy in the database", (api) => {
  const names = (query: ReturnType<typeof sql>) =>
    api.connection.transaction("owner", async (db) => {
      const { rows } = await db.execute<{ name: string }>(query);
      return rows.map((row) => row.name);
    });
  const tenantTables = () =>
    names(sql`select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`);
  const stateOf = (statement: ReturnType<typeof sql>) =>
    api.connection.transaction("hub_app", (db) => db.execute(statement)).then(() => "done", sqlStateOf);

  test("[OR-03] every table of tenants has row-level security, forced, and a policy for hub_app", async () => {
    const tables = await tenantTables();
    expect(tables).toEqual(expect.arrayContaining(["history", "roles", "secrets", "users", "user_roles"]));
    const guarded = await names(sql`select c.relname as name from pg_class c
      join pg_policy p on p.polrelid = c.oid and p.polname = 'tenant_rows' and 'hub_app'::regrole = any(p.polroles)
      where c.relrowsecurity and c.relforcerowsecurity order by 1`);
    expect(guarded).toEqual(tables);
  });

  test("[OR-03] hub_app sees no row of any of them without a tenant, nor through a view", async () => {
    await makeUser(api, { tenant: unique("t") });
    const readable = await names(sql`select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and has_any_column_privilege('hub_app', c.oid, 'select')
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')`);
    expect(readable).toEqual(expect.arrayContaining(["users", "users_search", "history", "record_counts"]));
    for (const table of readable) {
      const { rows } = await api.connection.transaction("hub_app", (db) =>
        db.execute<{ count: number }>(sql`select count(tenant_id) as count from ${sql.identifier(table)}`),
      );
      expect([table, Number(rows[0]?.count)]).toEqual([table, 0]);
    }
  });

  test("[OR-03] hub_app writes only for its own tenant", async () => {
    const { rows } = await api.connection.transaction("owner", (db) =>
      db.execute<{ id: string }>(sql`select tenant_id as id from tenants where identifier = 'main'`),
    );
    const insert = sql`insert into user_settings (tenant_id, user_id, setting_name, setting_value)
      select ${rows[0]?.id}::uuid, gen_random_uuid(), 'theme', 'dark'`;
    expect(await stateOf(insert)).toBe(forbidden);
  });

  test("[HI-01] hub_app cannot write, change or remove history", async () => {
    for (const statement of [
      sql`insert into history (tenant_id, collection, record_id, record_name, type)
        values (gen_random_uuid(), 'users', gen_random_uuid(), 'x', 'UserUpdated')`,
      sql`update history set changed_by_name = 'somebody else'`,
      sql`delete from history`,
      sql`truncate history`,
      sql`update record_counts set count = 0`,
    ])
      expect(await stateOf(statement)).toBe(forbidden);
  });

  test("[HI-01] hub_app cannot read secrets or password hashes, nor purge users or roles", async () => {
    for (const statement of [
      sql`select secret_hash from secrets`,
      sql`select * from secrets`,
      sql`select password_hash from accounts`,
      sql`select user_name from accounts`,
      sql`update accounts set password_hash = 'x'`,
      sql`select * from sign_in_failures`,
      sql`delete from users`,
      sql`delete from roles`,
      sql`update users set version = 1`,
      sql`update users set created_by_name = 'somebody else'`,
      sql`update roles set is_built_in = true`,
    ])
      expect(await stateOf(statement)).toBe(forbidden);
  });

  // Sessions, responses stored for repeated requests, notifications and shortcuts are not records: their changes need
  // no history. Contents of attachments and layouts never change, references to them are in their record's history, and
  // downloads are a log themselves. Saved views are presentation, and documents of reports are output.
  test("[HI-01] every record table that hub_app can write has matching history triggers", async () => {
    const missing = await names(sql`
      select c.relname || ' ' || right_name as name from pg_class c, unnest(array['insert', 'update', 'delete']) right_name
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('secrets', 'idempotent_responses', 'notifications', 'notification_mutes', 'deferred_work', 'user_favorite_actions', 'list_views', 'imports', 'import_rows',
          'attachment_files', 'report_layout_files', 'report_documents', 'attachment_relations', 'attachment_share_tickets', 'attachment_download_logs')
        and (has_table_privilege('hub_app', c.oid, right_name)
          or right_name <> 'delete' and has_any_column_privilege('hub_app', c.oid, right_name))
        and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname ~ '^history'
          and t.tgtype & (case right_name when 'insert' then 4 when 'delete' then 8 else 16 end) <> 0)`);
    expect(missing, "need history triggers: see 'Rows of a record' in docs/adding-an-area.md").toEqual([]);
  });

  test("[OR-03] security definer functions have a fixed search path and explicit grants", async () => {
    const owners = sql`pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef`;
    expect(await names(sql`select proname as name from ${owners}`)).toContain("set_account_password");
    const unpinned = await names(sql`select proname as name from ${owners}
      and not coalesce(p.proconfig @> array['search_path=public, pg_temp'], false)`);
    expect(unpinned).toEqual([]);
    // Trigger functions cannot be called by any role. hub_auth has no separate grants here, so its callable functions
    // are public.
    const open = await names(sql`select proname as name from ${owners}
      and p.prorettype <> 'trigger'::regtype and has_function_privilege('hub_auth', p.oid, 'execute')`);
    expect(open).toEqual([]);
  });
});
