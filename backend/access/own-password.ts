import { invalid } from "../core/errors";
import { withKeyedLock } from "../core/keyed-lock";
import { sql } from "../database/sql";
import { type Database, enterTenant } from "../database/transaction";
import { authorOf, type Context, type SignedInUser, type SlowContext } from "../endpoint/route";
import { verifyPassword } from "../queues/password";
import { recordSignInFailure } from "./sign-in-failure";
import { clearFailures, ownSubjects, recordFailure, refuseWhileThrottled } from "./sign-in-throttle";

/** More concurrent attempts are never legitimate; each costs a hash or two. */
const maxAtOnce = 20;

/**
 * Runs `work` for a signed-in user who knows their current password, which protects an unattended session, and counts as a
 * confirmation (AU-12). Wrong ones are throttled as at sign-in, but separately.
 * @param work gets the hash that the password was checked against
 * @throws {RequestError} 400 on currentPassword, 429 after too many wrong ones, or for too many at once
 */
export async function withOwnPassword<T>(
  { user, tenant, address, connection }: SlowContext,
  currentPassword: string,
  work: (hash: string | null | undefined) => Promise<T>,
): Promise<T> {
  const subjects = ownSubjects(user.userId);
  // Sequential, so that of many concurrent guesses each sees the failures before it, and none fills the queue.
  const checked = async () => {
    const hash = await connection.transaction("hub_auth", async (db) => {
      await refuseWhileThrottled(db, subjects);
      const { rows } = await db.execute<{ passwordHash: string | null }>(sql`
        select password_hash as "passwordHash" from accounts where user_id = ${user.userId}`);
      return rows[0]?.passwordHash;
    });
    if (await verifyPassword(hash, currentPassword, "first")) {
      await connection.transaction("hub_auth", async (db) => {
        await clearFailures(db, subjects);
        await recordConfirmation(db, user);
      });
      return work(hash);
    }
    await connection.transaction("hub_auth", async (db) => {
      await recordFailure(db, subjects);
      await recordSignInFailure(db, { tenantId: tenant.tenantId, userId: user.userId, address });
    });
    throw invalid([{ propertyName: "currentPassword", rule: "currentPassword" }]);
  };
  return withKeyedLock(subjects.waiting, checked, maxAtOnce);
}

/** Accounts belong to no tenant and sessions to several, so a tenant's requests cannot reach them. */
export async function outsideOfTenant<T>(
  { db, tenant, user }: Pick<Context, "db" | "tenant" | "user">,
  work: () => Promise<T>,
): Promise<T> {
  await db.execute(sql`select set_config('role', 'hub_auth', true)`);
  const result = await work();
  await enterTenant(db, tenant.tenantId, authorOf(user));
  return result;
}

/** Records a factor given in the session; runs as `hub_auth`. */
export async function recordConfirmation(
  db: Database,
  { sessionId }: Pick<SignedInUser, "sessionId">,
): Promise<void> {
  await db.execute(sql`update secrets set confirmed_on = now() where secret_hash = ${sessionId}`);
}
