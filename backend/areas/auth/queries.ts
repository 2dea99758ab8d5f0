import { accountSuspended } from "../../../lib/contract/account-ended";
import { forbidden, unauthorized } from "../../core/errors";
import { sql } from "../../database/sql";
import type { Database } from "../../database/transaction";
import type { SignedInUser, Tenant } from "../../endpoint/route";
import { isActiveMember } from "../../members/active";

interface Account extends Record<string, unknown> {
  userId: string;
  /** The account's spelling, which may differ in case from the input. */
  userName: string;
  passwordHash: string | null;
}

/** The account that may sign in to the tenant by that name; runs as `hub_auth`. */
export async function findAccount(
  db: Database,
  tenantId: string,
  userName: string,
): Promise<Account | undefined> {
  const { rows } = await db.execute<Account>(sql`
    select u.user_id as "userId", a.user_name as "userName", a.password_hash as "passwordHash"
    from accounts a join users u on u.user_id = a.user_id
    where lower(a.user_name) = lower(${userName}) and a.archived_on is null
      and u.tenant_id = ${tenantId} and u.archived_on is null`);
  return rows[0];
}

interface NewSecret {
  hash: string;
  tenantId: string;
  userId: string;
  /** Of the password that was right; undefined for a passkey. */
  passwordHash?: string | null;
  lifetimeSeconds: number;
  address: string;
  userAgent?: string | null;
}

/**
 * Stores a sign-in secret, and the sign-in in the history; runs as `hub_auth`. The update and the lock wait for a
 * concurrent suspension or change of the password, neither of which would end a session stored later.
 * @throws {RequestError} 403 for a suspended user, whose password was right; 401 if it has been changed since
 */
export async function addSecret(db: Database, secret: NewSecret): Promise<void> {
  const { rows } = await db.execute(sql`
    update users u set last_login_on = now()
    where u.tenant_id = ${secret.tenantId} and u.user_id = ${secret.userId} and ${isActiveMember("u")} returning true`);
  if (rows.length === 0) throw forbidden(accountSuspended);
  const { rows: accounts } = await db.execute<{ passwordHash: string | null }>(sql`
    select password_hash as "passwordHash" from accounts where user_id = ${secret.userId} for share`);
  if (secret.passwordHash !== undefined && accounts[0]?.passwordHash !== secret.passwordHash)
    throw unauthorized("wrongCredentials");
  await db.execute(sql`
    insert into secrets (secret_hash, tenant_id, user_id, expires_on, last_used_on, user_agent, address)
    values (${secret.hash}, ${secret.tenantId}, ${secret.userId}, now() + make_interval(secs => ${secret.lifetimeSeconds}), now(),
      ${secret.userAgent ?? null}, ${secret.address})`);
  await db.execute(sql`
    insert into history (tenant_id, collection, record_id, record_name, type, changed_by, changed_by_name, previous, current)
    select u.tenant_id, 'users', u.user_id, name, 'UserSignedIn', u.user_id, name, '{}',
      jsonb_build_object('address', ${secret.address}::text)
    from users u, display_name(u.first_name, u.last_name, u.user_name) as name
    where u.tenant_id = ${secret.tenantId} and u.user_id = ${secret.userId}`);
}

/** Ends one session. A tenant's requests cannot read hashes, so the rest of the transaction runs as `hub_auth`. */
export async function endSessionOf(
  db: Database,
  { tenantId }: Tenant,
  { means, sessionId, sessionKey }: SignedInUser,
): Promise<void> {
  await db.execute(sql`select set_config('role', 'hub_auth', true)`);
  await db.execute(
    means === "secret"
      ? sql`delete from secrets where secret_hash = ${sessionId}`
      : sql`update token_sessions set ended_on = now()
          where tenant_id = ${tenantId} and session_key = ${sessionKey ?? null}::text and ended_on is null`,
  );
}
