import type * as z from "zod";
import type { passwordChange } from "../../../lib/contract/user";
import { sendAccountNotice } from "../../access/account-notice";
import { refuseWeakPassword } from "../../access/new-password";
import { outsideOfTenant, withOwnPassword } from "../../access/own-password";
import { refuseWithoutPasswords } from "../../access/password-mode";
import { conflict } from "../../core/errors";
import { sql } from "../../database/sql";
import type { Context, SlowContext } from "../../endpoint/route";
import { hashPassword } from "../../queues/password";

type Change = z.output<typeof passwordChange>;

/** @throws {RequestError} 403 without passwords */
export async function checkPasswordChange(context: Context): Promise<void> {
  refuseWithoutPasswords(context);
}

interface NewPassword {
  /** The hash that the current password was checked against. */
  before: string | null | undefined;
  hash: string;
}

/**
 * Hashes the new password if the caller knows the current one.
 * @throws {RequestError} as {@link withOwnPassword} does, and 400 on a weak password
 */
export function newOwnPassword(
  context: SlowContext,
  { currentPassword, password }: Change,
): Promise<NewPassword> {
  return withOwnPassword(context, currentPassword, async (before) => {
    await refuseWeakPassword(context, password, { userId: context.user.userId });
    return { before, hash: await hashPassword(password) };
  });
}

/**
 * Sets the signed-in user's own password. Ends the account's other sessions in every tenant, and its
 * known devices.
 * @throws {RequestError} 409 when it has been set meanwhile
 */
export async function savePassword(context: Context, { before, hash }: NewPassword): Promise<null> {
  const { db, user } = context;
  context.afterCommit(async () => sendAccountNotice(context, user.userId, "passwordChanged"));
  await outsideOfTenant(context, async () => {
    const { rows } = await db.execute(sql`
      update accounts set password_hash = ${hash}, password_changed_on = now()
      where user_id = ${user.userId} and password_hash = ${before ?? null}::text returning true`);
    if (rows.length === 0) throw conflict("concurrent");
    await db.execute(sql`
      delete from secrets where user_id = ${user.userId} and secret_hash <> ${user.sessionId}`);
    // A stranger may have signed in on one of them.
    await db.execute(sql`delete from known_devices where user_id = ${user.userId}`);
  });
  return null;
}
