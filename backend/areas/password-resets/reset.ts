import type * as z from "zod";
import type { PasswordReset } from "../../../lib/contract/password-resets";
import type { setPassword } from "../../../lib/contract/passwords";
import { sendAccountNotice } from "../../access/account-notice";
import { linkHash } from "../../access/link";
import { lockFactors } from "../../access/new-factor";
import { refuseWeakPassword } from "../../access/new-password";
import { endLinks, findLink, refuseUnlessOpen } from "../../access/password-links";
import { refuseWithoutPasswords } from "../../access/password-mode";
import { subjectsOf } from "../../access/sign-in-throttle";
import { withKeyedLock } from "../../core/keyed-lock";
import { sql } from "../../database/sql";
import { type Database, enterTenant } from "../../database/transaction";
import type { PublicContext } from "../../endpoint/route";
import { hashPassword } from "../../queues/password";

/** The account of a link. Changes nothing: mail programs open links, too. @throws {RequestError} 404 */
export async function look(context: PublicContext, token: string): Promise<PasswordReset> {
  const { state, userName, expiresOn, hasApiKeys } = await context.connection.transaction("hub_auth", (db) =>
    findLink(db, context, token),
  );
  return state === "open" ? { state, userName, expiresOn, hasApiKeys } : { state };
}

type NewPassword = z.output<typeof setPassword>;

/**
 * Sets the password of a link's account, once, and ends its sessions.
 * @throws {RequestError} 403 without passwords, 404 for an unknown link, 409 for one that is no longer valid, 400 on
 * password
 */
export function reset(context: PublicContext, token: string, given: NewPassword): Promise<null> {
  // Sequential per link, so that one link cannot cause many concurrent hashes.
  return withKeyedLock([`password link:${linkHash(token)}`], () => resetNow(context, token, given));
}

async function resetNow(
  context: PublicContext,
  token: string,
  { password, endApiKeys }: NewPassword,
): Promise<null> {
  const { connection, tenant, address } = context;
  const { tenantId } = tenant;
  refuseWithoutPasswords(context);
  // Checked before the costly work: only holders of a valid link get it.
  const { userId } = await connection.transaction("hub_auth", async (db) =>
    refuseUnlessOpen(await findLink(db, context, token)),
  );
  await refuseWeakPassword(context, password, { userId });
  const passwordHash = await hashPassword(password);
  await connection.transaction("hub_auth", async (db) => {
    // In the order of 'This was not me' and of sign-ins, to avoid deadlocks.
    await lockFactors(db, userId);
    const { displayName } = refuseUnlessOpen(await findLink(db, context, token, sql`for update of l`));
    await asAuthOf(db, tenantId, { userId, userName: displayName });
    await db.execute(sql`
      update password_reset_links set used_on = clock_timestamp() where link_hash = ${linkHash(token)}`);
    await endLinks(db, userId);
    await replacePassword(db, userId, passwordHash);
    if (endApiKeys) await db.execute(sql`delete from api_keys where user_id = ${userId}`);
    // The owner need not wait for guesses of others.
    await db.execute(sql`
      delete from sign_in_failures where subject = ${subjectsOf(userId, address).waiting[0]}`);
  });
  sendAccountNotice(context, userId, "passwordWasReset");
  return null;
}

/** Sets or removes the password, and ends all sessions and known devices; runs as `hub_auth`. */
export async function replacePassword(db: Database, userId: string, hash: string | null): Promise<void> {
  await db.execute(sql`
    update accounts set password_hash = ${hash}, password_changed_on = now() where user_id = ${userId}`);
  await db.execute(sql`delete from secrets where user_id = ${userId}`);
  await db.execute(sql`delete from known_devices where user_id = ${userId}`);
}

/** Continues as `hub_auth`, and records changes as those of the user. */
export async function asAuthOf(db: Database, tenantId: string, actor: { userId: string; userName: string }) {
  await enterTenant(db, tenantId, actor);
  await db.execute(sql`select set_config('role', 'hub_auth', true)`);
}
