import type * as z from "zod";
import type { ErrorCode } from "../../../lib/contract/errors";
import type { joinWithAccount } from "../../../lib/contract/invitations";
import { sendAccountNotice, sendJoinNotices } from "../../access/account-notice";
import { refuseWithoutPasswords } from "../../access/password-mode";
import { factorsOf, withSecondFactor } from "../../access/second-factor";
import { isFactorRequired } from "../../access/second-factor-policy";
import { subjectsOfJoin } from "../../access/sign-in-throttle";
import { rememberDevice, withVerifiedPassword } from "../../access/verified-password";
import { invalid, RequestError } from "../../core/errors";
import { codeOf } from "../../core/second-step";
import { sql } from "../../database/sql";
import type { Database } from "../../database/transaction";
import { refuseDuplicate } from "../../database/unique-violation";
import type { PublicContext } from "../../endpoint/route";
import { userNameIndex } from "../../members/accounts";
import { find, lockOpen, redeem, refuseUnlessOpen } from "./redeem";

interface Account extends Record<string, unknown> {
  userId: string;
  userName: string;
  passwordHash: string | null;
  firstName: string;
  lastName: string;
}

/**
 * Makes the holder of an account in another tenant a user of this one, once. The link proves the invitation and the
 * password proves ownership of the account; e-mail addresses entered by tenants prove neither.
 * @throws {RequestError} 404 for an unknown link, 409 for an invitation that is not open, 400 for a wrong password, an
 * existing user, a name taken here, or an account whose organisation requires a second factor that it lacks, and on code for
 * a missing or wrong one, 429 after too many wrong ones, 403 without passwords
 */
export async function join(
  context: PublicContext,
  token: string,
  credentials: z.output<typeof joinWithAccount>,
): Promise<string> {
  const { connection, config } = context;
  const { tenantId } = context.tenant;
  refuseWithoutPasswords(context);
  // Checked before any password: only holders of a valid link may try one.
  const { email } = await connection.transaction("hub_auth", async (db) =>
    refuseUnlessOpen(await find(db, context, token)),
  );
  return withVerifiedPassword(
    context,
    credentials,
    (db) => findAccount(db, credentials.userName, email),
    async (account, succeed) => {
      const { factors, isMissing } = await connection.transaction("hub_auth", async (db) => {
        const factors = await factorsOf(db, account.userId);
        const isMissing = factors.length === 0 && (await isFactorRequired(db, config, account.userId));
        return { factors, isMissing };
      });
      if (isMissing) throw refusal("secondFactorSetupNeeded");
      const enterTenant = async (db: Database) => {
        const found = await lockOpen(db, context, token);
        const entered = await refuseDuplicate(userNameIndex, "userName", enter(db, account, found.email));
        if (!entered) throw refusal("userOfTenant");
        await refuseChangedPassword(db, account);
        const { userId, userName, firstName, lastName } = account;
        await redeem(db, tenantId, found, {
          userId,
          userName: `${firstName} ${lastName}`.trim() || userName,
        });
        await db.execute(sql`select set_config('role', 'hub_auth', true)`);
        await rememberDevice(db, tenantId, userId, context.device);
        await succeed(db);
      };
      if (factors.length === 0) await connection.transaction("hub_auth", enterTenant);
      else await withCode(context, account, codeOf(credentials.code), enterTenant);
      sendJoinNotices(context, account.userId);
      return account.userId;
    },
    () => refusal("wrongCredentials"),
    subjectsOfJoin,
  );
}

/** Without it, a stolen password would move the account into a stranger's tenant, and make their device a known one. */
async function withCode(
  context: PublicContext,
  { userId }: Account,
  code: string | undefined,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const fault = (rule: "codeNeeded" | "wrongCode") => invalid([{ propertyName: "code", rule }]);
  if (code === undefined) throw fault("codeNeeded");
  const kind = await withSecondFactor(context, userId, { code }, work).catch((error: unknown) => {
    throw error instanceof RequestError && error.code === "wrongSecondFactor" ? fault("wrongCode") : error;
  });
  if (kind === "recovery") sendAccountNotice(context, userId, "recoveryCodeUsed");
}

const refusal = (code: ErrorCode) => new RequestError(code, { status: 400 });

/**
 * An active account of any tenant, with its person's names; runs as `hub_auth`. If tenants use the name for different
 * people, prefers the one with the invitation's e-mail address, then the oldest. The password decides.
 */
async function findAccount(db: Database, userName: string, email: string): Promise<Account | undefined> {
  const { rows } = await db.execute<Account>(sql`
    select a.user_id as "userId", a.user_name as "userName", a.password_hash as "passwordHash",
      coalesce(u.first_name, '') as "firstName", coalesce(u.last_name, '') as "lastName"
    from accounts a left join lateral (
      select first_name, last_name from users where user_id = a.user_id
      order by archived_on is null desc, coalesce(last_login_on, created_on) desc limit 1) u on true
    where lower(a.user_name) = lower(${userName}) and a.archived_on is null
    order by exists (select from users where user_id = a.user_id and archived_on is null
      and lower(email) = lower(${email})) desc, a.user_id limit 1`);
  return rows[0];
}

/**
 * Waits for a concurrent change of the password. Locks the account after the user, as everywhere, see `lockFactors`.
 * @throws {RequestError} 400 if the password has been changed since it was checked
 */
async function refuseChangedPassword(db: Database, { userId, passwordHash }: Account): Promise<void> {
  await db.execute(sql`select set_config('role', 'hub_auth', true)`);
  const { rows } = await db.execute(sql`
    select from accounts where user_id = ${userId} and password_hash = ${passwordHash} and archived_on is null for share`);
  if (rows.length === 0) throw refusal("wrongCredentials");
  await db.execute(sql`select set_config('role', 'hub_app', true)`);
}

/** Adds an account to the tenant, or restores it; false when it is already a user. */
async function enter(db: Database, account: Account, email: string): Promise<boolean> {
  const { userId, userName, firstName, lastName } = account;
  const { rows } = await db.execute(sql`
    insert into users (user_id, user_name, first_name, last_name, email)
    values (${userId}, ${userName}, ${firstName}, ${lastName}, ${email})
    on conflict (tenant_id, user_id) do update set archived_on = null, user_name = excluded.user_name,
      first_name = excluded.first_name, last_name = excluded.last_name, email = excluded.email, is_active = true, suspended_until = null
    where users.archived_on is not null
    returning true`);
  return rows.length > 0;
}
