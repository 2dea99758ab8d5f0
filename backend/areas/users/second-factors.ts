import { sendAccountNotice } from "../../access/account-notice";
import { lockFactorRows } from "../../access/new-factor";
import { outsideOfTenant } from "../../access/own-password";
import { refuseWithoutPasswords } from "../../access/password-mode";
import { storedSecondFactors } from "../../access/second-factor";
import { forbidden, notFound } from "../../core/errors";
import { sql } from "../../database/sql";
import { isSameId } from "../../database/uuid";
import type { Context } from "../../endpoint/route";
import { mayChangeAccount, refuseUnlessHoldingAllOf } from "../../members/policies";
import { userTable } from "../../records/user-table";
import { lockUser } from "./queries";

/** @throws {RequestError} 404, 403 without passwords */
export async function secondFactorsOf(context: Context, userId: string) {
  refuseWithoutPasswords(context);
  await userTable.get(context.db, userId);
  return storedSecondFactors(context.db, userId);
}

/**
 * Lets a user who has lost all second factors sign in by password alone. Only for accounts that the caller could set a
 * password of.
 * @throws {RequestError} 404, 403 for oneself, for a user with more rights, or for an account of other tenants
 */
export async function resetSecondFactors(context: Context, userId: string, reason: string): Promise<null> {
  const { db, user } = context;
  refuseWithoutPasswords(context);
  // An unattended session must not be enough: one's own are removed with the password.
  if (isSameId(userId, user.userId)) throw forbidden("ownSecondFactor");
  await userTable.get(db, userId);
  await outsideOfTenant(context, () => lockFactorRows(db, userId));
  if (!(await lockUser(db, userId))) throw notFound();
  await refuseUnlessHoldingAllOf(db, user, [userId], "secondFactorOfStronger");
  if (!(await mayChangeAccount(context, userId))) throw forbidden("foreignSecondFactor");
  await db.execute(sql`select reset_second_factors(${userId}, ${reason})`);
  context.afterCommit(async () =>
    sendAccountNotice(context, userId, "secondFactorsReset", { name: user.displayName, reason }),
  );
  return null;
}
