import { sql } from "drizzle-orm";
import type * as z from "zod";
import type { passwordChange } from "../../../lib/contract/user";
import { inTurn } from "../../access/in-turn";
import {
  failureToCount,
  forgetFailures,
  ownSubjects,
  recordFailure,
  refuseWhileSlowed,
} from "../../access/slow-down";
import { recordSignInFailure } from "../../audit/sign-in-failure";
import { type Database, enterTenant } from "../../database/transaction";
import { forbidden, invalid } from "../../http/errors";
import { hashPassword, verifyPassword } from "../../http/password";
import type { Context } from "../../http/route";

/**
 * Sets the signed-in user's own password. Who sits at somebody's open session does not know the present one, and is
 * slowed down like whoever guesses at the door, but not by them. The account's other sessions end, in every tenant.
 * @throws {RequestError} 400 on currentPassword, 429 after too many wrong ones, 403 where there are no passwords
 */
export async function savePassword(
  context: Context,
  { currentPassword, password }: z.output<typeof passwordChange>,
): Promise<null> {
  const { db, user, tenant, address, config, connection } = context;
  if (config.authMode !== "basic") throw forbidden("noPasswords");
  const subjects = ownSubjects(user.userId);
  // One after the other, so that of many guesses sent at once each sees the failures before it.
  await inTurn(subjects.waiting, async () => {
    const stored = await outsideOfTenant(context, async () => {
      await refuseWhileSlowed(db, subjects);
      const { rows } = await db.execute<{ passwordHash: string | null }>(sql`
        select password_hash as "passwordHash" from accounts where user_id = ${user.userId}`);
      return rows[0]?.passwordHash;
    });
    if (await verifyPassword(stored, currentPassword, "first")) return;
    const counted = failureToCount(subjects);
    context.afterRollback(() =>
      connection
        .transaction("hub_auth", async (auth) => {
          await recordFailure(auth, subjects);
          await recordSignInFailure(auth, { tenantId: tenant.tenantId, userId: user.userId, address });
        })
        .finally(counted),
    );
    throw invalid([{ propertyName: "currentPassword", rule: "currentPassword" }]);
  });
  const passwordHash = await hashPassword(password);
  await outsideOfTenant(context, async () => {
    await forgetFailures(db, subjects);
    await db.execute(sql`
      update accounts set password_hash = ${passwordHash}, password_changed_on = now() where user_id = ${user.userId}`);
    await db.execute(sql`
      delete from secrets where user_id = ${user.userId} and secret_hash <> ${user.sessionId}`);
  });
  return null;
}

/** Accounts belong to no tenant and sessions to several, so requests of a tenant do not reach them. */
async function outsideOfTenant<T>({ db, tenant, user }: Context, work: () => Promise<T>): Promise<T> {
  await asAuth(db);
  const result = await work();
  await enterTenant(db, tenant.tenantId, { userId: user.userId, userName: user.displayName });
  return result;
}

function asAuth(db: Database): Promise<unknown> {
  return db.execute(sql`select set_config('role', 'hub_auth', true)`);
}
