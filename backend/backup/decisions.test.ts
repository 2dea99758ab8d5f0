import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type SQL, sql } from "../database/sql";
import type { Database } from "../database/transaction";
import { ensureTenant } from "../seed/tenant";
import { describeApi } from "../testing/api";
import { makeUser, unique } from "../testing/factories";
import { appendDecisions, applyDecisions, readDecisions } from "./decisions";

describeApi("decisions after a backup", (api) => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "hub-decisions-"));
    file = join(folder, "decisions.ndjson");
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const asOwner = <T>(work: (db: Database) => Promise<T>) => api.connection.transaction("owner", work);
  const run = (statement: SQL) => asOwner((db) => db.execute<{ value: string }>(statement));
  const append = () => appendDecisions(api.connection, file);
  const undone = new Error("As at the time of the backup");

  test("[OP-03] a restore repeats each removal and revocation, but not one that was undone", async () => {
    const tenantId = await ensureTenant(api.connection, "main");
    const other = await ensureTenant(api.connection, unique("other"));
    const [removed, back, kept] = [await makeUser(api), await makeUser(api), await makeUser(api)];
    const [suspended, free] = [await makeUser(api), await makeUser(api)];
    const attachment = crypto.randomUUID();
    await run(
      sql`insert into attachments (tenant_id, attachment_id, file_name) values (${tenantId}, ${attachment}, 'a')`,
    );
    await run(sql`insert into attachment_shares (tenant_id, attachment_id, share_key, valid_until)
      values (${tenantId}, ${attachment}, ${attachment}, now() + interval '1 day')`);
    await run(sql`insert into api_keys (tenant_id, user_id, key_hash, key_ending, key_name)
      values (${tenantId}, ${kept.userId}, ${attachment}, '', '')`);
    await run(sql`insert into identities (tenant_id, issuer, subject, identity_provider, user_id, user_name)
      values (${tenantId}, 'https://id', ${attachment}, 'id', ${kept.userId}, 'Ada')`);
    await run(sql`insert into invitations (tenant_id, email, language, expires_on)
      values (${tenantId}, ${`${attachment}@example.test`}, 'en', now() + interval '1 day')`);
    await run(sql`insert into secrets (secret_hash, tenant_id, user_id, expires_on)
      values (${attachment}, ${tenantId}, ${kept.userId}, now() + interval '1 day')`);
    await run(sql`insert into secrets (secret_hash, tenant_id, user_id, expires_on)
      select secret, ${tenantId}, ${free.userId}, now() + interval '1 day' from (values (${unique("ended")})) as one (secret)`);
    await run(
      sql`insert into totp_factors (user_id, secret, confirmed_on) values (${kept.userId}, '', now())`,
    );
    await run(sql`insert into recovery_codes (user_id, code_hash) values (${kept.userId}, ${attachment})`);
    await run(sql`insert into passkeys (credential_id, user_id, name, public_key, counter)
      values (${attachment}, ${kept.userId}, 'Laptop', '', 0), (${`${attachment} kept`}, ${kept.userId}, 'Phone', '', 0)`);
    const archive = (userId: string, on: SQL) =>
      sql`update users set archived_on = ${on} where user_id = ${userId}`;
    const suspend = (userId: string, isActive: boolean) =>
      sql`update users set is_active = ${isActive} where user_id = ${userId}`;
    const decisions = [
      suspend(suspended.userId, false),
      sql`update users set suspended_until = '2099-01-01' where user_id = ${suspended.userId}`,
      suspend(free.userId, false),
      suspend(free.userId, true),
      archive(removed.userId, sql`now()`),
      archive(back.userId, sql`now()`),
      archive(back.userId, sql`null`),
      sql`update tenants set archived_on = now() where tenant_id = ${other}`,
      sql`update attachment_shares set removed_on = now() where share_key = ${attachment}`,
      sql`delete from api_keys where key_hash = ${attachment}`,
      sql`delete from identities where subject = ${attachment}`,
      sql`update invitations set revoked_on = now() where email = ${`${attachment}@example.test`}`,
      sql`delete from secrets where secret_hash = ${attachment}`,
      sql`delete from totp_factors where user_id = ${kept.userId}`,
      sql`update recovery_codes set used_on = now() where code_hash = ${attachment}`,
      sql`delete from passkeys where credential_id = ${attachment}`,
      sql`update passkeys set needs_password = true where credential_id = ${`${attachment} kept`}`,
    ];
    const state = async () => {
      const { rows } = await run(sql`
        select 'removed' as value from users where user_id = ${removed.userId} and archived_on is null
        union all select 'back' from users where user_id = ${back.userId} and archived_on is null
        union all select 'active' from users where user_id = ${suspended.userId} and is_active
        union all select 'free' from users where user_id = ${free.userId} and is_active
        union all select 'tenant' from tenants where tenant_id = ${other} and archived_on is null
        union all select 'share' from attachment_shares where share_key = ${attachment} and removed_on is null
        union all select 'key' from api_keys where key_hash = ${attachment}
        union all select 'identity' from identities where subject = ${attachment}
        union all select 'invitation' from invitations where email = ${`${attachment}@example.test`} and revoked_on is null
        union all select 'session' from secrets where secret_hash = ${attachment}
        union all select 'ended session' from secrets where user_id = ${free.userId} and expires_on > now()
        union all select 'app' from totp_factors where user_id = ${kept.userId}
        union all select 'code' from recovery_codes where code_hash = ${attachment} and used_on is null
        union all select 'passkey' from passkeys where credential_id = ${attachment}
        union all select 'passkey alone' from passkeys where user_id = ${kept.userId} and name = 'Phone' and not needs_password`);
      return rows.map(({ value }) => value);
    };
    const factors = ["app", "code", "passkey", "passkey alone"];
    const before = [
      "removed",
      "back",
      "active",
      "free",
      "tenant",
      "share",
      "key",
      "identity",
      "invitation",
      "session",
      "ended session",
      ...factors,
    ];
    expect(await state()).toEqual(before);
    const since = new Date();
    await asOwner(async (db) => {
      for (const decision of decisions) await db.execute(decision);
      expect(await appendDecisions({ transaction: (_, work) => work(db) }, file)).toBeGreaterThanOrEqual(
        decisions.length,
      );
      throw undone;
    }).catch((error: unknown) => expect(error).toBe(undone));
    expect(await state()).toEqual(before);

    const read = await readDecisions(file);
    const repeated = await asOwner((db) =>
      applyDecisions(async (text) => (await db.execute({ text, values: [] })).rows, read, since),
    );
    expect(repeated).toBeGreaterThanOrEqual(decisions.length);
    expect(await state()).toEqual(["back", "free"]);
    const { rows: ends } = await run(
      sql`select iso_instant(suspended_until) as value from users where user_id = ${suspended.userId}`,
    );
    expect(ends).toEqual([{ value: "2099-01-01T00:00:00.000Z" }]);
    const { rows } = await run(sql`
      select type as value from history where record_id = ${removed.userId} and type = 'UserDeleted'`);
    expect(rows).toHaveLength(1);
  });

  test("[OP-03] [AU-11] [US-07] a restore keeps the last policy, and refuses people removed since whom it does not know", async () => {
    const tenantId = await ensureTenant(api.connection, "main");
    const strict = await ensureTenant(api.connection, unique("strict"));
    const loose = await ensureTenant(api.connection, unique("loose"));
    const policy = (tenant: string, name: string) =>
      sql`insert into organisation_settings (tenant_id, company_name, second_factor_policy, second_factor_from)
        values (${tenant}, 'Kept', ${name}, ${name === "optional" ? sql`null` : sql`'2026-11-01'::timestamptz`})
        on conflict (tenant_id) do update set second_factor_policy = excluded.second_factor_policy,
          second_factor_from = excluded.second_factor_from`;
    await run(policy(strict, "optional"));
    await run(policy(loose, "everybody"));
    const person = () => ({ id: crypto.randomUUID(), subject: unique("subject") });
    const [removed, suspended, back, later] = [person(), person(), person(), person()];
    const archive = (id: string, on: SQL) => sql`update users set archived_on = ${on} where user_id = ${id}`;
    const suspend = (id: string, isActive: boolean, until = sql`null`) =>
      sql`update users set is_active = ${isActive}, suspended_until = ${until} where user_id = ${id}`;
    const since = new Date();
    await asOwner(async (db) => {
      for (const { id, subject } of [removed, suspended, back, later]) {
        await db.execute(sql`insert into accounts (user_id, user_name) values (${id}, ${subject})`);
        await db.execute(
          sql`insert into users (tenant_id, user_id, user_name) values (${tenantId}, ${id}, ${subject})`,
        );
        await db.execute(sql`insert into identities (tenant_id, issuer, subject, identity_provider, user_id, user_name)
          values (${tenantId}, 'https://id', ${subject}, 'id', ${id}, '')`);
      }
      for (const decision of [
        policy(strict, "administrators"),
        policy(strict, "everybody"),
        policy(loose, "optional"),
        policy(tenantId, "administrators"),
        archive(removed.id, sql`now()`),
        archive(back.id, sql`now()`),
        archive(back.id, sql`null`),
        suspend(suspended.id, false, sql`'2099-01-01'::timestamptz`),
        suspend(later.id, false),
        suspend(later.id, true),
      ])
        await db.execute(decision);
      await appendDecisions({ transaction: (_, work) => work(db) }, file);
      throw undone;
    }).catch((error: unknown) => expect(error).toBe(undone));

    const read = await readDecisions(file);
    await asOwner((db) =>
      applyDecisions(async (text) => (await db.execute({ text, values: [] })).rows, read, since),
    );
    const { rows } = await run(sql`
      select second_factor_policy || ' ' || company_name || coalesce(' ' || iso_instant(second_factor_from), '') as value
      from organisation_settings where tenant_id in (${strict}, ${loose}, ${tenantId}) order by value`);
    expect(rows.map(({ value }) => value)).toEqual([
      "administrators  2026-11-01T00:00:00.000Z",
      "everybody Kept 2026-11-01T00:00:00.000Z",
      "optional Kept",
    ]);
    const { rows: refused } = await run(sql`
      select subject || coalesce(' ' || iso_instant(refused_until), '') as value from refused_subjects order by value`);
    expect(refused.map(({ value }) => value).sort()).toEqual(
      [removed.subject, `${suspended.subject} 2099-01-01T00:00:00.000Z`].sort(),
    );
  });

  test("[OP-03] each decision is appended once, also behind a line that was cut off", async () => {
    const tenantId = await ensureTenant(api.connection, "main");
    const decide = () =>
      run(sql`
      insert into hub.revocations (kind, tenant_id, subject) values ('session', ${tenantId}, ${unique()})`);
    await decide();
    expect(await append()).toBeGreaterThan(0);
    expect(await append()).toBe(0);
    await appendFile(file, '{"id":"0199');
    await decide();
    expect(await append()).toBe(1);
    expect(await append()).toBe(0);
    const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
    expect(await readDecisions(file)).toHaveLength(lines.length - 1);
  });

  test("[OP-03] a file without decisions is refused in one line", async () => {
    await expect(readDecisions(file)).rejects.toThrow(
      /cannot be read \(ENOENT\)\. Correct --as-of-decisions\.$/,
    );
    await appendFile(file, "something else\n");
    await expect(readDecisions(file)).rejects.toThrow(/holds no decision\. Name the file/);
  });
});
