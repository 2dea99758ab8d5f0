import type * as z from "zod";
import type { ownPassword } from "../../../lib/contract/second-factors";
import { sendAccountNotice } from "../../access/account-notice";
import { addPasskey as addFactor, type NewPasskey, newPasskeyOptions } from "../../access/new-factor";
import { outsideOfTenant, withOwnPassword } from "../../access/own-password";
import { requireParty } from "../../access/passkeys";
import { notFound } from "../../core/errors";
import { sql } from "../../database/sql";
import type { Context, SlowContext } from "../../endpoint/route";
import { changeFactors } from "./second-factors";

/** @throws {RequestError} as `withOwnPassword` does, 409 where browsers have no passkeys */
export async function passkeyOptions(
  context: SlowContext,
  { currentPassword }: z.output<typeof ownPassword>,
) {
  requireParty(context.config);
  return withOwnPassword(context, currentPassword, () => newPasskeyOptions(context, context.user));
}

/** @throws {RequestError} 400 for one that is known already, 409 for too many */
export async function addPasskey(
  context: Context,
  name: string,
  made: NewPasskey,
): Promise<{ recoveryCodes: string[] }> {
  const { db, user } = context;
  context.afterCommit(async () => sendAccountNotice(context, user.userId, "passkeyAdded", { name }));
  return changeFactors(context, async () => ({
    recoveryCodes: await addFactor(db, user.userId, name, made),
  }));
}

/** @throws {RequestError} 404 unless it is the caller's */
export async function renamePasskey(context: Context, passkeyId: string, name: string): Promise<null> {
  const { db, user } = context;
  const { rows } = await outsideOfTenant(context, () =>
    db.execute(sql`
      update passkeys set name = ${name} where user_id = ${user.userId} and passkey_id = ${passkeyId} returning true`),
  );
  if (rows.length === 0) throw notFound();
  return null;
}
