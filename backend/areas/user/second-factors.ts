import type * as z from "zod";
import type { ownPassword, SecondFactors, totpCode } from "../../../lib/contract/second-factors";
import { sendAccountNotice } from "../../access/account-notice";
import { confirmTotp as confirmSecret, lockFactors, makeTotp as makeSecret } from "../../access/new-factor";
import { outsideOfTenant, withOwnPassword } from "../../access/own-password";
import { passkeyParty } from "../../access/passkeys";
import { refuseWithoutPasswords } from "../../access/password-mode";
import { replaceRecoveryCodes } from "../../access/recovery-codes";
import { factorsOf, storedSecondFactors } from "../../access/second-factor";
import { isFactorRequired } from "../../access/second-factor-policy";
import { refuseEndedSession } from "../../access/sessions";
import { conflict, notFound } from "../../core/errors";
import { sql } from "../../database/sql";
import type { Context, SlowContext } from "../../endpoint/route";

export async function secondFactors(context: Context): Promise<SecondFactors> {
  await checkSecondFactors(context);
  const { db, user, config } = context;
  const isTotpOffered = config.encryptionSecret !== undefined;
  const isPasskeyOffered = passkeyParty(config) !== undefined;
  return { ...(await storedSecondFactors(db, user.userId)), isTotpOffered, isPasskeyOffered };
}

/** @throws {RequestError} 403 without passwords: the provider asks for a second factor then */
export async function checkSecondFactors(context: Context): Promise<void> {
  refuseWithoutPasswords(context);
}

/** @throws {RequestError} as `withOwnPassword` does */
export function knowsPassword(
  context: SlowContext,
  { currentPassword }: z.output<typeof ownPassword>,
): Promise<string | null | undefined> {
  return withOwnPassword(context, currentPassword, async (hash) => hash);
}

/**
 * Runs a change of the caller's second factors, alone.
 * @throws {RequestError} 401 if the session has ended meanwhile
 */
export function changeFactors<T>(context: Context, work: () => Promise<T>): Promise<T> {
  const { db, user } = context;
  return outsideOfTenant(context, async () => {
    await lockFactors(db, user.userId);
    await refuseEndedSession(db, user);
    return work();
  });
}

/** @throws {RequestError} 409 when an app is in use already */
export function makeTotp(context: Context): Promise<{ secret: string; address: string }> {
  const { db, user, config } = context;
  return changeFactors(context, () => makeSecret(db, config, user));
}

/** @throws {RequestError} 400 on code */
export function confirmTotp(context: Context, { code }: z.output<typeof totpCode>) {
  const { db, user, config } = context;
  context.afterCommit(async () => sendAccountNotice(context, user.userId, "totpAdded"));
  return changeFactors(context, async () => ({
    recoveryCodes: await confirmSecret(db, config, user.userId, code),
  }));
}

/** @throws {RequestError} 409 without a second factor */
export async function renewRecoveryCodes(context: Context) {
  const { db, user } = context;
  context.afterCommit(async () => sendAccountNotice(context, user.userId, "recoveryCodesRenewed"));
  return changeFactors(context, async () => {
    if ((await factorsOf(db, user.userId)).length === 0) throw conflict("noSecondFactor");
    return { recoveryCodes: await replaceRecoveryCodes(db, user.userId) };
  });
}

/**
 * Removes a second factor, and the recovery codes with the last one.
 * @throws {RequestError} 404 for an unknown one, 409 for the last one where a policy requires it
 */
export async function removeSecondFactor(context: Context, secondFactor: string): Promise<null> {
  const { db, user, config } = context;
  context.afterCommit(async () => sendAccountNotice(context, user.userId, "secondFactorRemoved"));
  await changeFactors(context, async () => {
    const { rows } = await db.execute(
      secondFactor === "totp"
        ? sql`delete from totp_factors where user_id = ${user.userId} returning true`
        : sql`delete from passkeys where user_id = ${user.userId} and passkey_id = ${secondFactor} returning true`,
    );
    if (rows.length === 0) throw notFound();
    if ((await factorsOf(db, user.userId)).length > 0) return;
    if (await isFactorRequired(db, config, user.userId)) throw conflict("lastSecondFactor");
    await db.execute(sql`delete from recovery_codes where user_id = ${user.userId}`);
  });
  return null;
}
