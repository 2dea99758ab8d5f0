import pg from "pg";
import { expect, test } from "vitest";
import { ensureTenant } from "../seed/tenant";
import { describeApi } from "../testing/api";
import { clonePostgres, databaseKinds } from "../testing/databases";
import { makeUser } from "../testing/factories";
import { templateDatabase } from "../testing/template";
import { removeExpired } from "./housekeeping";
import { postgresConnection } from "./postgres";
import { type SQL, sql } from "./sql";

describeApi("housekeeping", (api) => {
  test("removes expired data, and nothing earlier", async () => {
    const tenantId = await ensureTenant(api.connection, "main");
    const { userId } = await makeUser(api);
    const owner = <Row extends Record<string, unknown>>(statement: SQL) =>
      api.connection.transaction("owner", (db) => db.execute<Row>(statement));
    const [invitation, layoutFile] = [crypto.randomUUID(), crypto.randomUUID()];

    /** For each kind: its retention, how to insert a row of an age, and which rows are left. */
    const kinds: Record<string, { keptFor: string; insert(name: string, on: SQL): SQL; left: SQL }> = {
      "failed sign-ins": {
        keptFor: "1 hour",
        insert: (name, on) =>
          sql`insert into sign_in_failures (subject, failures, last_failed_on) values (${name}, 1, ${on})`,
        left: sql`select subject as name from sign_in_failures where subject in ('old', 'young')`,
      },
      "known devices": {
        keptFor: "1 year",
        insert: (name, on) =>
          sql`insert into known_devices (user_id, device_hash, last_used_on) values (${userId}, ${name}, ${on})`,
        left: sql`select device_hash as name from known_devices where user_id = ${userId}`,
      },
      "answers to repeated calls": {
        keptFor: "1 day",
        insert: (name, on) => sql`
          insert into idempotent_responses (tenant_id, user_id, key_hash, request_hash, created_on)
          values (${tenantId}, ${userId}, ${name}, '', ${on})`,
        left: sql`select key_hash as name from idempotent_responses where user_id = ${userId}`,
      },
      "decisions for restores": {
        keptFor: "3 months",
        insert: (name, on) => sql`
          insert into hub.revocations (kind, tenant_id, subject, decided_on) values ('session', ${tenantId}, ${name}, ${on})`,
        left: sql`select subject as name from hub.revocations where tenant_id = ${tenantId} and subject in ('old', 'young')`,
      },
      "open sessions with a provider's tokens": {
        keptFor: "1 month",
        insert: (name, on) => sql`
          insert into token_sessions (tenant_id, session_key, user_id, created_on, last_used_on)
          values (${tenantId}, ${name}, ${userId}, ${on}, ${on})`,
        left: sql`select session_key as name from token_sessions where user_id = ${userId} and ended_on is null`,
      },
      "ended sessions with a provider's tokens": {
        keptFor: "3660 days",
        insert: (name, on) => sql`
          insert into token_sessions (tenant_id, session_key, user_id, created_on, last_used_on, ended_on)
          values (${tenantId}, ${`${name} ended`}, ${userId}, ${on}, ${on}, ${on})`,
        left: sql`select split_part(session_key, ' ', 1) as name from token_sessions where user_id = ${userId} and ended_on is not null`,
      },
      notifications: {
        keptFor: "1 year",
        insert: (name, on) => sql`
          insert into notifications (tenant_id, user_id, event, domain_object, domain_object_id, created_on)
          values (${tenantId}, ${userId}, ${name}, 'user', ${userId}, ${on})`,
        left: sql`select event as name from notifications where user_id = ${userId}`,
      },
      "imports that nobody ran": {
        keptFor: "1 day",
        insert: (name, on) => importOf(name, on, 0),
        left: sql`select file_name as name from imports where owner_id = ${userId} and run_to = 0`,
      },
      imports: {
        keptFor: "1 month",
        insert: (name, on) => importOf(name, on, 1),
        left: sql`select file_name as name from imports where owner_id = ${userId} and run_to = 1`,
      },
      "documents of reports": {
        keptFor: "1 week",
        insert: (name, on) => sql`
          insert into report_documents (tenant_id, report_id, report_layout_file_id, document_name, user_id, phrase, language,
            time_zone, row_count, created_on, finished_on)
          select tenant_id, report_id, ${layoutFile}, ${name}, ${userId}, '', 'en', 'UTC', 0, ${on}, now()
          from reports where tenant_id = ${tenantId} limit 1`,
        left: sql`select document_name as name from report_documents where user_id = ${userId}`,
      },
      "links of invitations that ended": {
        keptFor: "6 months",
        insert: (name, on) => sql`
          with ended as (
            insert into invitations (tenant_id, email, language, expires_on)
            values (${tenantId}, ${`${name}.${invitation}@example.com`}, 'en', ${on}) returning invitation_id
          )
          insert into invitation_links (link_hash, tenant_id, invitation_id)
          select ${`${name}.${invitation}`}, ${tenantId}, invitation_id from ended`,
        left: sql`select split_part(link_hash, '.', 1) as name from invitation_links where link_hash like ${`%${invitation}`}`,
      },
    };
    const importOf = (name: string, on: SQL, runTo: number) => sql`
      insert into imports (tenant_id, import_id, owner_id, area, file_name, encoding, separator, run_to, created_on)
      values (${tenantId}, gen_random_uuid(), ${userId}, 'users', ${name}, '', '', ${runTo}, ${on})`;

    await owner(sql`
      with layout as (
        insert into report_layouts (tenant_id, report_id, report_layout_name, file_name)
        select tenant_id, report_id, 'Kept', 'kept' from reports where tenant_id = ${tenantId} limit 1 returning report_layout_id
      )
      insert into report_layout_files (tenant_id, report_layout_file_id, report_layout_id, sync_version, file_name, file_extension,
        file_size, file_checksum, is_fillable)
      select ${tenantId}, ${layoutFile}, report_layout_id, 1, 'kept', 'docx', 1, '', false from layout`);
    for (const { keptFor, insert } of Object.values(kinds)) {
      await owner(insert("old", sql`now() - ${keptFor}::interval - interval '1 minute'`));
      await owner(insert("young", sql`now() - ${keptFor}::interval + interval '1 minute'`));
    }
    await removeExpired(api.connection);
    for (const [kind, { left }] of Object.entries(kinds))
      expect([kind, (await owner<{ name: string }>(left)).rows.map(({ name }) => name)]).toEqual([
        kind,
        ["young"],
      ]);
  });
});

test.runIf(databaseKinds().includes("postgres"))(
  "[OP-02] housekeeping runs in one process at a time",
  async () => {
    const { url, drop } = await clonePostgres(templateDatabase);
    const connection = postgresConnection(url, 1);
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query(`insert into sign_in_failures (subject, failures, last_failed_on)
    values ('once', 1, now() - interval '1 day')`);
    const count = async () => (await other.query("select from sign_in_failures")).rowCount;
    await other.query("begin; select pg_advisory_xact_lock(hashtextextended('housekeeping', 0))");
    await removeExpired(connection);
    expect(await count()).toBe(1);
    await other.query("commit");
    await removeExpired(connection);
    expect(await count()).toBe(0);
    await other.end();
    await connection.close();
    await drop();
  },
);
