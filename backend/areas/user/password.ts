import type * as z from "zod";
import type { passwordChange } from "../../../lib/contract/user";
import { refuseWeakPassword } from "../../access/new-password";
import { recordSignInFailure } from "../../access/sign-in-failure";
import {
  clearFailures,
  ownSubjects,
  recordFailure,
  refuseWhileThrottled,
} from "../../access/sign-in-throttle";
import { conflict, forbidden, invalid } from "../../core/errors";
import { withKeyedLock } from "../../core/keyed-lock";
import { sql } from "../../database/sql";
import { type Database, enterTenant } from "../../database/transaction";
import type { Context, SlowContext } from "../../endpoint/route";
import { hashPassword, verifyPassword } from "../../queues/password";

type Change = z.output<typeof passwordChange>;

/** @throws {RequestError} 403 without passwords */
export async function checkPasswordChange({ config }: Context): Promise<void> {
  if (config.authMode !== "basic") throw forbidden("noPasswords");
}

interface NewPassword {
  /** The hash that the current password was checked against. */
  before: string | null | undefined;
  hash: string;
}

/** More concurrent attempts are never legitimate; each costs two hashes. */
const maxAtOnce = 20;

/**
 * Hashes the new password if the caller knows the current one, which protects an unattended session. Wrong ones are
 * throttled as at sign-in, but separately.
 * @throws {RequestError} 400 on currentPassword, or on a weak password, 429 after too many wrong ones, or for too many at once
 */
export async function newOwnPassword(
  context: SlowContext,
  { currentPassword, password }: Change,
): Promise<NewPassword> {
  const { user, tenant, address, connection } = context;
  const subjects = ownSubjects(user.userId);
  // Sequential, so that of many concurrent guesses each sees the failures before it, and none fills the queue.
  const checked = async () => {
    const before = await connection.transaction("hub_auth", async (db) => {
      await refuseWhileThrottled(db, subjects);
      const { rows } = await db.execute<{ passwordHash: string | null }>(sql`
        select password_hash as "passwordHash" from accounts where user_id = ${user.userId}`);
      return rows[0]?.passwordHash;
    });
    if (await verifyPassword(before, currentPassword, "first")) {
      await refuseWeakPassword(context, password, { userId: user.userId });
      return { before, hash: await hashPassword(password) };
    }
    await connection.transaction("hub_auth", async (db) => {
      await recordFailure(db, subjects);
      await recordSignInFailure(db, { tenantId: tenant.tenantId, userId: user.userId, address });
    });
    throw invalid([{ propertyName: "currentPassword", rule: "currentPassword" }]);
  };
  return withKeyedLock(subjects.waiting, checked, maxAtOnce);
}

/**
 * Sets the signed-in user's own password. The account's other sessions end, in every tenant.
 * @throws {RequestError} 409 when it has been set meanwhile
 */
export async function savePassword(context: Context, { before, hash }: NewPassword): Promise<null> {
  const { db, user } = context;
  await outsideOfTenant(context, async () => {
    const { rows } = await db.execute(sql`
      update accounts set password_hash = ${hash}, password_changed_on = now()
      where user_id = ${user.userId} and password_hash = ${before ?? null}::text returning true`);
    if (rows.length === 0) throw conflict("concurrent");
    await clearFailures(db, ownSubjects(user.userId));
    await db.execute(sql`
      delete from secrets where user_id = ${user.userId} and secret_hash <> ${user.sessionId}`);
  });
  return null;
}

/** Accounts belong to no tenant and sessions to several, so a tenant's requests cannot reach them. */
async function outsideOfTenant<T>({ db, tenant, user }: Context, work: () => Promise<T>): Promise<T> {
  await asAuth(db);
  const result = await work();
  await enterTenant(db, tenant.tenantId, { userId: user.userId, userName: user.displayName });
  return result;
}

function asAuth(db: Database): Promise<unknown> {
  return db.execute(sql`select set_config('role', 'hub_auth', true)`);
}
