import { sendAccountNotice } from "../../access/account-notice";
import { lockFactorRows } from "../../access/new-factor";
import { outsideOfTenant } from "../../access/own-password";
import { refuseWithoutPasswords } from "../../access/password-mode";
import { forbidden, notFound } from "../../core/errors";
import { sql } from "../../database/sql";
import { isSameId } from "../../database/uuid";
import type { Context } from "../../endpoint/route";
import { hasAllPermissions } from "../../members/policies";
import { tenantTable } from "./queries";
import { lockTenantUser, type TenantUserKey } from "./users";

/**
 * Lets a user who has lost all second factors sign in by password alone, in all their tenants. Only for callers who could
 * set the password.
 * @throws {RequestError} 404, 403 for callers with fewer rights, for oneself, and without passwords
 */
export async function resetSecondFactors(
  context: Context,
  whose: TenantUserKey,
  reason: string,
): Promise<null> {
  const { db, user } = context;
  const { tenantId, userId } = whose;
  refuseWithoutPasswords(context);
  if (isSameId(userId, user.userId)) throw forbidden("ownSecondFactor");
  if (!hasAllPermissions(user)) throw forbidden("secondFactorOfStronger");
  const { tenantName: name, tenantIdentifier: identifier } = await tenantTable.get(db, tenantId);
  await outsideOfTenant(context, () => lockFactorRows(db, userId));
  await lockTenantUser(context, whose);
  const { rows } = await db.execute<{ isReset: boolean }>(sql`
    select reset_tenant_user_second_factors(${tenantId}, ${userId}, ${reason}) as "isReset"`);
  if (!rows[0]?.isReset) throw notFound();
  // The host may not have this user.
  const there = { ...context, tenant: { tenantId, identifier, name } };
  context.afterCommit(async () =>
    sendAccountNotice(there, userId, "secondFactorsReset", { name: user.displayName, reason }),
  );
  return null;
}
