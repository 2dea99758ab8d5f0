import type * as z from "zod";
import type { ownPassword, SecondFactors, totpCode } from "../../../lib/contract/second-factors";
import { sendAccountNotice } from "../../access/account-notice";
import { outsideOfTenant, withOwnPassword } from "../../access/own-password";
import { passkeyParty } from "../../access/passkeys";
import { replaceRecoveryCodes } from "../../access/recovery-codes";
import { factorsOf, storedSecondFactors } from "../../access/second-factor";
import { makeTotpSecret, spendTotpCode } from "../../access/totp";
import { conflict, forbidden, invalid, notFound } from "../../core/errors";
import { codeOf } from "../../core/second-step";
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
export async function checkSecondFactors({ config }: Context): Promise<void> {
  if (config.authMode !== "basic") throw forbidden("noPasswords");
}

/** @throws {RequestError} as `withOwnPassword` does */
export function knowsPassword(
  context: SlowContext,
  { currentPassword }: z.output<typeof ownPassword>,
): Promise<string | null | undefined> {
  return withOwnPassword(context, currentPassword, async (hash) => hash);
}

/** Of two apps that are set up at once the later one counts. @throws {RequestError} 409 when one is in use already */
export async function makeTotp(context: Context): Promise<{ secret: string; address: string }> {
  const { db, user, config } = context;
  if (!config.encryptionSecret) throw conflict("noTotp");
  const { secret, address, stored } = makeTotpSecret(config, config.encryptionSecret, user);
  const isMade = await outsideOfTenant(context, async () => {
    const { rows } = await db.execute(sql`
      insert into totp_factors as known (user_id, secret) values (${user.userId}, ${stored})
      on conflict (user_id) do update set secret = excluded.secret, last_step = 0 where known.confirmed_on is null
      returning true`);
    return rows.length > 0;
  });
  if (!isMade) throw conflict("totpInUse");
  return { secret, address };
}

/** @throws {RequestError} 400 on code */
export async function confirmTotp(context: Context, { code }: z.output<typeof totpCode>) {
  const { db, user, config } = context;
  context.afterCommit(async () => sendAccountNotice(context, user.userId, "totpAdded"));
  return outsideOfTenant(context, async () => {
    if (!(await spendTotpCode(db, config, user.userId, codeOf(code) ?? "", true)))
      throw invalid([{ propertyName: "code", rule: "wrongCode" }]);
    return { recoveryCodes: await firstRecoveryCodes(context) };
  });
}

/** New ones unless the account has some. */
export async function firstRecoveryCodes({ db, user }: Context): Promise<string[]> {
  const { rows } = await db.execute(
    sql`select from recovery_codes where user_id = ${user.userId} and used_on is null limit 1`,
  );
  return rows.length > 0 ? [] : replaceRecoveryCodes(db, user.userId);
}

/** @throws {RequestError} 409 without a second factor */
export async function renewRecoveryCodes(context: Context) {
  const { db, user } = context;
  return outsideOfTenant(context, async () => {
    if ((await factorsOf(db, user.userId)).length === 0) throw conflict("noSecondFactor");
    return { recoveryCodes: await replaceRecoveryCodes(db, user.userId) };
  });
}

/** The recovery codes end with the last factor. @throws {RequestError} 404 for one that is not there */
export async function removeSecondFactor(context: Context, secondFactor: string): Promise<null> {
  const { db, user } = context;
  await outsideOfTenant(context, async () => {
    const { rows } = await db.execute(
      secondFactor === "totp"
        ? sql`delete from totp_factors where user_id = ${user.userId} returning true`
        : sql`delete from passkeys where user_id = ${user.userId} and passkey_id = ${secondFactor} returning true`,
    );
    if (rows.length === 0) throw notFound();
    if ((await factorsOf(db, user.userId)).length === 0)
      await db.execute(sql`delete from recovery_codes where user_id = ${user.userId}`);
  });
  return null;
}
