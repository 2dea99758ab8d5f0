import { open } from "node:fs/promises";
import * as z from "zod";
import { StartError } from "../core/start-error";
import { hostTenant } from "../core/tenant-prefix";
import type { Execute } from "../database/execute";
import { sql } from "../database/sql";
import type { Connection, Database } from "../database/transaction";

// A file of removals and revocations, one JSON value per line (migrations/0017_revocations.sql).

const decisionSchema = z.object({
  id: z.uuid(),
  kind: z.string(),
  tenantId: z.uuid(),
  subject: z.string(),
  decidedOn: z.iso.datetime(),
});
type Decision = z.infer<typeof decisionSchema>;

/** Milliseconds by which decisions may be committed later than others that they precede. */
const overlap = 10 * 60 * 1000;
/** Bytes at the end of the file that are searched for the latest decisions; repeated ones are harmless. */
const tailSize = 256 * 1024;
/** Decisions per statement. */
const atOnce = 1_000;
const day = 24 * 60 * 60 * 1000;

/**
 * Appends the decisions that a file does not have yet.
 * @returns their number
 * @throws the errors of the file
 */
export async function appendDecisions(
  connection: Pick<Connection, "transaction">,
  file: string,
): Promise<number> {
  const handle = await open(file, "a+", 0o600);
  try {
    const { size } = await handle.stat();
    const tail = Buffer.alloc(Math.min(size, tailSize));
    await handle.read(tail, 0, tail.length, size - tail.length);
    const text = tail.toString("utf8");
    const last = text.split("\n").flatMap((line) => parseLine(line) ?? []);
    const known = new Set(last.map(({ id }) => id));
    const since = Math.max(0, ...last.map(({ decidedOn }) => Date.parse(decidedOn))) - overlap;
    const found = await connection.transaction("owner", (db) =>
      decisionsSince(db, new Date(Math.max(0, since))),
    );
    const lines = found.filter(({ id }) => !known.has(id)).map((decision) => `${JSON.stringify(decision)}\n`);
    if (lines.length === 0) return 0;
    // A line that a full disk or a crash has cut off must not spoil the next one.
    await handle.appendFile((text === "" || text.endsWith("\n") ? "" : "\n") + lines.join(""));
    await handle.sync();
    return lines.length;
  } finally {
    await handle.close();
  }
}

async function decisionsSince(db: Database, since: Date): Promise<Decision[]> {
  const { rows } = await db.execute<Decision>(sql`
    select revocation_id as id, kind, tenant_id as "tenantId", subject, to_char(decided_on at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "decidedOn"
    from hub.revocations where decided_on >= ${since.toISOString()} order by decided_on`);
  return rows;
}

function parseLine(line: string): Decision | undefined {
  try {
    return decisionSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** @throws {StartError} when the file cannot be read or holds no decision */
export async function readDecisions(file: string): Promise<Decision[]> {
  const decisions: Decision[] = [];
  const ids = new Set<string>();
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      `The file of decisions ${file} cannot be read (${error.code}). Correct --as-of-decisions.`,
    );
  });
  for await (const line of handle.readLines()) {
    const decision = parseLine(line);
    if (!decision || ids.has(decision.id)) continue;
    ids.add(decision.id);
    decisions.push(decision);
  }
  if (decisions.length === 0)
    throw new StartError(`${file} holds no decision. Name the file of BACKUP_DECISIONS_FILE.`);
  return decisions;
}

/** A statement for each kind. The triggers of the tables do the rest, and record it. */
const statements = [
  // Removing a large tenant leaves work for later, on behalf of the host.
  `select set_config('app.tenant', (select tenant_id::text from tenants where identifier = '${hostTenant}'), true)`,
  // Sessions that ended with a removal or suspension, which may have been undone.
  `delete from secrets s using decisions d where d.kind in ('user', 'userSuspended') and s.tenant_id = d.tenant_id
    and s.user_id::text = left(d.subject, 36) and s.created_on < d.decided_on`,
  // Of a person or tenant, the last one counts: a removal may have been undone.
  `delete from decisions d using decisions later
    where later.tenant_id = d.tenant_id and later.subject = d.subject and later.decided_on > d.decided_on
      and d.kind in ('user', 'userRestored', 'tenant', 'tenantRestored')
      and later.kind in ('user', 'userRestored', 'tenant', 'tenantRestored')`,
  `delete from decisions d using decisions later
    where later.tenant_id = d.tenant_id and left(later.subject, 36) = left(d.subject, 36) and later.decided_on > d.decided_on
      and d.kind = 'userSuspended' and later.kind in ('userSuspended', 'userReactivated')`,
  `update tenants t set archived_on = d.decided_on from decisions d
    where d.kind = 'tenant' and t.tenant_id = d.tenant_id and t.archived_on is null`,
  `update users u set archived_on = d.decided_on from decisions d
    where d.kind = 'user' and u.tenant_id = d.tenant_id and u.user_id::text = d.subject and u.archived_on is null`,
  `update users u set is_active = false, suspended_until = nullif(split_part(d.subject, E'\\n', 2), '')::timestamptz from decisions d
    where d.kind = 'userSuspended' and u.tenant_id = d.tenant_id and u.user_id::text = left(d.subject, 36)`,
  `delete from api_keys a using decisions d
    where d.kind = 'apiKey' and a.tenant_id = d.tenant_id and a.api_key_id::text = d.subject`,
  `update attachment_shares s set removed_on = d.decided_on from decisions d
    where d.kind = 'share' and s.tenant_id = d.tenant_id and s.attachment_share_id::text = d.subject and s.removed_on is null`,
  `update invitations i set revoked_on = d.decided_on from decisions d
    where d.kind = 'invitation' and i.tenant_id = d.tenant_id and i.invitation_id::text = d.subject
      and i.revoked_on is null and i.accepted_on is null`,
  `delete from identities i using decisions d
    where d.kind = 'identity' and i.tenant_id = d.tenant_id
      and concat_ws(E'\\n', i.issuer, i.subject, i.identity_provider) = d.subject`,
  // The last policy counts, also one that was relaxed.
  `delete from decisions d using decisions later where later.tenant_id = d.tenant_id and later.decided_on > d.decided_on
    and d.kind = 'secondFactorPolicy' and later.kind = 'secondFactorPolicy'`,
  `insert into organisation_settings (tenant_id, company_name, second_factor_policy, second_factor_from)
    select t.tenant_id, '', split_part(d.subject, E'\n', 1), nullif(split_part(d.subject, E'\n', 2), '')::timestamptz
    from decisions d join tenants t on t.tenant_id = d.tenant_id where d.kind = 'secondFactorPolicy'
    on conflict (tenant_id) do update set second_factor_policy = excluded.second_factor_policy,
      second_factor_from = excluded.second_factor_from`,
  // A user may be unknown to the backup, so that the next sign-in would create them.
  `delete from decisions d using decisions later
    where later.tenant_id = d.tenant_id and later.decided_on > d.decided_on
      and d.kind in ('subjectRefused', 'subjectAdmitted') and later.kind in ('subjectRefused', 'subjectAdmitted')
      and (split_part(d.subject, E'\n', 1), split_part(d.subject, E'\n', 2))
        = (split_part(later.subject, E'\n', 1), split_part(later.subject, E'\n', 2))`,
  `insert into refused_subjects (tenant_id, issuer, subject, refused_until)
    select t.tenant_id, split_part(d.subject, E'\n', 1), split_part(d.subject, E'\n', 2),
      nullif(split_part(d.subject, E'\n', 3), '')::timestamptz
    from decisions d join tenants t on t.tenant_id = d.tenant_id where d.kind = 'subjectRefused'
    on conflict (tenant_id, issuer, subject) do update set refused_until = excluded.refused_until`,
  // Usable for half an hour; one of them may have been used since.
  "delete from password_reset_links",
  // Sent since.
  "delete from account_notices",
  `delete from totp_factors t using decisions d where d.kind = 'totp' and t.user_id::text = d.subject`,
  `delete from passkeys p using decisions d where d.kind = 'passkey' and p.credential_id = d.subject`,
  `update passkeys p set needs_password = true from decisions d
    where d.kind = 'passkeyNeedsPassword' and p.credential_id = d.subject`,
  `delete from recovery_codes c using decisions d where d.kind = 'recoveryCode' and c.code_hash = d.subject`,
  `delete from secrets s using decisions d where d.kind = 'session' and s.secret_hash = d.subject`,
  `update token_sessions s set ended_on = d.decided_on from decisions d
    where d.kind = 'tokenSession' and s.tenant_id = d.tenant_id and s.session_key = d.subject and s.ended_on is null`,
];

/**
 * Repeats decisions that a restored database does not know.
 * @param since when the backup was taken
 * @returns the number of those decisions
 */
export async function applyDecisions(
  execute: Execute,
  decisions: readonly Decision[],
  since: Date,
): Promise<number> {
  // Transactions that were open at the backup may have decided before.
  const later = decisions.filter(({ decidedOn }) => Date.parse(decidedOn) > since.getTime() - day);
  await execute(`create temporary table decisions (
    id uuid primary key, kind text, tenant_id uuid, subject text, decided_on timestamptz) on commit drop`);
  for (let from = 0; from < later.length; from += atOnce) {
    const json = JSON.stringify(later.slice(from, from + atOnce)).replaceAll("'", "''");
    await execute(`
      insert into decisions select id, kind, "tenantId", subject, "decidedOn"
      from jsonb_to_recordset('${json}') as d (id uuid, kind text, "tenantId" uuid, subject text, "decidedOn" timestamptz)`);
  }
  await execute("delete from decisions d using hub.revocations r where r.revocation_id = d.id");
  const [found] = (await execute("select count(*)::int as count from decisions")) as { count: number }[];
  for (const statement of statements) await execute(statement);
  return found?.count ?? 0;
}
